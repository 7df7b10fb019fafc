/** Distributions over time as the numbers of a heatmap, and the colours that they get. */

import type { TrainingHistograms } from '../wire';

/** One map: a column for one epoch or several neighbours, in it the share of each bin, from the lowest. */
export interface Heat {
  name: string;
  low: number;
  high: number;
  bins: number;
  columns: { from: number; to: number; samples: number; shares: number[]; mean: number }[];
}

/** The map of a name, with at most `most` columns; neighbours are joined when there are more epochs. */
export function heatOf(all: readonly TrainingHistograms[], name: string, most: number): Heat | null {
  const epochs = all.flatMap(({ epoch, values }) => (values[name] ? [{ epoch, histogram: values[name] }] : []));
  const first = epochs[0]?.histogram;
  if (!first) return null;
  const bins = first.counts.length;
  const stride = Math.max(1, Math.ceil(epochs.length / most));
  const columns: Heat['columns'] = [];
  for (let start = 0; start < epochs.length; start += stride) {
    const joined = epochs.slice(start, start + stride);
    const counts = Array.from({ length: bins }, () => 0);
    for (const { histogram } of joined) {
      // Bins that were cut otherwise cannot be added up.
      if (histogram.counts.length === bins)
        histogram.counts.forEach((count, bin) => (counts[bin] = (counts[bin] ?? 0) + count));
    }
    const total = counts.reduce((sum, count) => sum + count, 0);
    const shares = counts.map((count) => (total > 0 ? count / total : 0));
    const width = (first.high - first.low) / bins;
    const mean = shares.reduce((sum, share, bin) => sum + share * (first.low + (bin + 0.5) * width), 0);
    columns.push({
      from: joined[0]?.epoch ?? 0,
      to: joined.at(-1)?.epoch ?? 0,
      samples: total,
      shares,
      mean: total > 0 ? mean : NaN,
    });
  }
  return { name, low: first.low, high: first.high, bins, columns };
}

/**
 * The greatest share of all maps: they have one scale of colours, so that they can be compared. Columns with few samples
 * do not count, as a handful of drawn games in one bin would make all else dark.
 */
export function greatest(heats: readonly Heat[]): number {
  const columns = heats.flatMap((heat) => heat.columns);
  const many = columns.reduce((most, { samples }) => Math.max(most, samples), 0) / 10;
  return columns.reduce((most, { samples, shares }) => (samples < many ? most : Math.max(most, ...shares)), 0);
}

/** Where maps stand: a row for each beginning of a name, a column for each last part, lost before drawn before won. */
export function layout(names: Iterable<string>): { rows: string[]; columns: string[] } {
  const rank = (part: string) => ['loss', 'draw', 'win'].indexOf(part);
  const [rows, columns] = [new Set<string>(), new Set<string>()];
  for (const name of names) {
    const cut = name.lastIndexOf('/');
    rows.add(name.slice(0, Math.max(0, cut)));
    columns.add(name.slice(cut + 1));
  }
  return { rows: [...rows].sort(), columns: [...columns].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b)) };
}

/** Viridis at eleven places; what lies between is blended. */
const VIRIDIS = [
  '440154',
  '482475',
  '414487',
  '355f8d',
  '2a788e',
  '21918c',
  '22a884',
  '44bf70',
  '7ad151',
  'bddf26',
  'fde725',
].map((hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)));

/** The colour of a number between 0 and 1. */
export function viridis(value: number): [number, number, number] {
  const place = Math.min(1, Math.max(0, value || 0)) * (VIRIDIS.length - 1);
  const at = Math.min(VIRIDIS.length - 2, Math.floor(place));
  const blend = (i: number) => {
    const [a, b] = [VIRIDIS[at]?.[i] ?? 0, VIRIDIS[at + 1]?.[i] ?? 0];
    return Math.round(a + (b - a) * (place - at));
  };
  return [blend(0), blend(1), blend(2)];
}

/** The picture of a map, one pixel a cell, the highest values on top. */
export function pixels(
  heat: Heat,
  most: number,
): { width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> } {
  const [width, height] = [heat.columns.length, heat.bins];
  const data = new Uint8ClampedArray(width * height * 4);
  heat.columns.forEach((column, x) => {
    column.shares.forEach((share, bin) => {
      data.set([...viridis(most > 0 ? share / most : 0), 255], ((height - 1 - bin) * width + x) * 4);
    });
  });
  return { width, height, data };
}
