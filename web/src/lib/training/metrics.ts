/**
 * The numbers of a training as columns, put together from the parts that the server sends. Each part begins with the
 * last epoch that is known already: if that epoch looks different now, the training went back to an earlier checkpoint
 * and took another way, and everything has to be asked for again.
 */

import type { TrainingMetrics } from '../wire';

/** One row an epoch, one column a name; a hole is an epoch in which it was not measured. */
export interface Columns {
  epoch: number[];
  step: number[];
  time: number[];
  series: Record<string, (number | null)[]>;
}

export const NOTHING: Columns = { epoch: [], step: [], time: [], series: {} };

/** After which epoch to ask, so that the last one known comes again. */
export const askSince = (have: Columns): number => Math.max(0, (have.epoch.at(-1) ?? 0) - 1);

/** What is known with a part added; null if the part does not go on from there. */
export function merge(have: Columns, part: TrainingMetrics): Columns | null {
  const known = have.epoch.length;
  if (known === 0) return { epoch: part.epoch, step: part.step, time: part.time, series: part.series };
  const last = known - 1;
  const same =
    part.epoch[0] === have.epoch[last] && part.step[0] === have.step[last] && part.time[0] === have.time[last];
  if (!same) return null;
  if (part.epoch.length === 1) return have;
  const added = part.epoch.length - 1;
  const series: Columns['series'] = {};
  for (const name of new Set([...Object.keys(have.series), ...Object.keys(part.series)])) {
    const before = have.series[name] ?? holes(known);
    series[name] = before.concat(part.series[name]?.slice(1) ?? holes(added));
  }
  return {
    epoch: have.epoch.concat(part.epoch.slice(1)),
    step: have.step.concat(part.step.slice(1)),
    time: have.time.concat(part.time.slice(1)),
    series,
  };
}

const holes = (n: number): null[] => Array.from({ length: n }, () => null);

/** The part of a name before its first slash; a name without one is a family of its own. */
export const familyOf = (name: string): string => name.split('/')[0] ?? name;

/** What a curve is called within its family. */
export const restOf = (name: string): string => name.slice(familyOf(name).length + 1) || name;

/** Names that only say how sure another one is; they are drawn as its band. */
export function isBand(name: string, all: ReadonlySet<string>): boolean {
  if (name.endsWith('/std')) return all.has(name.replace(/std$/, 'mean'));
  const found = /^(.+)_(low|high)\/(.+)$/.exec(name);
  return found !== null && all.has(`${found[1]}/${found[3]}`);
}

/** Families that come first, in this order; the others follow by name. */
const ORDER = ['win_rate', 'elo', 'loss', 'policy', 'value', 'blunder', 'search', 'selfplay'];

/** The names of each family in the order of the page, bands left out. */
export function families(names: Iterable<string>): Map<string, string[]> {
  const all = new Set(names);
  const found = new Map<string, string[]>();
  for (const name of [...all].sort(byName)) {
    if (isBand(name, all)) continue;
    const family = familyOf(name);
    found.set(family, [...(found.get(family) ?? []), name]);
  }
  const rank = (family: string) => (ORDER.indexOf(family) + ORDER.length + 1) % (ORDER.length + 1);
  return new Map([...found].sort(([a], [b]) => rank(a) - rank(b) || byName(a, b)));
}

/** `blunder/6` before `blunder/10`. */
export const byName = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** The last value that was measured, and the one that matters most about a series of evaluations: the greatest. */
export function lastOf(values: readonly (number | null)[] | undefined): number | null {
  return values?.findLast((value) => value !== null) ?? null;
}
