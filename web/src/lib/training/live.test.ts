/** A training followed from afar: what is asked, how often, and what is made of a training that went back. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Live, PAUSES } from './live.svelte';

/** A server with one training whose epochs can be grown and cut. */
function server() {
  const state = { epochs: 3, life: 0, running: true, asked: [] as string[] };
  const answer = (path: string) => {
    const url = new URL(path, 'http://x');
    state.asked.push(url.pathname.replace('/api/training/r', '') + url.search);
    const since = Number(url.searchParams.get('since'));
    const epoch = Array.from({ length: state.epochs }, (_, i) => i + 1).filter((n) => n > since);
    if (url.pathname.endsWith('/metrics')) {
      const time = epoch.map((n) => n + state.life);
      return {
        running: state.running,
        last: state.epochs,
        epoch,
        step: epoch,
        time,
        series: { lr: epoch.map(() => state.life) },
      };
    }
    if (url.pathname.endsWith('/histograms')) return epoch.map((n) => ({ epoch: n, values: {} }));
    if (url.pathname.endsWith('/boards')) return [];
    return { run: { name: 'r' }, config: {}, checkpoints: [], games: [] };
  };
  vi.stubGlobal('fetch', async (path: string) => new Response(JSON.stringify(path === '/api/me' ? {} : answer(path))));
  return state;
}

let live: Live;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  live.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a training that is followed', () => {
  it('is asked only for what is new', async () => {
    const state = server();
    live = new Live('r');
    await after(0);
    expect(live.columns.epoch).toEqual([1, 2, 3]);
    expect(live.training?.run.name).toBe('r');
    state.epochs = 5;
    state.asked = [];
    await after(PAUSES.running);
    expect(state.asked).toEqual(['/metrics?since=2']);
    expect(live.columns.epoch).toEqual([1, 2, 3, 4, 5]);
    await after(PAUSES.rest);
    expect(state.asked).toContain('/histograms?since=3');
    expect(live.histograms.map(({ epoch }) => epoch)).toEqual([1, 2, 3, 4, 5]);
  });

  it('is read anew when it went back to an earlier checkpoint', async () => {
    const state = server();
    live = new Live('r');
    await after(0);
    Object.assign(state, { epochs: 2, life: 7 });
    await after(PAUSES.running);
    expect(live.wentBack).toBe(true);
    expect(live.columns.epoch).toEqual([1, 2]);
    expect(live.columns.series['lr']).toEqual([7, 7]);
    expect(live.histograms).toHaveLength(2);
  });

  it('is read anew when it went back and has overtaken itself since', async () => {
    const state = server();
    live = new Live('r');
    await after(0);
    Object.assign(state, { epochs: 8, life: 7 });
    await after(PAUSES.running);
    expect(live.columns.series['lr']).toEqual(Array.from({ length: 8 }, () => 7));
  });

  it('is asked less when it rests, and keeps what it has when the server is away', async () => {
    const state = server();
    state.running = false;
    live = new Live('r');
    await after(0);
    state.asked = [];
    await after(PAUSES.resting - 1);
    expect(state.asked).toEqual([]);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
    await after(1);
    expect(live.error).toBeTruthy();
    expect(live.columns.epoch).toHaveLength(3);
  });

  it('is asked nothing any more when nobody looks', async () => {
    const state = server();
    live = new Live('r');
    await after(0);
    live.stop();
    state.asked = [];
    await after(60_000);
    expect(state.asked).toEqual([]);
  });
});
