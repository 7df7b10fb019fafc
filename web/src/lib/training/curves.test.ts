/** What charts draw, worked by hand. */

import { describe, expect, it } from 'vitest';
import { align, blunderCurves, bySize, csvOf, curveOf, moving, rowsOf, windowFor, type Curve } from './curves';
import { labels, settings } from './compare';
import type { Columns } from './metrics';

const columns: Columns = {
  epoch: [1, 2, 3, 4],
  step: [10, 20, 30, 40],
  time: [1.5, 3, 4.5, 6],
  series: {
    'loss/mean': [4, 3, 2, 1],
    'loss/std': [1, 1, 0.5, 0.5],
    'win_rate/greedy': [null, 0.2, null, 0.4],
    'win_rate_low/greedy': [null, 0.1, null, 0.3],
    'win_rate_high/greedy': [null, 0.3, null, 0.5],
    'blunder/6': [null, 0.5, null, 0.25],
    'blunder/10': [null, 0.3, null, 0.1],
  },
};

describe('means of the last ones', () => {
  it('count measurements, not epochs, and scatter as samples do', () => {
    const { mean, sigma } = moving([1, null, 3, 5, 7], 2);
    expect(mean).toEqual([1, null, 2, 4, 6]);
    expect(sigma).toEqual([0, null, Math.SQRT2, Math.SQRT2, Math.SQRT2]);
  });
  it('are usual for win rates only', () => {
    expect(windowFor('win_rate', 'usual')).toBe(10);
    expect(windowFor('loss', 'usual')).toBe(1);
    expect(windowFor('loss', 50)).toBe(50);
  });
});

describe('curves', () => {
  it('have the band that was measured with them', () => {
    const loss = curveOf(columns, 'loss/mean', 'step', 1);
    expect(loss).toMatchObject({
      label: 'mean',
      x: [10, 20, 30, 40],
      y: [4, 3, 2, 1],
      low: [3, 2, 1.5, 0.5],
      high: [5, 4, 2.5, 1.5],
    });
    expect(curveOf(columns, 'win_rate/greedy', 'epoch', 1)).toMatchObject({
      low: [null, 0.1, null, 0.3],
      high: [null, 0.3, null, 0.5],
    });
  });
  it('are means with points and one standard deviation when smoothed', () => {
    const rate = curveOf(columns, 'win_rate/greedy', 'epoch', 10);
    expect(rate.points).toEqual([null, 0.2, null, 0.4]);
    expect(rate.y[3]).toBeCloseTo(0.3);
    expect(rate.high?.[3]).toBeCloseTo(0.3 + 0.2 / Math.SQRT2);
    // Where the spread was measured it is smoothed along.
    expect(curveOf(columns, 'loss/mean', 'epoch', 2).low?.[3]).toBeCloseTo(1.5 - 0.5);
  });
  it('share a chart with those of their size', () => {
    const of = (series: Columns['series']) => bySize({ ...columns, series }, Object.keys(series));
    expect(of({ 'game/draws': [0.1], 'game/length': [60], 'game/first': [0.5], 'game/cut': [0] })).toEqual([
      ['game/draws', 'game/first', 'game/cut'],
      ['game/length'],
    ]);
    expect(of({ 'a/x': [-40, null], 'a/y': [2] })).toEqual([['a/x', 'a/y']]);
    expect(of({})).toEqual([]);
  });
  it('show blunders by pieces, the newest evaluation last', () => {
    const curves = blunderCurves(columns, (epoch) => `e${epoch}`);
    expect(curves.map(({ label }) => label)).toEqual(['e2', 'e4']);
    expect(curves[1]).toMatchObject({ x: [6, 10], y: [0.25, 0.1] });
    const many = {
      ...columns,
      epoch: Array.from({ length: 40 }, (_, i) => i),
      series: { 'blunder/6': Array.from({ length: 40 }, () => 0.5) },
    };
    expect(blunderCurves(many, String).map(({ label }) => label)).toEqual(['0', '13', '26', '39']);
    expect(blunderCurves({ ...columns, series: {} }, String)).toEqual([]);
  });
});

describe('one axis for all', () => {
  const a: Curve = { id: 'a', label: 'a', x: [1, 2, 3], y: [1, null, 3] };
  const b: Curve = { id: 'b, c', label: 'b', x: [2.5, 3], y: [5, 6], low: [4, 5], high: [6, 7] };
  it('has the places where somebody says something, and holes', () => {
    expect(align([a, b])).toEqual({
      x: [1, 2.5, 3],
      curves: [
        { id: 'a', label: 'a', place: 0, y: [1, null, 3] },
        { id: 'b, c', label: 'b', place: 1, y: [null, 5, 6], low: [null, 4, 5], high: [null, 6, 7] },
      ],
    });
    expect(align([])).toEqual({ x: [], curves: [] });
  });
  it('becomes a table of few rows with the last one, and a file with all', () => {
    expect(rowsOf(align([a, b]), 2).map((row) => row.x)).toEqual([1, 3]);
    expect(rowsOf(align([a, b]), 1).map((row) => row.x)).toEqual([3]);
    expect(csvOf('epoch', align([a, b]))).toBe(
      'epoch,a,"b, c","b, c low","b, c high"\n1,1,,,\n2.5,,5,4,6\n3,3,6,5,7\n',
    );
  });
});

describe('comparisons', () => {
  it('know what differs, also a key that one of them lacks', () => {
    expect(settings([{ lr: '1', a: 'x' }, { lr: '2', a: 'x' }, { a: 'x' }])).toEqual([
      { key: 'a', values: ['x', 'x', 'x'], differs: false },
      { key: 'lr', values: ['1', '2', null], differs: true },
    ]);
  });
  it('are told apart in a legend by the few settings that differ', () => {
    expect(
      labels(
        ['a', 'b'],
        [
          { 'dqn.lr': '1', x: '0' },
          { 'dqn.lr': '2', x: '0' },
        ],
      ),
    ).toEqual(['a · lr 1', 'b · lr 2']);
    expect(labels(['a', 'b'], [{ x: '0' }, { x: '0' }])).toEqual(['a', 'b']);
    expect(
      labels(
        ['a', 'b'],
        [
          { x: '0', y: '0', z: '0' },
          { x: '1', y: '1', z: '1' },
        ],
      ),
    ).toEqual(['a', 'b']);
  });
});
