/**
 * A room as the page sees it: the state that the server sends, kept in step by version numbers, and the commands that
 * go back. A gap in the versions asks for what was missed; a version seen before is ignored.
 */

import { LOGGED_OUT, RESTART, Socket, socketUrl, type Status, type Surroundings, browser } from './socket';
import type {
  Analysis,
  Frame,
  Head,
  LogEntry,
  Phrase,
  Player,
  Presence,
  RoomCommand,
  RoomMessage,
  RoomState,
  Text,
  Thinking,
} from './wire';

/** What a person is told once: a refusal, an advice. */
export interface Refusal {
  rule: string;
  why: Text;
  instead: string | null;
}

/** What the last update changed, for those who show it. */
export interface Step {
  before: Frame;
  added: LogEntry[];
}

const OFFERS = ['draw', 'takeback', 'rematch'] as const;
export type Offer = (typeof OFFERS)[number];

/** What somebody offered and the other did not take: it is gone, and nothing came of it. */
export function declinedOffer(before: RoomState, log: LogEntry[], after: Head): Offer | null {
  const me = before.you.length === 1 ? before.you[0] : undefined;
  const gone = OFFERS.find((kind) => before.head.offers[kind] === me && after.offers[kind] === null);
  if (!me || !gone || after.next || (after.result && !before.head.result)) return null;
  const taken = log.length < before.log.length;
  const moved = log.length > before.log.length && log.slice(before.log.length).some((entry) => entry.by === me);
  return taken || moved ? null : gone;
}

export class Room {
  state = $state.raw<RoomState | null>(null);
  status = $state<Status>('connecting');
  missing = $state(false);
  /** The line was cut by the server itself, which will be back in a moment. */
  restarting = $state(false);
  lag = $state<number | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  thinking = $state.raw<Thinking | null>(null);
  advice = $state.raw<{ ply: number; analysis: Analysis } | null>(null);
  presence = $state.raw<Presence | null>(null);
  /** When `presence` came, as its waiting times run on. */
  presenceAt = $state(0);
  /** When `head.clock` was right. */
  clockAt = $state(0);
  phrase = $state.raw<{ by: Player; phrase: Phrase; at: number } | null>(null);
  step = $state.raw<Step | null>(null);
  /** The line is open, but nothing has come for a while. */
  quiet = $state(false);
  /** What we offered and the other did not take. */
  declined = $state<Offer | null>(null);
  /** A command is on its way. */
  busy = $state(false);

  readonly #socket: Socket;
  readonly #client: string;
  readonly #around: Surroundings;
  #moves = new Set<number>();
  /** We may be somebody else now, with other seats: only the whole state says so. */
  #changed = false;

  constructor(
    readonly id: string,
    around: Surroundings = browser,
  ) {
    this.#around = around;
    this.#client = Array.from({ length: 4 }, () => Math.floor(around.random() * 2 ** 30).toString(36)).join('');
    this.#socket = new Socket(
      {
        url: () => {
          const since = this.state && !this.#changed ? `&since=${this.state.version}` : '';
          return socketUrl(`/ws/room/${encodeURIComponent(id)}?client=${this.#client}${since}`);
        },
        message: (message) => this.#hear(message as RoomMessage),
        status: (status, code) => {
          this.status = status;
          if (code === 4404) this.missing = true;
          if (status === 'open') this.restarting = false;
          else if (code === RESTART) this.restarting = true;
          else if (code === LOGGED_OUT) {
            this.#changed = true;
            this.#moves.clear();
            this.busy = false;
          }
        },
        lag: (ms) => (this.lag = ms),
        quiet: (silent) => (this.quiet = silent),
      },
      around,
    );
  }

  send(command: RoomCommand): void {
    const id = this.#socket.command(command);
    this.declined = null;
    if (command.type === 'move') {
      this.#moves.add(id);
      this.refusal = null;
    }
    this.busy = this.#socket.waiting > 0;
  }

  move(...actions: string[]): void {
    if (this.state) this.send({ type: 'move', ply: this.state.log.length, actions });
  }

  /** Tries to connect now rather than after the next pause. */
  retry(): void {
    this.#socket.retry();
  }

  /** Says that this page is left on purpose, so that nobody waits long for its return. */
  bye(): void {
    this.#socket.tell({ type: 'bye' });
  }

  close(): void {
    this.bye();
    this.#socket.close();
  }

  #hear(message: RoomMessage): void {
    switch (message.type) {
      case 'state': {
        const { type: _, ...state } = message;
        this.step = null;
        this.#changed = false;
        this.#set(state);
        this.#present(state.presence);
        break;
      }
      case 'update':
        this.#update(message);
        break;
      case 'refused':
        this.#moves.delete(message.id);
        this.refusal = { rule: message.rule, why: message.why, instead: message.instead };
        break;
      case 'ack':
        this.#moves.delete(message.id);
        break;
      case 'hint':
        this.advice = { ply: message.ply, analysis: message.analysis };
        break;
      case 'thinking':
        this.thinking = message;
        break;
      case 'presence':
        this.#present(message);
        break;
      case 'phrase':
        this.phrase = { by: message.by, phrase: message.phrase, at: this.#around.now() };
        break;
    }
    this.busy = this.#socket.waiting > 0;
  }

  #update(message: { version: number; from: number; log: LogEntry[]; head: Head }): void {
    const state = this.state;
    if (!state || message.version <= state.version) return;
    if (message.version > state.version + 1) {
      this.#socket.tell({ type: 'sync', version: state.version } as { type: string });
      return;
    }
    const played = message.log.length > 0 && message.from === state.log.length;
    this.step = played ? { before: state.head.frame, added: message.log } : null;
    const log = state.log.slice(0, message.from).concat(message.log);
    this.declined = declinedOffer(state, log, message.head) ?? (played ? null : this.declined);
    this.#set({ ...state, version: message.version, log, head: message.head });
  }

  #set(state: RoomState): void {
    const ply = this.state?.log.length;
    this.state = state;
    this.clockAt = this.#around.now();
    if (ply !== state.log.length) {
      this.thinking = null;
      this.advice = null;
      this.refusal = null;
    }
  }

  #present(presence: Presence): void {
    this.presence = presence;
    this.presenceAt = this.#around.now();
  }
}
