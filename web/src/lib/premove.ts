/**
 * A move said before its turn. When the turn comes it is played if the server lists it as legal then, and dropped
 * otherwise. Boards know no rules, so what they report ahead of time may be written a little differently.
 */

import type { GameId } from './wire';

/** The legal move that was meant, or null. */
export function meant(game: GameId, said: string, legal: string[]): string | null {
  if (legal.includes(said)) return said;
  const found = legal.filter((text) => alike(game, said, text));
  return found.length === 1 ? (found[0] ?? null) : null;
}

function alike(game: GameId, said: string, text: string): boolean {
  // From and to decide: whether something is taken on the way was not known.
  if (game === 'checkers') {
    const [a, b] = [said.split(/[-x]/), text.split(/[-x]/)];
    return a[0] === b[0] && a.at(-1) === b.at(-1);
  }
  if (game === 'chessfive') return said.replace('x', '-') === text.replace('x', '-');
  return false;
}
