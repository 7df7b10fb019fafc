/**
 * A deal for analysis boards, where no server draws tiles: twenty tiles at random from the bag, and from the lid when the
 * bag is too small. In games that count the server draws.
 */

import type { AzulView } from './view';

const LETTERS = ['B', 'Y', 'R', 'K', 'W'];

/** The deal as it is written, or null when none is due. */
export function chance(view: unknown, random: () => number): string | null {
  const { opener, bag, lid } = view as Partial<AzulView>;
  if (!opener || !bag || !lid) return null;
  const heap = (counts: number[]) => counts.flatMap((n, i) => Array.from({ length: n }, () => LETTERS[i] ?? ''));
  const draw = (tiles: string[]) => tiles.splice(Math.floor(random() * tiles.length), 1)[0] ?? '';
  const [first, second] = [heap(bag), heap(lid)];
  const factories = Array.from({ length: 5 }, () => {
    const tiles = Array.from({ length: 4 }, () => draw(first.length > 0 ? first : second));
    return tiles.sort((a, b) => LETTERS.indexOf(a) - LETTERS.indexOf(b)).join('');
  });
  return factories.join('/');
}
