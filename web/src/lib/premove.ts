/**
 * Premoves: moves said before their turn. When its turn comes, a premove is played if the server lists it as legal then,
 * and dropped otherwise. Boards know no rules, so what they report ahead of time may be spelled a little differently.
 */

import type { Spelling } from './wire';

/** The legal move that was meant, or null. */
export function meant(spelling: Spelling, said: string, legal: string[]): string | null {
  if (legal.includes(said)) return said;
  const found = legal.filter((text) => ALIKE[spelling](said, text));
  return found.length === 1 ? (found[0] ?? null) : null;
}

const ALIKE: Record<Spelling, (said: string, text: string) => boolean> = {
  exact: () => false,
  capture: (said, text) => said.replace('x', '-') === text.replace('x', '-'),
  ends: (said, text) => {
    const [a, b] = [said.split(/[-x]/), text.split(/[-x]/)];
    return a[0] === b[0] && a.at(-1) === b.at(-1);
  },
};
