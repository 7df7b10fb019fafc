import { beforeEach, describe, expect, it } from 'vitest';
import { choiceLink, choiceOf, lastChoice, lastGame, readChoice, remember, seatsOf } from './choice';
import { clockName, readClock } from './clock';
import type { RoomState } from './wire';

beforeEach(() => localStorage.clear());
const clock = { base_ms: 300_000, increment_ms: 3000 };

describe('what somebody wants to play', () => {
  it('is remembered for each game', () => {
    expect(lastGame()).toBeNull();
    expect(lastChoice('reversi')).toMatchObject({ mode: 'machine', machine: 'easy', side: 'first', clock: null });
    remember({ game: 'reversi', rules: 'standard', mode: 'machine', machine: 'hard', side: 'second', clock });
    remember({ game: 'azul', rules: '', mode: 'screen', machine: 'easy', side: 'first', clock: null });
    expect(lastGame()).toBe('azul');
    expect(lastChoice('reversi')).toMatchObject({ machine: 'hard', side: 'second', clock });
  });

  it('does not mind what else lies in its place', () => {
    for (const text of [
      '{',
      '3',
      '[null, 4, {"game": 7}]',
      '[{"game":"reversi","machine":"<b>","clock":{"base_ms":-1}}]',
    ]) {
      localStorage.setItem('damero.choices', text);
      expect(lastChoice('reversi')).toMatchObject({ machine: 'easy', clock: null });
    }
  });

  it('comes back from its address and from a room', () => {
    const room = {
      game: 'reversi',
      rules: 'standard',
      you: ['second'],
      clock,
      head: { seats: { first: { kind: 'machine', level: 'max' }, second: { kind: 'human' } } },
    } as unknown as RoomState;
    const choice = choiceOf(room);
    const link = choiceLink(choice);
    expect(readChoice(new URLSearchParams(link.split('?')[1]), 'reversi')).toEqual(choice);
    expect(choice).toMatchObject({ mode: 'machine', machine: 'max', side: 'second' });
    expect(seatsOf(choice)).toEqual({ first: { kind: 'machine', level: 'max' }, second: { kind: 'me' } });
  });
});

describe('clocks of one’s own', () => {
  it('are written and read, with odds', () => {
    const odds = { base_ms: 300_000, increment_ms: 0, odds: { first: 60_000, second: 300_000 } };
    for (const [time, name] of [
      [clock, '5+3'],
      [{ base_ms: 90_000, increment_ms: 500 }, '1.5+0.5'],
      [odds, '1/5+0'],
    ] as const) {
      expect(clockName(time)).toBe(name);
      expect(readClock(name)).toEqual(time);
    }
    for (const text of ['', '0', '5', '-1+2', '0+3', 'x+y', '5+']) expect(readClock(text)).toBeNull();
  });
});
