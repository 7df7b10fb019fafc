/** Boards in a DOM: what a screen reader hears, what clicks and keys send. */

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { save } from '../lib/settings.svelte';
import ChessFiveBoard from './chessfive/ChessFiveBoard.svelte';
import CheckersBoard from './checkers/CheckersBoard.svelte';
import QuartoBoard from './quarto/QuartoBoard.svelte';
import ReversiBoard from './reversi/ReversiBoard.svelte';
import { american, type CheckersView } from './checkers/view';

save({ lang: 'en', pace: 'none' });
const seats = { first: { en: 'Black', es: 'Negras' }, second: { en: 'White', es: 'Blancas' } };
const common = { last: null, change: null, flip: false, marks: new Map(), hint: null, seats };
afterEach(cleanup);

const START = '-'.repeat(27) + 'OX' + '-'.repeat(6) + 'XO' + '-'.repeat(27);

describe('Reversi', () => {
  const legal = ['d3', 'c4', 'f5', 'e6'];
  const view = { board: START, turn: 'first' as const, legal, discs: { first: 2, second: 2 } };

  it('names every square with what is on it and whether it can be played', () => {
    render(ReversiBoard, { ...common, view, legal, turn: 'first', play: () => {} });
    expect(screen.getAllByRole('row')).toHaveLength(8);
    expect(screen.getAllByRole('gridcell')).toHaveLength(64);
    expect(screen.getByRole('gridcell', { name: 'd4, white disc' })).toBeTruthy();
    expect(screen.getByRole('gridcell', { name: 'f5, empty, you can play here' })).toBeTruthy();
  });

  it('sends what is clicked, legal or not, and nothing when it is not our turn', async () => {
    const play = vi.fn();
    const { rerender } = render(ReversiBoard, { ...common, view, legal, turn: 'first', play });
    await fireEvent.click(screen.getByRole('gridcell', { name: /^f5/ }));
    await fireEvent.click(screen.getByRole('gridcell', { name: /^a1/ }));
    expect(play.mock.calls).toEqual([['f5'], ['a1']]);
    await rerender({ legal: [] });
    await fireEvent.click(screen.getByRole('gridcell', { name: /^f5/ }));
    expect(play).toHaveBeenCalledTimes(2);
  });

  it('is played with the keyboard: one tab stop, arrows walk, Enter plays', async () => {
    const play = vi.fn();
    render(ReversiBoard, { ...common, view, legal, turn: 'first', play });
    const stops = () => screen.getAllByRole('gridcell').filter((cell) => cell.getAttribute('tabindex') === '0');
    expect(stops()).toHaveLength(1);
    const first = stops()[0]!;
    await fireEvent.keyDown(first, { key: 'ArrowDown' });
    await fireEvent.keyDown(stops()[0]!, { key: 'ArrowRight' });
    expect(stops()[0]!.getAttribute('aria-label')).toMatch(/^b2/);
    await fireEvent.keyDown(stops()[0]!, { key: 'Enter' });
    expect(play).toHaveBeenCalledWith('b2');
  });

  it('offers to pass when that is all', async () => {
    const play = vi.fn();
    render(ReversiBoard, { ...common, view, legal: ['--'], turn: 'first', play });
    await fireEvent.click(screen.getByRole('button', { name: 'Pass' }));
    expect(play).toHaveBeenCalledWith('--');
  });
});

describe('Quarto', () => {
  const board = Array.from({ length: 16 }, () => null as string | null);

  it('places, then gives, and opens one step at a time', async () => {
    const play = vi.fn();
    const { rerender } = render(QuartoBoard, {
      ...common,
      view: { board, hand: 'TLQH', left: ['SDRF'], turn: 'second' as const, groups: [], squares: true },
      legal: ['a1', 'b3'],
      turn: 'second' as const,
      play,
    });
    expect(screen.getByText('1. Place').getAttribute('aria-current')).toBe('step');
    expect(screen.getByRole('img', { name: 'tall, light, square, hollow' })).toBeTruthy();
    await fireEvent.click(screen.getByRole('gridcell', { name: /^b3/ }));
    expect(play).toHaveBeenLastCalledWith('b3');
    await rerender({
      view: { board, hand: null, left: ['SDRF'], turn: 'second' as const, groups: [], squares: true },
      legal: ['SDRF'],
    });
    expect(screen.getByText('2. Give').getAttribute('aria-current')).toBe('step');
    await fireEvent.click(screen.getByRole('button', { name: 'Give the piece short, dark, round, full' }));
    expect(play).toHaveBeenLastCalledWith('SDRF');
  });
});

