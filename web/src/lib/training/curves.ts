/** From the columns of trainings to curves that a chart draws: smoothed, with bands, over epochs, steps or time. */

import { byName, restOf, type Columns } from './metrics';

export type Axis = 'epoch' | 'step' | 'time';

type Values = (number | null)[];

/** One line of a chart. `x` and all values have the same length. */
export interface Curve {
  id: string;
  label: string;
  x: number[];
  /** The line. */
  y: Values;
  /** What was measured, drawn as points where the line is a mean of several. */
  points?: Values;
  /** The band around the line. */
  low?: Values;
  high?: Values;
  /** Which look it has, so that a training looks alike in all charts; by default its number in the chart. */
  place?: number;
}

/** The mean and the standard deviation of the last `window` measurements, at each measurement. */
export function moving(values: Values, window: number): { mean: Values; sigma: Values } {
  const recent: number[] = [];
  const mean: Values = [];
  const sigma: Values = [];
  for (const value of values) {
    if (value === null) {
      mean.push(null);
      sigma.push(null);
      continue;
    }
    recent.push(value);
    if (recent.length > window) recent.shift();
    const middle = recent.reduce((sum, one) => sum + one, 0) / recent.length;
    const squares = recent.reduce((sum, one) => sum + (one - middle) ** 2, 0);
    mean.push(middle);
    // One point alone says nothing about how they scatter.
    sigma.push(recent.length > 1 ? Math.sqrt(squares / (recent.length - 1)) : 0);
  }
  return { mean, sigma };
}

/** How many measurements a mean is taken over: a number for all, or what suits a family. */
export type Smoothing = 'usual' | number;

/** Win rates scatter a lot: the mean of the last ten. Others are drawn as they are. */
export function windowFor(family: string, smoothing: Smoothing): number {
  if (smoothing !== 'usual') return smoothing;
  return family === 'win_rate' ? 10 : 1;
}

const plus = (a: Values, b: Values, sign: 1 | -1): Values =>
  a.map((value, i) => (value === null || b[i] === null || b[i] === undefined ? null : value + sign * b[i]));

/**
 * The curve of a name. Its band is, if the line is a mean of several, one standard deviation of those; else what was
 * measured along with it: `X/std` beside `X/mean`, `X_low/…` and `X_high/…` beside `X/…`.
 */
export function curveOf(columns: Columns, name: string, axis: Axis, window: number, label = restOf(name)): Curve {
  const values = columns.series[name] ?? [];
  const spread = name.endsWith('/mean') ? columns.series[name.replace(/mean$/, 'std')] : undefined;
  const [family, ...rest] = name.split('/');
  const side = (end: string) => columns.series[`${family}_${end}/${rest.join('/')}`];
  const [below, above] = [side('low'), side('high')];
  const base = { id: name, label, x: columns[axis] };
  if (window > 1) {
    const { mean, sigma } = moving(values, window);
    const scatter = spread ? moving(spread, window).mean : sigma;
    return { ...base, y: mean, points: values, low: plus(mean, scatter, -1), high: plus(mean, scatter, 1) };
  }
  if (spread) return { ...base, y: values, low: plus(values, spread, -1), high: plus(values, spread, 1) };
  if (below && above) return { ...base, y: values, low: below, high: above };
  return { ...base, y: values };
}

/** Curves of one chart differ by no more than this in size, or the small ones would lie flat on the axis. */
const WIDE = 30;

/** Names of a family in groups of about the same size, each in the order in which they came. */
export function bySize(columns: Columns, names: readonly string[]): string[][] {
  const size = (name: string) =>
    (columns.series[name] ?? []).reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);
  const sized = names.map((name) => ({ name, size: size(name) })).sort((a, b) => b.size - a.size);
  const groups: { top: number; names: Set<string> }[] = [];
  for (const { name, size } of sized) {
    const group = groups.at(-1);
    // What is nothing but zeros fits anywhere.
    if (group && (size === 0 || group.top / size <= WIDE)) group.names.add(name);
    else groups.push({ top: size, names: new Set([name]) });
  }
  const inOrder = groups.map((group) => names.filter((name) => group.names.has(name)));
  return inOrder.sort((a, b) => names.indexOf(a[0] ?? '') - names.indexOf(b[0] ?? ''));
}

