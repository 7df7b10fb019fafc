/** Boards of a batch, read from what a run folder keeps of them. */

import type { QuartoView } from './view';

/** A piece by its number: one bit for each attribute, from high to low size, colour, shape, hole. */
export function pieceOf(number: number): string | null {
  if (number < 0 || number > 15) return null;
  return ['ST', 'DL', 'RQ', 'FH'].map((letters, i) => letters[(number >> (3 - i)) & 1]).join('');
}

/** Such a board as the Quarto board draws it. */
export function viewOf(rows: readonly (readonly number[])[], hand: string | null): QuartoView {
  const board = rows.flat().map(pieceOf);
  return { board, hand, left: [], turn: null, groups: [], squares: false };
}

/** What stands above a pair: `{piece}|{action}|{player} | R={reward}`. */
export function readTitle(title: string): { piece: string; action: string; player: string; reward: string } | null {
  const found = /^(.*?)\|(.*?)\|(.*?) \| R=(.*)$/.exec(title);
  return found
    ? { piece: found[1] ?? '', action: found[2] ?? '', player: found[3] ?? '', reward: found[4] ?? '' }
    : null;
}
