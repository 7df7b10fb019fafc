/** What a cell is called for those who cannot see it: its name, what is on it, and what can be done with it. */

import { t } from '../i18n/index.svelte';
import type { Mark } from './types';

export interface CellFacts {
  name: string;
  /** What is on it; nothing is said to be empty. */
  piece: string | null;
  selected?: boolean;
  movable?: boolean;
  playable?: boolean;
  last?: boolean;
  queued?: boolean;
  mark?: Mark | undefined;
  /** One more thing that a game says about a cell. */
  also?: string | null;
}

export function cellLabel({ name, piece, also, mark, ...is }: CellFacts, between = ', '): string {
  const words = t().cell;
  return [
    name,
    piece ?? words.empty,
    also,
    is.selected ? words.selected : is.movable && words.movable,
    is.playable && words.playable,
    is.last && words.last,
    is.queued && words.queued,
    mark && words.value(mark.label),
  ]
    .filter(Boolean)
    .join(between);
}
