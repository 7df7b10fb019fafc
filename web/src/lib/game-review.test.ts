/** A whole game evaluated, from lines as the server sends them, cut anywhere. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { GameReview } from './game-review.svelte';

const ply = (n: number, value: number | null, mark: string | null = null, end: number | null = null) =>
  JSON.stringify({
    type: 'ply',
    ply: n,
    turn: 'first',
    value,
    plies_to_end: end,
    best: 'b',
    line: [],
    played: 'a',
    loss: null,
    mark,
  });
const BEGIN = JSON.stringify({ type: 'begin', plies: 3, cached: false, time_ms: 150, thresholds: {} });

function answer(text: string, size: number): Response {
  const bytes = new TextEncoder().encode(text);
  const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.slice(i * size, (i + 1) * size));
  return new Response(
    new ReadableStream({
      pull(controller) {
        const part = parts.shift();
        if (part) controller.enqueue(part);
        else controller.close();
      },
    }),
  );
}
const serve = (text: string, size: number) =>
  vi.stubGlobal('fetch', async (path: string) => (path === '/api/me' ? new Response('{}') : answer(text, size)));
afterEach(() => vi.unstubAllGlobals());

describe('the evaluation of a game', () => {
  it('is put together from lines that come in pieces', async () => {
    const text = [
      BEGIN,
      ply(0, 0.1),
      ply(1, null),
      ply(2, -0.4, 'blunder'),
      ply(3, 0, null, 2),
      '{"type":"reason","ply":2,"text":{"en":"loses","es":"pierde"},"lesson":"captures","answer":["c","d"]}',
      '{"type":"done","accuracy":{"first":80,"second":null}}',
    ].join('\n');
    serve(text, 7);
    const review = new GameReview();
    await review.start({ room: 'x' });
    expect(review.values).toEqual([0.1, 0.1, -0.4, 1]);
    const why = { reason: { en: 'loses', es: 'pierde' }, lesson: 'captures', answer: 'c' };
    expect([...review.faults]).toEqual([[3, { kind: 'blunder', best: 'b', loss: null, ...why }]]);
    expect(review.accuracy).toEqual({ first: 80, second: null });
    expect(review.saved()?.accuracy?.first).toBe(80);
    expect(review.working).toBe(false);
  });

  it('tells why it could not go on, and keeps what it had', async () => {
    const failed = JSON.stringify({
      type: 'failed',
      error: { code: 'busy', message: { en: 'Busy.', es: 'Ocupado.' } },
    });
    serve([BEGIN, ply(0, 0.2), failed].join('\n'), 1000);
    const review = new GameReview();
    await review.start({ room: 'x' });
    expect(review.failure?.code).toBe('busy');
    expect(review.values[0]).toBe(0.2);
  });
});