describe('ChessFive', () => {
  it('drops the chosen kind into a column', async () => {
    const play = vi.fn();
    const view = {
      side: 8,
      line: 5,
      board: Array.from({ length: 8 }, () => '........'),
      phase: 'gravity' as const,
      turn: 'first' as const,
      hands: { first: 'RRNNBBQK', second: 'rrnnbbqk' },
      landings: ['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1', 'h1'],
      winning: [],
      plies: 0,
      move_limit: 100,
      times: 1,
      repetition: 3,
    };
    const legal = ['R', 'N', 'B', 'Q', 'K'].flatMap((kind) => [...'abcdefgh'].map((column) => `${kind}@${column}`));
    render(ChessFiveBoard, { ...common, view, legal, turn: 'first', play });
    await fireEvent.click(screen.getByRole('button', { name: 'cyan queen, 1 left' }));
    await fireEvent.click(screen.getByRole('gridcell', { name: /^e7/ }));
    expect(play).toHaveBeenCalledWith('Q@e');
    expect(screen.getByRole('gridcell', { name: 'e1, empty, it would fall here' })).toBeTruthy();
  });
});

describe('Checkers', () => {
  const board = Array.from({ length: 8 }, () => Array.from({ length: 8 }, () => 0));
  board[5]![0] = 1;
  board[4]![1] = -1;
  board[2]![3] = -2;
  const view: CheckersView = {
    board,
    turn: 'first',
    legal: [
      {
        text: '12x19x26',
        from: [5, 0],
        to: [1, 4],
        path: [
          [5, 0],
          [3, 2],
          [1, 4],
        ],
        captures: [
          [4, 1],
          [2, 3],
        ],
        promotion: false,
        sequence_length: 2,
      },
    ],
    men: { first: 1, second: 1 },
    kings: { first: 0, second: 1 },
    ...american,
    letters: ['B', 'W'],
  };

  it('takes a flying capture on a board in a mirror by its last square', async () => {
    const play = vi.fn();
    const squares = Array.from({ length: 32 }, (_, i) => String(32 - (4 * Math.floor(i / 4) + 3 - (i % 4))));
    const flying: CheckersView = {
      ...view,
      squares,
      mirrored: true,
      board: board.map((line, row) => line.map((code, column) => (row === 5 && column === 0 ? 2 : code))),
      legal: [2, 3].map((column) => ({
        ...view.legal[0]!,
        text: column === 2 ? '9x18' : '9x23',
        to: [5 - column, column],
        path: [
          [5, 0],
          [5 - column, column],
        ],
        captures: [[4, 1]],
        sequence_length: 1,
      })),
    };
    render(CheckersBoard, { ...common, view: flying, legal: ['9x18', '9x23'], turn: 'first', play });
    await fireEvent.click(screen.getByRole('gridcell', { name: '9, red king, you can move it' }));
    await fireEvent.click(screen.getByRole('gridcell', { name: /^18, .*play here/ }));
    expect(play).toHaveBeenCalledWith('9x18');
  });

  it('takes two pieces by the final square', async () => {
    const play = vi.fn();
    render(CheckersBoard, { ...common, view, legal: ['12x19x26'], turn: 'first', play });
    expect(screen.getByRole('gridcell', { name: '23, black king' })).toBeTruthy();
    await fireEvent.click(screen.getByRole('gridcell', { name: '12, red man, you can move it' }));
    await fireEvent.click(screen.getByRole('gridcell', { name: '26, empty, you can play here' }));
    expect(play).toHaveBeenCalledWith('12x19x26');
  });

  it('asks the server why a square is not possible', async () => {
    const play = vi.fn();
    render(CheckersBoard, { ...common, view, legal: ['12x19x26'], turn: 'first', play });
    await fireEvent.click(screen.getByRole('gridcell', { name: /^12,/ }));
    await fireEvent.click(screen.getByRole('gridcell', { name: /^8,/ }));
    expect(play).toHaveBeenCalledWith('12-8');
  });
});
