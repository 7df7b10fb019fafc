/**
 * What somebody wants to play: remembered on this device for each game, carried in addresses, and made into a room. So one
 * press begins the game that was played last, as it was played last.
 */

import { api } from './api';
import { LEVELS } from './names';
import { clockName, readClock } from './clock';
import type { ClockRules, Machine, Player, RoomState, SeatRequest } from './wire';

export const MODES = ['machine', 'screen', 'link', 'pair', 'watch'] as const;
export type Mode = (typeof MODES)[number];
export type Side = Player | 'random';

export interface Choice {
  game: string;
  /** The rules id; empty is the usual one. */
  rules: string;
  mode: Mode;
  machine: Machine;
  side: Side;
  clock: ClockRules | null;
}

const KEY = 'damero.choices';
const MACHINES: Machine[] = [...LEVELS, 'neural'];

const usual = (game: string): Choice => ({
  game,
  rules: '',
  mode: 'machine',
  machine: 'easy',
  side: 'first',
  clock: null,
});

/** Everything remembered, the latest first. What cannot be read is forgotten. */
function remembered(): Choice[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.flatMap((entry) => checked(entry) ?? []) : [];
  } catch {
    return [];
  }
}

function checked(entry: Partial<Choice> | null): Choice | null {
  if (!entry || typeof entry.game !== 'string') return null;
  const base = usual(entry.game);
  return {
    ...base,
    rules: typeof entry.rules === 'string' ? entry.rules : base.rules,
    mode: MODES.find((mode) => mode === entry.mode) ?? base.mode,
    machine: MACHINES.find((machine) => machine === entry.machine) ?? base.machine,
    side: (['first', 'second', 'random'] as const).find((side) => side === entry.side) ?? base.side,
    clock: entry.clock && entry.clock.base_ms > 0 && entry.clock.increment_ms >= 0 ? entry.clock : null,
  };
}

export function remember(choice: Choice): void {
  const { game, rules, mode, machine, side, clock } = choice;
  const others = remembered().filter((other) => other.game !== game);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ game, rules, mode, machine, side, clock }, ...others].slice(0, 20)));
  } catch {
    // A browser that keeps nothing begins with the usual choice each time.
  }
}

/** How a game was played last, or the usual way. */
export const lastChoice = (game: string): Choice => remembered().find((choice) => choice.game === game) ?? usual(game);

/** The game that was played last, if any. */
export const lastGame = (): string | null => remembered()[0]?.game ?? null;

/** What an address asks for, and where it says nothing how that game was played last. */
export function readChoice(query: URLSearchParams, game: string): Choice {
  const last = lastChoice(game);
  const clock = query.get('clock');
  const asked = {
    game,
    rules: query.get('rules') ?? last.rules,
    mode: query.get('mode') ?? last.mode,
    machine: query.get('level') ?? last.machine,
    side: query.get('side') ?? last.side,
    clock: clock === null ? last.clock : readClock(clock),
  };
  return checked(asked as Choice) ?? usual(game);
}

/** The address of the page where a choice can be changed. */
export function choiceLink({ game, rules, mode, machine, side, clock }: Choice): string {
  const query = new URLSearchParams({ game, mode });
  if (rules) query.set('rules', rules);
  if (mode === 'machine') query.set('level', machine);
  if (mode === 'machine' || mode === 'link') query.set('side', side);
  query.set('clock', clock ? clockName(clock) : '0');
  return `/new?${query}`;
}

/** The choice that led to a room. */
export function choiceOf(room: RoomState): Choice {
  const { first, second } = room.head.seats;
  const machine = [first, second].find((seat) => seat.kind === 'machine');
  const mode: Mode =
    first.kind === 'machine' && second.kind === 'machine'
      ? 'watch'
      : machine || first.kind === 'trained' || second.kind === 'trained'
        ? 'machine'
        : room.you.length === 2
          ? 'screen'
          : 'link';
  return {
    game: room.game,
    rules: room.rules,
    mode,
    machine: machine?.level ?? 'easy',
    side: room.you[0] ?? 'first',
    clock: room.clock,
  };
}

/** Who sits where; `random` is drawn here. */
export function seatsOf({ mode, machine, side }: Choice): Record<Player, SeatRequest> {
  const me: SeatRequest = { kind: 'me' };
  if (mode === 'screen') return { first: me, second: me };
  const rival: SeatRequest = mode === 'machine' ? { kind: 'machine', level: machine } : { kind: 'open' };
  const mine = side === 'random' ? (Math.random() < 0.5 ? 'first' : 'second') : side;
  return mine === 'first' ? { first: me, second: rival } : { first: rival, second: me };
}

/** Whether one press can begin it: others are waited for, or chosen, elsewhere. */
export const atOnce = ({ mode }: Choice): boolean => mode === 'machine' || mode === 'screen';

/** Makes the room and remembers the choice; returns the address of the room. */
export async function begin(choice: Choice): Promise<string> {
  const { game, rules, clock } = choice;
  const made = await api.create({
    game,
    rules: rules || null,
    seats: seatsOf(choice),
    clock,
    rated: false,
    public: false,
    start: null,
    record: null,
    delay_ms: null,
  });
  remember(choice);
  return `/play/${made.room}`;
}
