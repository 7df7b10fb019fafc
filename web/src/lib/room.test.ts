import { describe, expect, it } from 'vitest';
import { declinedOffer, Room } from './room.svelte';
import { OPEN, type Surroundings, type Transport } from './socket';
import type { Head, LogEntry, RoomState } from './wire';

const frame = (ply: number) => ({
  ply,
  turn: 'first' as const,
  outcome: null,
  view: {},
  legal: [],
  position: '',
  scores: null,
  opening: null,
});
const head = (ply: number): Head => ({
  status: 'playing',
  frame: frame(ply),
  clock: null,
  seats: { first: { kind: 'open' }, second: { kind: 'open' } },
  offers: { draw: null, takeback: null, rematch: null },
  result: null,
  next: null,
  pace: null,
  thinking: null,
  halted: false,
  can: { undo: true, abort: true, draw: true, hint: true },
});
const entry = (ply: number): LogEntry => ({ ply, turn: ply, by: 'first', text: `m${ply}`, ms: 0 });
const state = (version: number, plies: number): RoomState => ({
  room: 'r',
  game: 'reversi',
  rules: 'standard',
  created: 0,
  you: ['first'],
  host: true,
  clock: null,
  rated: false,
  start: null,
  version,
  log: Array.from({ length: plies }, (_, i) => entry(i)),
  head: head(plies),
  presence: { first: true, second: true, watchers: 0, away: { first: null, second: null } },
});

function open() {
  const line = {
    readyState: OPEN,
    sent: [] as string[],
    onopen: null,
    onmessage: null,
    onclose: null,
    close() {},
  } as unknown as Transport & {
    sent: string[];
  };
  line.send = (data) => line.sent.push(data);
  const urls: string[] = [];
  const around: Surroundings = {
    connect: (url) => {
      urls.push(url);
      return line;
    },
    now: () => 0,
    random: () => 0.5,
    later: () => 0,
    forget: () => {},
  };
  const room = new Room('r', around);
  line.onopen?.();
  const hear = (message: object) => line.onmessage?.({ data: JSON.stringify(message) });
  hear({ type: 'state', ...state(5, 2) });
  const told = () => line.sent.map((text) => JSON.parse(text)).filter((message) => message.type !== 'ping');
  const cut = (code: number) => line.onclose?.({ code });
  return { room, hear, told, cut, urls };
}

describe('a room', () => {
  it('adds moves in order and remembers what came before', () => {
    const { room, hear } = open();
    hear({ type: 'update', version: 6, from: 2, log: [entry(2)], head: head(3) });
    expect(room.state?.log).toHaveLength(3);
    expect(room.step?.before.ply).toBe(2);
    expect(room.step?.added).toEqual([entry(2)]);
  });

  it('ignores what it has seen', () => {
    const { room, hear } = open();
    hear({ type: 'update', version: 5, from: 2, log: [entry(2)], head: head(3) });
    expect(room.state?.log).toHaveLength(2);
  });

  it('asks for what it has missed', () => {
    const { room, hear, told } = open();
    hear({ type: 'update', version: 8, from: 3, log: [entry(3)], head: head(4) });
    expect(room.state?.version).toBe(5);
    expect(told()).toEqual([{ type: 'sync', version: 5 }]);
  });

  it('asks for the whole state when it may be somebody else, and orders nothing in the name of the other', () => {
    const { room, hear, cut, urls } = open();
    room.move('a1');
    expect(room.busy).toBe(true);
    cut(4401);
    expect(room.busy).toBe(false);
    room.retry();
    expect(urls.map((url) => url.includes('since='))).toEqual([false, false]);
    hear({ type: 'state', ...state(6, 2), you: [] });
    cut(1006);
    room.retry();
    expect(urls.at(-1)).toContain('since=6');
  });

  it('takes moves back', () => {
    const { room, hear } = open();
    hear({ type: 'update', version: 6, from: 0, log: [], head: head(0) });
    expect(room.state?.log).toEqual([]);
    expect(room.step).toBeNull();
  });

  it('plays on the position that it shows', () => {
    const { room, told } = open();
    room.move('f5');
    expect(told()).toEqual([{ type: 'move', ply: 2, actions: ['f5'], id: 1 }]);
    expect(room.busy).toBe(true);
  });

  it('keeps a refusal until the next move', () => {
    const { room, hear } = open();
    room.move('a1');
    hear({ type: 'refused', id: 1, rule: 'no-flip', why: { en: 'no', es: 'no' }, instead: 'f5', version: 5 });
    expect(room.refusal).toEqual({ rule: 'no-flip', why: { en: 'no', es: 'no' }, instead: 'f5' });
    room.move('f5');
    expect(room.refusal).toBeNull();
  });
});

describe('offers', () => {
  const offered = (kind: 'draw' | 'takeback' | 'rematch', change: Partial<RoomState> = {}) => {
    const base = { ...head(2), offers: { draw: null, takeback: null, rematch: null, [kind]: 'first' } };
    return { you: ['first'], log: [entry(0), entry(1)], head: base, ...change } as unknown as RoomState;
  };

  it('that vanish without effect were declined', () => {
    const log = [entry(0), entry(1)];
    for (const kind of ['draw', 'takeback', 'rematch'] as const)
      expect(declinedOffer(offered(kind), log, head(2))).toBe(kind);
    const answered = [...log, { ...entry(2), by: 'second' as const }];
    expect(declinedOffer(offered('draw'), answered, head(3))).toBe('draw');
  });

  it('that were taken, or withdrawn by a move of one’s own, were not', () => {
    const log = [entry(0), entry(1)];
    expect(declinedOffer(offered('takeback'), [entry(0)], head(1))).toBeNull();
    expect(declinedOffer(offered('rematch'), log, { ...head(2), next: 'room' })).toBeNull();
    expect(declinedOffer(offered('takeback'), [...log, { ...entry(2), by: 'first' }], head(3))).toBeNull();
    expect(declinedOffer(offered('draw', { you: [] }), log, head(2))).toBeNull();
  });
});

describe('leaving', () => {
  it('says goodbye on purpose, once the line stands', () => {
    const { room, told } = open();
    room.close();
    expect(told()).toEqual([{ type: 'bye' }]);
  });

  it('knows a restart of the server from a lost line, and connects when told', () => {
    const { room, cut, urls } = open();
    cut(1012);
    expect([room.status, room.restarting]).toEqual(['lost', true]);
    room.retry();
    expect(urls).toHaveLength(2);
    expect(room.status).toBe('connecting');
  });

  it('does not call every cut a restart', () => {
    const { room, cut } = open();
    cut(1006);
    expect([room.status, room.restarting]).toEqual(['lost', false]);
  });
});
