/**
 * Analyses kept on this device, so that a reload loses nothing: the branches that were tried and the review of the game,
 * under the game that was opened. The latest few are kept.
 */

import type { Line } from './api';
import type { Row } from './analysis-tree.svelte';
import type { SavedReview } from './game-review.svelte';

const KEY = 'damero.analyses';
const MOST = 12;

interface Saved {
  of: string;
  rows: Row[];
  review: SavedReview | null;
}

/** What an analysis is kept under: a room, or the whole line that was opened. */
export const keyOf = (room: string | null, line: Line): string =>
  room ? `room:${room}` : [line.game, line.rules, line.start ?? '', ...line.moves].join(' ');

function all(): Saved[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list)
      ? list.filter((saved) => typeof saved?.of === 'string' && Array.isArray(saved.rows))
      : [];
  } catch {
    return [];
  }
}

export const load = (of: string): Saved | null => all().find((saved) => saved.of === of) ?? null;

export function keep(saved: Saved): void {
  const others = all().filter(({ of }) => of !== saved.of);
  const worth = saved.rows.length > 0 || saved.review !== null;
  const list = (worth ? [saved, ...others] : others).slice(0, MOST);
  // What does not fit makes room, the oldest first.
  for (; list.length > 0; list.pop()) {
    try {
      localStorage.setItem(KEY, JSON.stringify(list));
      return;
    } catch {
      // Too much: one less is tried.
    }
  }
}
