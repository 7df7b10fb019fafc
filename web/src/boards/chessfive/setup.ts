/** Setting up ChessFive: ranks as in a FEN, the side to move, the hands, and the plies of phase Chess. */

import type { Player } from '../../lib/wire';
import type { Arrangement, Setup } from '../setup';
import { file } from '../types';
import Token from './Token.svelte';
import { counts, KINDS, letterOf, ownerOf, pieceName, type ChessFiveView } from './view';
import { words } from './words';

export function setup(beginning: unknown): Setup {
  const { side, hands } = beginning as ChessFiveView;
  const name = (row: number, column: number) => `${file(column)}${side - row}`;
  const all = { first: counts(hands.first), second: counts(hands.second) };
  return {
    rows: side,
    columns: side,
    colours: ['#222a4a', '#454f7d', '#5a6596'],
    Piece: Token,
    help: () => words().handHelp,
    pieces: (['first', 'second'] as const).flatMap((player) => KINDS.map((kind) => letterOf(kind, player))),
    name,
    usable: () => true,
    label: pieceName,
    supply: (piece) => all[ownerOf(piece)][piece.toUpperCase()] ?? 0,
    read(view): Arrangement {
      const { board, turn } = view as ChessFiveView;
      const cells = new Map<string, string>();
      board.forEach((line, row) => [...line].forEach((letter, c) => letter !== '.' && cells.set(name(row, c), letter)));
      return { cells, turn: turn ?? 'first', hand: null };
    },
    write({ cells, turn }) {
      const ranks = Array.from({ length: side }, (_, row) =>
        Array.from({ length: side }, (_, column) => cells.get(name(row, column)) ?? '.')
          .join('')
          .replaceAll(/\.+/g, (gap) => String(gap.length)),
      );
      const placed = [...cells.values()];
      // What is not on the board has still to be dropped.
      const rest = (player: Player) =>
        KINDS.map((kind) => {
          const letter = letterOf(kind, player);
          const left = (all[player][kind] ?? 0) - placed.filter((piece) => piece === letter).length;
          return letter.repeat(Math.max(0, left));
        }).join('');
      const [a, b] = [rest('first'), rest('second')];
      return `${ranks.join('/')} ${turn === 'first' ? 'c' : 'm'} ${a || b ? `${a}/${b}` : '-'} 0`;
    },
  };
}
