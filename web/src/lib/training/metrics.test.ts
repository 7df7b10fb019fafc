/** The numbers of a training, put together from what is polled. */

import { describe, expect, it } from 'vitest';
import type { TrainingMetrics } from '../wire';
import { askSince, families, isBand, lastOf, merge, NOTHING } from './metrics';

/** Epochs from..to with a loss that says which life of the training wrote it. */
function part(
  from: number,
  to: number,
  { life = 0, last = to, extra = {} as Record<string, (number | null)[]> } = {},
): TrainingMetrics {
  const epoch = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return {
    running: true,
    last,
    epoch,
    step: epoch.map((n) => 10 * n),
    time: epoch.map((n) => n + life / 8),
    series: { 'loss/mean': epoch.map((n) => n + life), ...extra },
  };
}

describe('polled parts', () => {
  it('begin with everything and go on with the last epoch known', () => {
    const first = merge(NOTHING, part(1, 3));
    expect(first?.epoch).toEqual([1, 2, 3]);
    expect(askSince(first!)).toBe(2);
    const more = merge(first!, part(3, 5));
    expect(more?.epoch).toEqual([1, 2, 3, 4, 5]);
    expect(more?.series['loss/mean']).toEqual([1, 2, 3, 4, 5]);
    expect(askSince(NOTHING)).toBe(0);
  });

  it('change nothing when nothing is new', () => {
    const have = merge(NOTHING, part(1, 3))!;
    expect(merge(have, part(3, 3))).toBe(have);
  });

  it('fill names that come or go with holes', () => {
    const have = merge(NOTHING, part(1, 2, { extra: { epsilon: [1, 0.9] } }))!;
    const joined = merge(have, part(2, 4, { extra: { 'win_rate/greedy': [null, null, 0.5] } }))!;
    expect(joined.series['epsilon']).toEqual([1, 0.9, null, null]);
    expect(joined.series['win_rate/greedy']).toEqual([null, null, null, 0.5]);
  });

  it('do not fit when the training went back to an earlier checkpoint', () => {
    const have = merge(NOTHING, part(1, 9))!;
    // Nothing after epoch 8 is left: the answer is empty.
    expect(merge(have, { ...part(1, 0), last: 5 })).toBeNull();
    // It has already gone past where it was, on another way: the same epoch took another time.
    expect(merge(have, part(9, 11, { life: 1 }))).toBeNull();
    expect(merge(NOTHING, part(1, 11, { life: 1 }))?.epoch).toHaveLength(11);
  });
});

describe('families', () => {
  it('are the parts before the slash, the best known first, numbers in their order', () => {
    const names = [
      'speed/games',
      'blunder/10',
      'blunder/6',
      'win_rate/greedy',
      'lr',
      'loss/mean',
      'loss/std',
      'elo/best',
      'zeta/x',
    ];
    expect([...families(names).keys()]).toEqual(['win_rate', 'elo', 'loss', 'blunder', 'lr', 'speed', 'zeta']);
    expect(families(names).get('blunder')).toEqual(['blunder/6', 'blunder/10']);
    expect(families(names).get('loss')).toEqual(['loss/mean']);
  });

  it('leave out what only says how sure another is', () => {
    const all = new Set([
      'q/std',
      'loss/mean',
      'loss/std',
      'win_rate/greedy',
      'win_rate_low/greedy',
      'win_rate_high/other',
    ]);
    expect([...all].filter((name) => isBand(name, all))).toEqual(['loss/std', 'win_rate_low/greedy']);
  });

  it('know the newest value', () => {
    expect(lastOf([null, 0.3, null])).toBe(0.3);
    expect(lastOf(undefined)).toBeNull();
  });
});
