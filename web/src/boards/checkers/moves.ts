/** How clicks become a checkers move: by its final square when that says enough, else along its path. */

import type { CheckersMove, Place } from './view';

export const same = (a: Place | undefined, b: Place): boolean => !!a && a[0] === b[0] && a[1] === b[1];

/** The moves that begin with these squares. */
export function beginning(moves: CheckersMove[], path: Place[]): CheckersMove[] {
  return moves.filter((move) => path.every((place, i) => same(move.path[i], place)));
}

export type Click = { kind: 'move'; move: CheckersMove } | { kind: 'path'; path: Place[] } | { kind: 'none' };

/** What a click on a square means, when `path` has been clicked so far. */
export function click(moves: CheckersMove[], path: Place[], place: Place): Click {
  const open = beginning(moves, path);
  // The final square of exactly one way there: done.
  const ending = open.filter((move) => same(move.to, place));
  if (ending.length === 1 && ending[0]) return { kind: 'move', move: ending[0] };
  // The next square of a path: go on, or done if nothing else begins so.
  const longer = [...path, place];
  const next = beginning(open, longer);
  if (next.length === 0) {
    // Several ways to the same final square: any order that the rules tell apart takes the same pieces or more is
    // chosen by its path, so the person is asked for the squares between.
    return { kind: 'none' };
  }
  const complete = next.find((move) => move.path.length === longer.length);
  if (complete && next.length === 1) return { kind: 'move', move: complete };
  return { kind: 'path', path: longer };
}

/** The squares to point out next: where a path may go, and where it may end. */
export function targets(moves: CheckersMove[], path: Place[]): Place[] {
  const open = beginning(moves, path);
  const places = new Map<string, Place>();
  for (const move of open) {
    const next = move.path[path.length];
    if (next) places.set(String(next), next);
    const ways = open.filter((other) => same(other.to, move.to)).length;
    if (ways === 1) places.set(String(move.to), move.to);
  }
  return [...places.values()];
}
