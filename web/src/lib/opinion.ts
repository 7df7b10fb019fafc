/** What the machine thinks, turned into what a board and a bar show. */

import type { Mark } from '../boards/types';
import { settings } from './settings.svelte';
import type { Analysis, Opinion } from './wire';

/** Between -1 and 1 for the player to move; a forced end counts as certain. */
export function valueOf(opinion: Opinion): number {
  if (opinion.plies_to_end) return opinion.plies_to_end > 0 ? 1 : -1;
  return opinion.value ?? 0;
}

/** The same for the first player. */
export function valueForFirst(analysis: Analysis): number {
  const value = valueOf(analysis.best);
  return analysis.by === 'first' ? value : -value;
}

/**
 * A short label: moves to the end, else the value in hundredths between loss and win. Scores are not shown, as each
 * evaluation counts in units of its own.
 */
export function label(opinion: Opinion, flip = false): string {
  const sign = flip ? -1 : 1;
  if (opinion.plies_to_end) {
    const wins = opinion.plies_to_end * sign > 0;
    return `${wins ? '+' : '−'}#${Math.abs(opinion.plies_to_end)}`;
  }
  const format = (value: number, digits: number) =>
    new Intl.NumberFormat(settings.lang, { signDisplay: 'exceptZero', maximumFractionDigits: digits }).format(value);
  if (opinion.value === null) return '?';
  return format(Math.round(opinion.value * 100) * sign, 0);
}

export function marksOf(analysis: Analysis | null): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  if (!analysis) return marks;
  const top = valueOf(analysis.best);
  for (const opinion of analysis.moves) {
    const value = valueOf(opinion);
    const best = opinion.text === analysis.best.text || (value >= top - 1e-9 && sameEnd(opinion, analysis.best));
    marks.set(opinion.text, { label: label(opinion), best, value });
  }
  return marks;
}

const sameEnd = (a: Opinion, b: Opinion) => a.plies_to_end === b.plies_to_end && a.score === b.score;
