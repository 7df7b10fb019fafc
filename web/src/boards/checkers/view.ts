/** Squares of checkers and their numbers. The view's types are the server's. */

import type * as wire from '../../wire';

/** A move as views have it: whole. Only who writes one may leave parts out. */
export type CheckersMove = Required<wire.CheckersMove>;
export type CheckersView = Omit<wire.CheckersView, 'legal'> & { legal: CheckersMove[] };

export type Place = [row: number, column: number];

/** The number of a playing square, as moves are written: 32 at the top left, 1 at the bottom right. */
export function squareNumber(row: number, column: number): number | null {
  return (row + column) % 2 === 1 ? 32 - 4 * row - Math.floor(column / 2) : null;
}

/** Where a numbered square lies. */
export function placeOf(square: number): Place {
  const row = Math.floor((32 - square) / 4);
  const half = (32 - square) % 4;
  return [row, 2 * half + (row % 2 === 0 ? 1 : 0)];
}

/** The squares that a written move visits: `14x21x30` is 14, 21, 30. */
export function squaresOf(text: string): number[] {
  return text
    .split(/[-x]/)
    .map(Number)
    .filter((n) => n >= 1 && n <= 32);
}