/** How many evaluations the chart of blunders shows beside each other. */
const SHOWN = 4;

/** Blunders by pieces placed, at the first evaluation, at the last and at some between; the newest last. */
export function blunderCurves(columns: Columns, label: (epoch: number) => string): Curve[] {
  const names = Object.keys(columns.series)
    .filter((name) => /^blunder\/\d+$/.test(name))
    .sort(byName);
  const measured = columns.epoch.flatMap((_, i) =>
    names.some((name) => columns.series[name]?.[i] != null) ? [i] : [],
  );
  const count = Math.min(SHOWN, measured.length);
  const chosen = Array.from({ length: count }, (_, k) =>
    count === 1 ? 0 : Math.floor((k * (measured.length - 1)) / (count - 1)),
  );
  return chosen.map((k) => {
    const row = measured[k] ?? 0;
    const epoch = columns.epoch[row] ?? 0;
    return {
      id: `blunder@${epoch}`,
      label: label(epoch),
      x: names.map((name) => Number(restOf(name))),
      y: names.map((name) => columns.series[name]?.[row] ?? null),
    };
  });
}

/** Curves over one common axis of all places where one of them says something; holes where a curve does not. */
export interface Aligned {
  x: number[];
  curves: (Omit<Curve, 'x'> & { place: number })[];
}

export function align(curves: readonly Curve[]): Aligned {
  const told = curves.flatMap((curve) => curve.x.filter((_, i) => curve.y[i] != null || curve.points?.[i] != null));
  const x = [...new Set(told)].sort((a, b) => a - b);
  const place = new Map(x.map((value, i) => [value, i]));
  const spread = (from: number[], values: Values): Values => {
    const wide: Values = x.map(() => null);
    from.forEach((at, i) => {
      const column = place.get(at);
      if (column !== undefined) wide[column] = values[i] ?? null;
    });
    return wide;
  };
  return {
    x,
    curves: curves.map(({ id, label, place: number, x: from, y, points, low, high }, i) => ({
      id,
      label,
      place: number ?? i,
      y: spread(from, y),
      ...(points && { points: spread(from, points) }),
      ...(low && { low: spread(from, low) }),
      ...(high && { high: spread(from, high) }),
    })),
  };
}

/** The rows of a table about a chart, at most `most` of them, evenly, with the last one. */
export function rowsOf({ x, curves }: Aligned, most: number): { x: number; values: Values }[] {
  const stride = Math.max(1, Math.ceil(x.length / most));
  return x.flatMap((at, i) =>
    (x.length - 1 - i) % stride === 0 ? [{ x: at, values: curves.map((curve) => curve.y[i] ?? null) }] : [],
  );
}

/**
 * Everything that a chart shows as comma-separated values; points, means and bands in columns of their own. Columns have
 * the names of the run folder, the same in every language.
 */
export function csvOf(axis: string, { x, curves }: Aligned): string {
  const columns = curves.flatMap(({ id, y, points, low, high }): [string, Values][] => [
    ...(points
      ? ([
          [id, points],
          [`${id} mean`, y],
        ] as [string, Values][])
      : ([[id, y]] as [string, Values][])),
    ...(low && high
      ? ([
          [`${id} low`, low],
          [`${id} high`, high],
        ] as [string, Values][])
      : []),
  ]);
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [[axis, ...columns.map(([name]) => name)].map(quoted).join(',')];
  x.forEach((at, i) => lines.push([at, ...columns.map(([, values]) => values[i] ?? '')].join(',')));
  return lines.join('\n') + '\n';
}
