/**
 * What can be drawn on in Azul: tiles of one colour at a source (`3B`, `CW`), lines and floors (`a2`, `bF`), and cells of the
 * walls by row and column (`aw24`). The board of the first player is `a`, that of the second `b`.
 */

import type { Player } from '../../lib/wire';

const BOARDS: Record<Player, string> = { first: 'a', second: 'b' };
const PLACES = '[data-take]:not([aria-hidden=true]), [data-cell], [data-wall]';

/** What the place of an element is called; null if it is none. */
export function placeOf({ dataset }: HTMLElement): string | null {
  if (dataset.take) return dataset.take;
  const [player, ...rest] = (dataset.cell ?? dataset.wall ?? '').split('-');
  const board = BOARDS[player as Player];
  if (!board) return null;
  if (dataset.cell) return board + rest[0];
  return `${board}w${rest.map((n) => Number(n) + 1).join('')}`;
}

const elements = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>(PLACES)];

/** Where the places are, by their names, in pixels of the window. */
export function placesIn(root: HTMLElement): Map<string, DOMRect> {
  return new Map(
    elements(root).flatMap((element) => {
      const place = placeOf(element);
      return place ? [[place, element.getBoundingClientRect()] as const] : [];
    }),
  );
}

/** The place at a point of the window. Buttons that are off hear nothing, so it is found by where things are. */
export function placeAt(root: HTMLElement, x: number, y: number): string | null {
  for (const [place, { left, right, top, bottom }] of placesIn(root))
    if (x >= left && x < right && y >= top && y < bottom) return place;
  return null;
}
