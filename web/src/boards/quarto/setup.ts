/** Setting up Quarto: a hexadecimal digit for each piece, and the piece in hand. Whose turn it is follows from both. */

import type { Arrangement, Setup } from '../setup';
import { file } from '../types';
import Hatching from './Hatching.svelte';
import SetupPiece from './SetupPiece.svelte';
import { PIECES, pieceName, type QuartoView } from './view';

/** The digit of a piece: a bit each for tall, light, square and hollow. */
export function digit(piece: string): string {
  const bits = ['T', 'L', 'Q', 'H'].map((letter, i) => (piece[i] === letter ? 8 >> i : 0));
  return bits
    .reduce((a, b) => a + b, 0)
    .toString(16)
    .toUpperCase();
}

export function setup(): Setup {
  const name = (row: number, column: number) => `${file(column)}${row + 1}`;
  const at = (i: number) => name(Math.floor(i / 4), i % 4);
  return {
    rows: 4,
    columns: 4,
    colours: ['#3f4a3e', '#566353', '#566353'],
    Piece: SetupPiece,
    Definitions: Hatching,
    pieces: PIECES,
    name,
    usable: () => true,
    label: pieceName,
    supply: () => 1,
    turnFollows: true,
    withHand: true,
    read(view): Arrangement {
      const { board, hand, turn } = view as QuartoView;
      const cells = new Map<string, string>();
      board.forEach((piece, i) => piece && cells.set(at(i), piece));
      return { cells, turn: turn ?? 'first', hand };
    },
    write({ cells, hand }) {
      const digits = Array.from({ length: 16 }, (_, i) => {
        const piece = cells.get(at(i));
        return piece ? digit(piece) : '.';
      });
      const rows = [0, 4, 8, 12].map((i) => digits.slice(i, i + 4).join(''));
      return `${rows.join('/')} ${hand ? digit(hand) : '-'}`;
    },
  };
}
