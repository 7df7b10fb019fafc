/** Setting up Reversi: 64 characters from a1 along the rows, and the side to move. */

import { t } from '../../i18n/index.svelte';
import type { Arrangement, Setup } from '../setup';
import { file } from '../types';
import type { ReversiView } from './view';

export function setup(): Setup {
  const name = (row: number, column: number) => `${file(column)}${row + 1}`;
  return {
    rows: 8,
    columns: 8,
    pieces: ['X', 'O'],
    name,
    usable: () => true,
    label: (piece) => t().reversi.disc[piece === 'X' ? 'first' : 'second'],
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
