import { describe, expect, it } from 'vitest';
import { click, targets } from './moves';
import { placeOf, squareNumber, squaresOf, type CheckersMove, type Place } from './view';

const move = (text: string): CheckersMove => {
  const path = squaresOf(text).map(placeOf);
  return {
    text,
    from: path[0]!,
    to: path.at(-1)!,
    path,
    captures: [],
    promotion: false,
    sequence_length: path.length - 1,
  };
};

describe('squares', () => {
  it('numbers them as moves are written', () => {
    expect(squareNumber(7, 0)).toBe(4);
    expect(squareNumber(5, 0)).toBe(12);
    expect(squareNumber(0, 7)).toBe(29);
    expect(squareNumber(0, 0)).toBeNull();
  });

  it('finds them back', () => {
    for (let n = 1; n <= 32; n++) expect(squareNumber(...placeOf(n))).toBe(n);
  });
});

describe('clicks', () => {
  const from = placeOf(12);

  it('plays by the final square when one way leads there', () => {
    const moves = [move('12x19x26'), move('12x21')];
    expect(click(moves, [from], placeOf(26))).toMatchObject({ kind: 'move', move: { text: '12x19x26' } });
  });

  it('follows the path when several ways lead to the same square', () => {
    const moves = [move('12x19x26'), move('12x21x26')];
    expect(click(moves, [from], placeOf(26))).toEqual({ kind: 'none' });
    const step = click(moves, [from], placeOf(21));
    expect(step).toMatchObject({ kind: 'path' });
    const path = (step as { path: Place[] }).path;
    expect(click(moves, path, placeOf(26))).toMatchObject({ kind: 'move', move: { text: '12x21x26' } });
  });

  it('points out next squares, and final ones that are unambiguous', () => {
    const names = (moves: CheckersMove[]) =>
      targets(moves, [from])
        .map((place) => squareNumber(...place))
        .sort();
    expect(names([move('12x19x26')])).toEqual([19, 26]);
    expect(names([move('12x19x26'), move('12x21x26')])).toEqual([19, 21]);
  });

  it('refuses squares that no move visits', () => {
    expect(click([move('12-16')], [from], placeOf(17))).toEqual({ kind: 'none' });
  });
});
