/** Setting up checkers: squares and colours are called as the view of the beginning calls them. */

import type { Arrangement, Setup } from '../setup';
import Man from './Man.svelte';
import { american, squareName, type CheckersView } from './view';
import { words } from './words';

const CODES: Record<number, string> = { 1: 'rm', 2: 'rk', [-1]: 'bm', [-2]: 'bk' };

export function setup(beginning: unknown = { ...american, letters: ['B', 'W'] }): Setup {
  const names = beginning as Pick<CheckersView, 'squares' | 'mirrored' | 'letters'>;
  const [red, black] = names.letters;
  /** The column as views count it, of a column that is drawn, and back. */
  const across = (column: number) => (names.mirrored ? 7 - column : column);
  const name = (row: number, column: number) => squareName(names, row, across(column)) ?? '';
  return {
    rows: 8,
    columns: 8,
    colours: ['#4a2c18', '#a06c44', '#efdcb6'],
    Piece: Man,
    pieces: ['rm', 'rk', 'bm', 'bk'],
    name,
    usable: (row, column) => name(row, column) !== '',
    label: (piece) => words()[piece[1] === 'k' ? 'king' : 'man'][piece[0] === 'r' ? 'first' : 'second'],
    read(view): Arrangement {
      const { board, turn } = view as CheckersView;
      const cells = new Map<string, string>();
      board.forEach((line, row) =>
        line.forEach((code, column) => {
          const piece = CODES[code];
          if (piece) cells.set(name(row, across(column)), piece);
        }),
      );
      return { cells, turn: turn ?? 'first', hand: null };
    },
    write({ cells, turn }) {
      const list = (colour: string) =>
        [...cells]
          .filter(([, piece]) => piece[0] === colour)
          .sort(([a], [b]) => Number(a) - Number(b) || a.localeCompare(b))
          .map(([square, piece]) => (piece[1] === 'k' ? `K${square}` : square))
          .join(',');
      const sides = [`${black}${list('b')}`, `${red}${list('r')}`].sort().reverse();
      return `${turn === 'first' ? red : black}:${sides.join(':')}`;
    },
  };
}
