/** Setting up checkers: the first player's pieces are `B` in a FEN, the second's `W`. */

import type { Arrangement, Setup } from '../setup';
import Man from './Man.svelte';
import { squareNumber, type CheckersView } from './view';
import { words } from './words';

const CODES: Record<number, string> = { 1: 'rm', 2: 'rk', [-1]: 'bm', [-2]: 'bk' };

export function setup(): Setup {
  const name = (row: number, column: number) => String(squareNumber(row, column) ?? '');
  return {
    rows: 8,
    columns: 8,
    colours: ['#4a2c18', '#a06c44', '#efdcb6'],
    Piece: Man,
    pieces: ['rm', 'rk', 'bm', 'bk'],
    name,
    usable: (row, column) => squareNumber(row, column) !== null,
    label: (piece) => words()[piece[1] === 'k' ? 'king' : 'man'][piece[0] === 'r' ? 'first' : 'second'],
    read(view): Arrangement {
      const { board, turn } = view as CheckersView;
      const cells = new Map<string, string>();
      board.forEach((line, row) =>
        line.forEach((code, column) => {
          const piece = CODES[code];
          if (piece) cells.set(name(row, column), piece);
        }),
      );
      return { cells, turn: turn ?? 'first', hand: null };
    },
    write({ cells, turn }) {
      const list = (colour: string) =>
        [...cells]
          .filter(([, piece]) => piece[0] === colour)
          .sort(([a], [b]) => Number(a) - Number(b))
          .map(([square, piece]) => (piece[1] === 'k' ? `K${square}` : square))
          .join(',');
      return `${turn === 'first' ? 'B' : 'W'}:W${list('b')}:B${list('r')}`;
    },
  };
}
