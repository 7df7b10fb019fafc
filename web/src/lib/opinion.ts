/** What the engine says of a position, turned into what a board and a bar show. */

import type { Mark } from '../boards/types';
import { catalogue } from './catalogue.svelte';
import { settings } from './settings.svelte';
import type { Analysis, KeptOpinion, Opinion } from './wire';

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

/** What is kept of an analysis at its position, for the first player. */
export const kept = (game: string, analysis: Analysis): KeptOpinion => ({
  value: valueForFirst(analysis),
  label: label(game, analysis.best, analysis.by === 'second'),
  line: analysis.line.slice(0, 12),
  depth: analysis.depth,
});

/**
 * A short label: moves to the end, else the points by which the game will be won where people count some, whole
 * when they are certain, else the value in hundredths between loss and win.
 */
export function label(game: string, opinion: Opinion, flip = false): string {
  const sign = flip ? -1 : 1;
  if (opinion.plies_to_end) {
    const wins = opinion.plies_to_end * sign > 0;
    return `${wins ? '+' : '−'}#${Math.abs(opinion.plies_to_end)}`;
  }
  const format = (value: number, digits: number) =>
    new Intl.NumberFormat(settings.lang, { signDisplay: 'exceptZero', maximumFractionDigits: digits }).format(value);
  const unit = catalogue.of(game)?.score_per_point;
  if (unit && opinion.score !== null) {
    const points = (opinion.score / unit) * sign;
    // Far behind or ahead, tenths say nothing and do not fit on a square.
    return format(points, isCertain(opinion) || Math.abs(points) >= 9.95 ? 0 : 1);
  }
  if (opinion.value === null) return '?';
  return format(Math.round(opinion.value * 100) * sign, 0);
}

/** Solved to the end: nothing between loss and win is left. */
const isCertain = ({ value, score }: Opinion) =>
  value !== null && (Math.abs(value) === 1 || (value === 0 && score === 0));

export function marksOf(game: string, analysis: Analysis | null): Map<string, Mark> {
  const marks = new Map<string, Mark>();
  if (!analysis) return marks;
  const top = valueOf(analysis.best);
  for (const opinion of analysis.moves) {
    const value = valueOf(opinion);
    const best = opinion.text === analysis.best.text || (value >= top - 1e-9 && sameEnd(opinion, analysis.best));
    marks.set(opinion.text, { label: label(game, opinion), best, value });
  }
  return marks;
}

const sameEnd = (a: Opinion, b: Opinion) => a.plies_to_end === b.plies_to_end && a.score === b.score;
