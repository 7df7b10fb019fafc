/** Arrangements written as the server reads them, and read back from its views. */

import { describe, expect, it } from 'vitest';
import { setup as checkers } from './checkers/setup';
import { setup as chessfive } from './chessfive/setup';
import { digit, setup as quarto } from './quarto/setup';
import { setup as reversi } from './reversi/setup';
import { put, used, type Arrangement } from './setup';

const empty: Arrangement = { cells: new Map(), turn: 'first', hand: null };

describe('setting up', () => {
  it('writes checkers as a FEN', () => {
    let board = put(empty, checkers(), '12', 'rm');
    board = put(board, checkers(), '5', 'rk');
    board = put(board, checkers(), '30', 'bk');
    expect(checkers().write({ ...board, turn: 'second' })).toBe('W:WK30:BK5,12');
  });

  it('calls squares and colours of checkers as the rules do', () => {
    const squares = Array.from({ length: 32 }, (_, i) => String(4 * Math.floor(i / 4) + 4 - (i % 4)));
    const italian = checkers({ squares, mirrored: true, letters: ['W', 'B'] });
    expect(italian.usable(0, 0)).toBe(true);
    expect(italian.name(0, 0)).toBe('1');
    expect(italian.name(7, 7)).toBe('32');
    let board = put(empty, italian, '32', 'rm');
    board = put(board, italian, '1', 'bk');
    expect(italian.write({ ...board, turn: 'first' })).toBe('W:W32:BK1');
  });

  it('takes a piece away when it is put a second time', () => {
    const once = put(empty, reversi(), 'd4', 'X');
    expect(put(once, reversi(), 'd4', 'X').cells.size).toBe(0);
    expect(put(once, reversi(), 'd4', 'O').cells.get('d4')).toBe('O');
    expect(put(once, reversi(), 'd4', null).cells.size).toBe(0);
  });

  it('reads and writes Reversi', () => {
    const board = '-'.repeat(27) + 'OX' + '-'.repeat(6) + 'XO' + '-'.repeat(27);
    const read = reversi().read({ board, turn: 'second', legal: [], discs: { first: 2, second: 2 } });
    expect(reversi().write(read)).toBe(`${board} O`);
  });

  it('numbers the pieces of Quarto by their attributes, and has each once', () => {
    expect(['SDRF', 'SDRH', 'TLQH', 'TDRF'].map(digit)).toEqual(['0', '1', 'F', '8']);
    let board = put({ ...empty, hand: 'SDRF' }, quarto(), 'a1', 'TLQH');
    board = put(board, quarto(), 'b1', 'TLQH');
    expect(quarto().write(board)).toBe('.F../..../..../.... 0');
    expect(quarto().write(put(board, quarto(), 'c1', 'SDRF'))).toBe('.F0./..../..../.... -');
    expect(used(board, 'TLQH')).toBe(1);
  });

  it('keeps in the hands of ChessFive what is not on the board', () => {
    const game = chessfive({ side: 8, hands: { first: 'RRNNBBQK', second: 'rrnnbbqk' } });
    let board = put(empty, game, 'a1', 'R');
    board = put(board, game, 'e1', 'n');
    expect(game.write(board)).toBe('8/8/8/8/8/8/8/R3n3 c RNNBBQK/rrnbbqk 0');
    expect(game.supply?.('R')).toBe(2);
  });
});
