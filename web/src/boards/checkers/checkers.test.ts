import { describe, expect, it } from 'vitest';
import { click, targets } from './moves';
import { american, placesOf, squareName, type CheckersMove, type Names, type Place } from './view';

const placeOf = (square: number) => placesOf(american, String(square))[0]!;

const move = (text: string): CheckersMove => {
  const path = placesOf(american, text);
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
  it('calls them as moves are written', () => {
    expect(squareName(american, 7, 0)).toBe('4');
    expect(squareName(american, 5, 0)).toBe('12');
    expect(squareName(american, 0, 7)).toBe('29');
    expect(squareName(american, 0, 0)).toBeNull();
  });

  it('finds them back', () => {
    for (let n = 1; n <= 32; n++) expect(squareName(american, ...placeOf(n))).toBe(String(n));
  });

  it('takes the names that the view has', () => {
    const letters = [...'87654321'].flatMap((row, i) => [...(i % 2 ? 'aceg' : 'bdfh')].map((column) => column + row));
    const russian: Names = { squares: letters, mirrored: false };
    expect(squareName(russian, 7, 0)).toBe('a1');
    expect(placesOf(russian, 'a1xd4xh8')).toEqual([
      [7, 0],
      [4, 3],
      [0, 7],
    ]);
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
        .map((place) => Number(squareName(american, ...place)))
        .sort();
    expect(names([move('12x19x26')])).toEqual([19, 26]);
    expect(names([move('12x19x26'), move('12x21x26')])).toEqual([19, 21]);
  });

  it('refuses squares that no move visits', () => {
    expect(click([move('12-16')], [from], placeOf(17))).toEqual({ kind: 'none' });
  });

  it('plays a flying capture by its last square, and asks for the way where two lead there', () => {
    // The king on 29 takes the man on 22 and lands on any of three squares.
    const flying = [move('29x18'), move('29x15'), move('29x11')];
    const king = placeOf(29);
    for (const goal of [18, 15, 11])
      expect(click(flying, [king], placeOf(goal))).toMatchObject({ kind: 'move', move: { text: `29x${goal}` } });
    expect(targets(flying, [king])).toHaveLength(3);
    const round = [move('29x18x27'), move('29x15x24x27')];
    expect(click(round, [king], placeOf(27))).toEqual({ kind: 'none' });
    expect(click(round, [king], placeOf(15))).toMatchObject({ kind: 'path' });
  });
});
