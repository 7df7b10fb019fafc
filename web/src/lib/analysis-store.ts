/**
 * Analyses kept on this device, so that a reload loses nothing: the branches that were tried, what was said of positions and
 * the review of the game, under the game that was opened. The latest few are kept.
 */

import type { Line } from './api';
import type { SavedReview } from './game-review.svelte';
import type { TreeNode } from './wire';

const KEY = 'damero.analyses';
const MOST = 12;

interface Saved {
  of: string;
  nodes: TreeNode[];
  review: SavedReview | null;
}

/** What an analysis is kept under: a room, or the whole line that was opened. */
export const keyOf = (room: string | null, line: Line): string =>
  room ? `room:${room}` : [line.game, line.rules, line.start ?? '', ...line.moves].join(' ');

function all(): Saved[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list)
      ? list.filter((saved) => typeof saved?.of === 'string' && Array.isArray(saved.nodes))
      : [];
  } catch {
    return [];
  }
}

export const load = (of: string): Saved | null => all().find((saved) => saved.of === of) ?? null;

export function keep(saved: Saved): void {
  const others = all().filter(({ of }) => of !== saved.of);
  const said = saved.nodes.some(({ comment, glyphs, shapes, opinion }) => comment || glyphs || shapes || opinion);
  const branched = saved.nodes.some(({ parent }, i) => i > 0 && parent !== i - 1);
  const worth = said || branched || saved.review !== null;
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
