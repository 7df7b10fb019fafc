import type { Dictionary } from '../../i18n/es';
import type { Player } from '../../lib/wire';

/** A Quarto position as the server draws it. A piece is four letters: T/S, L/D, Q/R, H/F. */
export interface QuartoView {
  /** From a1 along the rows. */
  board: (string | null)[];
  hand: string | null;
  left: string[];
  turn: Player | null;
  groups: string[][];
  squares: boolean;
}

/** All sixteen pieces in the order of the shelf: short and tall of the same kind stand together. */
export const PIECES: readonly string[] = ['Q', 'R'].flatMap((shape) =>
  ['F', 'H'].flatMap((hole) => ['L', 'D'].flatMap((colour) => ['T', 'S'].map((size) => size + colour + shape + hole))),
);

/** A piece in words. */
export function pieceWords(words: Dictionary['quarto'], piece: string): string {
  const lists: Record<string, string>[] = [words.size, words.colour, words.shape, words.hole];
  return lists.map((list, i) => list[piece[i] ?? ''] ?? '').join(', ');
}
