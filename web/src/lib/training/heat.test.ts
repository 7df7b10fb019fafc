/** Heatmaps and boards, from what run folders keep. */

import { describe, expect, it } from 'vitest';
import { pieceOf, readTitle, viewOf } from '../../boards/quarto/batch';
import { greatest, heatOf, layout, pixels, viridis } from './heat';

const one = (epoch: number, counts: number[]) => ({ epoch, values: { 'q/place/win': { low: -1, high: 1, counts } } });

describe('a heatmap', () => {
  it('has the shares of each epoch and their mean', () => {
    const heat = heatOf([one(1, [1, 3]), one(2, [0, 0])], 'q/place/win', 10)!;
    expect(heat.columns[0]).toEqual({ from: 1, to: 1, samples: 4, shares: [0.25, 0.75], mean: 0.25 });
    expect(heat.columns[1]?.shares).toEqual([0, 0]);
    expect(heat.columns[1]?.mean).toBeNaN();
    expect(greatest([heat])).toBe(0.75);
    // One sample in one bin is no reason to make the rest dark.
    expect(greatest([heatOf([one(1, [10, 30]), one(2, [0, 1])], 'q/place/win', 10)!])).toBe(0.75);
  });
  it('joins neighbours when there are more epochs than columns', () => {
    const heat = heatOf([one(1, [4, 0]), one(2, [0, 4]), one(3, [2, 6])], 'q/place/win', 2)!;
    expect(heat.columns.map(({ from, to, shares }) => [from, to, shares])).toEqual([
      [1, 2, [0.5, 0.5]],
      [3, 3, [0.25, 0.75]],
    ]);
  });
  it('is nothing without a measurement', () => {
    expect(heatOf([one(1, [1])], 'q/other', 5)).toBeNull();
  });
  it('puts the highest values on top, in viridis', () => {
    const { width, height, data } = pixels(heatOf([one(1, [0, 1])], 'q/place/win', 5)!, 1);
    expect([width, height]).toEqual([1, 2]);
    expect([...data.slice(0, 4)]).toEqual([253, 231, 37, 255]);
    expect([...data.slice(4)]).toEqual([68, 1, 84, 255]);
    expect(viridis(NaN)).toEqual(viridis(0));
  });
  it('stands in a row for each head, lost before drawn before won', () => {
    expect(layout(['q/select/win', 'q/place/win', 'q/place/draw', 'q/place/loss'])).toEqual({
      rows: ['q/place', 'q/select'],
      columns: ['loss', 'draw', 'win'],
    });
  });
});

describe('boards of a batch', () => {
  it('know their pieces by number', () => {
    expect([0, 15, 12, -1, 16].map(pieceOf)).toEqual(['SDRF', 'TLQH', 'TLRF', null, null]);
    expect(
      viewOf(
        [
          [0, -1],
          [-1, 15],
        ],
        null,
      ).board,
    ).toEqual(['SDRF', null, null, 'TLQH']);
  });
  it('say what was played', () => {
    expect(readTitle('TLRH|d4 SLRF|2 | R=-1')).toEqual({ piece: 'TLRH', action: 'd4 SLRF', player: '2', reward: '-1' });
    expect(readTitle('something else')).toBeNull();
  });
});
