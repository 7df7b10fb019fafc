/** The words of the training pages in the chosen language, and numbers as their charts write them. */

import { number } from '../../i18n/index.svelte';
import { en } from '../../i18n/training.en';
import { es, type TrainingWords } from '../../i18n/training.es';
import { settings } from '../settings.svelte';
import type { Axis } from './curves';
import { familyOf, restOf } from './metrics';

export const words = (): TrainingWords => (settings.lang === 'es' ? es : en);

/** The title of a family; one that nobody foresaw is called as it is. */
export const familyTitle = (family: string): string => words().families[family] ?? family;

export const curveTitle = (name: string): string => words().curves[restOf(name)] ?? restOf(name);

/** `win_rate/greedy` in words: "win rate, greedy". */
export const seriesTitle = (name: string): string =>
  name.includes('/') ? `${familyTitle(familyOf(name))}: ${curveTitle(name)}` : familyTitle(name);

/** Families whose numbers are shares. */
const SHARES = new Set(['win_rate', 'blunder', 'selfplay']);

export const isShare = (family: string): boolean => SHARES.has(family);

/** A number with as many digits as it needs. */
export function figure(value: number, share = false): string {
  if (share) return `${number(value * 100, Math.abs(value) < 0.05 ? 2 : 1)} %`;
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) return value.toExponential(2);
  if (size >= 1) return number(value, size >= 1000 ? 0 : size >= 100 ? 1 : 2);
  return new Intl.NumberFormat(settings.lang, { maximumSignificantDigits: 4 }).format(value);
}

/** A duration in few words. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (h > 0) return words().hours(number(h), number(m));
  return m > 0 ? words().minutes(number(m), number(s)) : words().seconds(number(s));
}

/** A place on the horizontal axis. */
export const place = (axis: Axis | 'pieces', value: number): string =>
  axis === 'time' ? duration(value) : number(value, 2);

const TENS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
/** Round distances between marks: epochs, steps and pieces are whole, times have their own round numbers. */
export const stepsOf = (axis: Axis | 'pieces'): number[] =>
  axis === 'time'
    ? [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400, 172_800]
    : TENS.flatMap((ten) => [ten, 2 * ten, 5 * ten]);
