/**
 * How boards and pieces look. A game brings a few looks as CSS variables (`boards/<game>/looks.ts`); which one somebody
 * likes is kept with the settings. What a look does not set stays as the board draws it by itself.
 */

import { boardOf } from '../boards/game';
import { settings } from './settings.svelte';
import type { Text } from './wire';

export interface Look {
  id: string;
  name: Text;
  /** CSS variables, such as `--ck-dark: #5d7f52`. */
  style: string;
}

/** The looks of a game, the usual one first. */
export interface Looks {
  boards: Look[];
  pieces: Look[];
}

export interface ChosenLook {
  board?: string;
  pieces?: string;
}

export const chosenLook = (game: string): ChosenLook => settings.looks[game] ?? {};

/** The CSS of what is chosen; names that there are not mean the usual look. */
export function lookStyle(looks: Looks, { board, pieces }: ChosenLook): string {
  const style = (list: Look[], id: string | undefined) => (list.find((look) => look.id === id) ?? list[0])?.style;
  return [style(looks.boards, board), style(looks.pieces, pieces)].filter(Boolean).join('; ');
}

export async function looksOf(game: string): Promise<Looks | null> {
  return (await boardOf(game)?.looks?.())?.looks ?? null;
}
