/** Times as people read them on a clock. */

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

/** `5+3`: minutes and seconds of increment. */
export function clockName(clock: ClockRules | null): string {
  if (!clock) return '∞';
  const minutes = clock.base_ms / 60_000;
  return `${Number.isInteger(minutes) ? minutes : minutes.toFixed(1)}+${clock.increment_ms / 1000}`;
}
