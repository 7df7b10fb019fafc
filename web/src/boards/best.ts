/** Which moves analysis would play, for arrows over a board: the best few, the better the broader. */

import type { Mark } from './types';

const SHOWN = 3;
/** Moves that are worse by more than this are no advice. */
const MARGIN = 0.15;

export function best(marks: Map<string, Mark>): { text: string; weight: number }[] {
  const sorted = [...marks].sort(([, a], [, b]) => b.value - a.value);
  const top = sorted[0]?.[1].value ?? 0;
  return sorted
    .filter(([, mark]) => mark.value >= top - MARGIN)
    .slice(0, SHOWN)
    .map(([text, mark]) => ({ text, weight: mark.best ? 1 : 0.55 }));
}
