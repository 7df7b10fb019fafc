/** Pieces of Quarto, four letters each: T/S, L/D, Q/R, H/F. The view's types are the server's. */

export type { QuartoView } from '../../wire';
import { words } from './words';

/** All sixteen pieces in the order of the shelf: short and tall of the same kind stand together. */
export const PIECES: readonly string[] = ['Q', 'R'].flatMap((shape) =>
  ['F', 'H'].flatMap((hole) => ['L', 'D'].flatMap((colour) => ['T', 'S'].map((size) => size + colour + shape + hole))),
);

/** A piece in words. */
export function pieceName(piece: string): string {
  const { size, colour, shape, hole } = words();
  return [size, colour, shape, hole].map((list, i) => list[piece[i] ?? ''] ?? '').join(', ');
}
