/** Times as people read them on a clock, and clocks as they write them. */

import type { ClockRules } from './wire';

/** The clocks that are offered; null is none. */
export const CLOCKS: readonly (ClockRules | null)[] = [
  null,
  { base_ms: 180_000, increment_ms: 2000 },
  { base_ms: 300_000, increment_ms: 3000 },
  { base_ms: 600_000, increment_ms: 5000 },
  { base_ms: 1_800_000, increment_ms: 20_000 },
];

/** `4:59`, `1:02:03`, and tenths below twenty seconds: `9.4`. */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 20_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.floor(left / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

const minutesOf = (ms: number) => String(Math.round(ms / 600) / 100);

/** `5+3`: minutes and seconds of increment; `1/5+3` where the first player has one minute and the second five. */
export function clockName(clock: ClockRules | null): string {
  if (!clock) return '∞';
  const { base_ms, increment_ms, odds } = clock;
  const base = odds ? `${minutesOf(odds.first)}/${minutesOf(odds.second)}` : minutesOf(base_ms);
  return `${base}+${increment_ms / 1000}`;
}

/** Reads what `clockName` writes; null for no clock and for what is none. */
export function readClock(text: string): ClockRules | null {
  const found = /^(\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?\+(\d+(?:\.\d+)?)$/.exec(text.trim());
  if (!found) return null;
  const ms = (minutes: string) => Math.round(Number(minutes) * 60_000);
  const [first, second] = [ms(found[1]!), ms(found[2] ?? found[1]!)];
  const clock = { base_ms: Math.max(first, second), increment_ms: Math.round(Number(found[3]) * 1000) };
  if (clock.base_ms <= 0) return null;
  return first === second ? clock : { ...clock, odds: { first, second } };
}

export const sameClock = (a: ClockRules | null, b: ClockRules | null): boolean => clockName(a) === clockName(b);
