/** Squares of checkers and their numbers. The view's types are the server's. */

import type * as wire from '../../wire';

/** A move as views have it: whole. Only who writes one may leave parts out. */
export type CheckersMove = Required<wire.CheckersMove>;
export type CheckersView = Omit<wire.CheckersView, 'legal'> & { legal: CheckersMove[] };

export type Place = [row: number, column: number];

/** How a view calls the playing squares: along the rows from the top left. */
export type Names = Pick<CheckersView, 'squares' | 'mirrored'>;

/** The names of American checkers: 32 at the top left, 1 at the bottom right. */
export const american: Names = {
  squares: Array.from({ length: 32 }, (_, i) => String(32 - i)),
  mirrored: false,
};

/** The name of a playing square, as moves are written. */
export function squareName({ squares }: Names, row: number, column: number): string | null {
  return (row + column) % 2 === 1 ? (squares[4 * row + Math.floor(column / 2)] ?? null) : null;
}

/** The names of the squares that a written move visits: `14x21x30` is 14, 21, 30 and `c3-d4` is c3, d4. */
export function squaresOf(text: string): string[] {
  return text.split(/[-x]/).filter((name) => name !== '');
}

/** Where these squares lie; what is no square is left out. */
export function placesOf({ squares }: Names, text: string): Place[] {
  return squaresOf(text)
    .map((name) => squares.indexOf(name))
    .filter((index) => index >= 0)
    .map((index) => {
      const row = Math.floor(index / 4);
      return [row, 2 * (index % 4) + (row % 2 === 0 ? 1 : 0)];
    });
}
