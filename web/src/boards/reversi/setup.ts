/** Setting up Reversi: 64 characters from a1 along the rows, and the side to move. */

import type { Arrangement, Setup } from '../setup';
import { file } from '../types';
import Disc from './Disc.svelte';
import type { ReversiView } from './view';
import { words } from './words';

export function setup(): Setup {
  const name = (row: number, column: number) => `${file(column)}${row + 1}`;
  return {
    rows: 8,
    columns: 8,
    colours: ['#16211c', '#2a7d59', '#2a7d59'],
    Piece: Disc,
    pieces: ['X', 'O'],
    name,
    usable: () => true,
    label: (piece) => words().disc[piece === 'X' ? 'first' : 'second'],
    read(view): Arrangement {
      const { board, turn } = view as ReversiView;
      const discs = [...board].map((disc, i) => [name(Math.floor(i / 8), i % 8), disc] as const);
      return { cells: new Map(discs.filter(([, disc]) => disc !== '-')), turn: turn ?? 'first', hand: null };
    },
    write({ cells, turn }) {
      const board = Array.from({ length: 64 }, (_, i) => cells.get(name(Math.floor(i / 8), i % 8)) ?? '-');
      return `${board.join('')} ${turn === 'first' ? 'X' : 'O'}`;
    },
  };
}
