/** A game that the page does not know: drawn from its view, played by mouse and keyboard. */

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rulesName } from '../../lib/names';
import { save } from '../../lib/settings.svelte';
import GameThumb from '../../parts/GameThumb.svelte';
import Board from '../Board.svelte';
import { boardOf } from '../game';
import { movesAt, namesCell, readGrid } from './view';

save({ lang: 'en', pace: 'none' });
afterEach(cleanup);

const seats = { first: { en: 'Crosses', es: 'Cruces' }, second: { en: 'Noughts', es: 'Ceros' } };
const common = {
  game: 'tictactoe',
  turn: 'first' as const,
  last: null,
  change: null,
  flip: false,
  marks: new Map(),
  hint: null,
  seats,
};
const names = ['a3', 'b3', 'c3', 'a2', 'b2', 'c2', 'a1', 'b1', 'c1'];
const cells = ['x', null, null, null, 'o', null, null, null, null];
const view = { rows: 3, columns: 3, cells, names };
const legal = names.filter((_, i) => cells[i] === null);

describe('a game without a folder', () => {
  it('is drawn cell by cell, and a click plays the move of the cell', async () => {
    const play = vi.fn();
    expect(boardOf('tictactoe')).toBeUndefined();
    render(Board, { ...common, view, legal, play });
    expect(await screen.findAllByRole('gridcell')).toHaveLength(9);
    expect(screen.getByRole('gridcell', { name: 'b2, o' })).toBeTruthy();
    await fireEvent.click(screen.getByRole('gridcell', { name: 'c1, empty, you can play here' }));
    expect(play).toHaveBeenLastCalledWith('c1');
    await fireEvent.click(screen.getByRole('gridcell', { name: 'a3, x' }));
    expect(play).toHaveBeenLastCalledWith('a3');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is played with the keyboard', async () => {
    const play = vi.fn();
    render(Board, { ...common, view, legal, play });
    const [first] = await screen.findAllByRole('gridcell');
    await fireEvent.keyDown(first!, { key: 'ArrowRight' });
    await fireEvent.keyDown(screen.getByRole('gridcell', { name: /^b3/ }), { key: 'Enter' });
    expect(play).toHaveBeenCalledWith('b3');
  });

  it('asks for a second cell where moves have two, and offers the rest as buttons', async () => {
    const play = vi.fn();
    render(Board, { ...common, view, legal: ['a3-b3', 'a3-a2', 'b2-c2', 'pass'], play });
    await fireEvent.click(await screen.findByRole('gridcell', { name: /^a3/ }));
    expect(play).not.toHaveBeenCalled();
    expect(screen.getAllByRole('button').map((button) => button.textContent?.trim())).toEqual(['a3-b3', 'a3-a2']);
    await fireEvent.click(screen.getByRole('gridcell', { name: /^a2/ }));
    expect(play).toHaveBeenLastCalledWith('a3-a2');
    await fireEvent.click(screen.getByRole('button', { name: 'pass' }));
    expect(play).toHaveBeenLastCalledWith('pass');
  });

  it('can be played by its moves alone when its view is no grid', async () => {
    const play = vi.fn();
    render(Board, { ...common, view: { heaps: [3, 4, 5] }, legal: ['1-2', '2-1'], play });
    await fireEvent.click(await screen.findByRole('button', { name: '2-1' }));
    expect(play).toHaveBeenCalledWith('2-1');
  });

  it('has a picture, and rules called by their name', () => {
    const { container } = render(GameThumb, { game: 'tictactoe' });
    expect(container.querySelector('svg rect')).toBeTruthy();
    expect(rulesName('tictactoe', 'standard')).toBe('standard');
  });
});

describe('cells in moves', () => {
  it('are whole words', () => {
    expect(namesCell('a1-b2', 'a1')).toBe(true);
    expect(namesCell('a10', 'a1')).toBe(false);
    expect(namesCell('12-16', '2')).toBe(false);
    expect(namesCell('Nb1', 'b1')).toBe(true);
    expect(movesAt(['a1', 'a1-b2'], ['a1'])).toEqual(['a1']);
  });

  it('need a view that fits together', () => {
    expect(readGrid(null)).toBeNull();
    expect(readGrid({ rows: 2, columns: 2, cells: [null], names: ['a1'] })).toBeNull();
    expect(readGrid(view)).toEqual(view);
  });
});
