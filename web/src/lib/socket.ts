/**
 * A socket that survives: commands carry a number and are sent again until they are answered, silence is noticed, and a
 * lost connection comes back with growing, jittered pauses. It knows nothing about games, and takes time, chance and the
 * transport as arguments, so that tests can play all three.
 */

import { session } from './session.svelte';

/** The part of `WebSocket` that is used. */
export interface Transport {
  readonly readyState: number;
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface Surroundings {
  connect(url: string): Transport;
  now(): number;
  random(): number;
  later(run: () => void, ms: number): unknown;
  forget(timer: unknown): void;
  /** Tells when the device loses its network and has it back; returns how to stop listening. */
  network?(lost: () => void, back: () => void): () => void;
  /** Asks the server who we are, after it has ended our session. */
  renew?(): Promise<void>;
}

export const browser: Surroundings = {
  connect: (url) => new WebSocket(url) as unknown as Transport,
  now: () => Date.now(),
  random: () => Math.random(),
  later: (run, ms) => setTimeout(run, ms),
  forget: (timer) => clearTimeout(timer as number),
  network: (lost, back) => {
    addEventListener('offline', lost);
    addEventListener('online', back);
    return () => {
      removeEventListener('offline', lost);
      removeEventListener('online', back);
    };
  },
  renew: () => session.renew(),
};

/** `WebSocket.OPEN`: only then may be written. A socket that is closing still has its `onclose` before it. */
export const OPEN = 1;

export type Status = 'connecting' | 'open' | 'lost' | 'closed';

/** Codes after which trying again is useless. */
const FINAL = new Set([4404, 4400]);
/** Our session has ended: by a login or logout in another tab, or from elsewhere. */
export const LOGGED_OUT = 4401;
/** The server restarts and wants us back at once. */
export const RESTART = 1012;

export const TIMES = {
  /** A ping so long after each pong. */
  ping: 2500,
  /** So long without a word, and somebody should know. */
  quiet: 4000,
  /** So long without a word, and the connection is dead. */
  silence: 9000,
  /** A command without an answer is sent again after so long; looked at every `look`. */
  resend: 2500,
  look: 1200,
  /** Pauses before connecting again. */
  first: 500,
  /** The same after a session has ended: whatever ended it first has to give us another. */
  renew: 1000,
  most: 30_000,
} as const;

interface Pending {
  id: number;
  text: string;
  sent: number;
}

export interface Handlers {
  /** The address to connect to; asked each time, as it may carry what was seen last. */
  url(): string;
  message(message: Record<string, unknown> & { type: string }): void;
  status(status: Status, code?: number): void;
  /** The line is open and nothing comes, or something comes again. */
  quiet?(silent: boolean): void;
  /** Round trip in milliseconds, after each pong. */
  lag?(ms: number): void;
}

export class Socket {
  #transport: Transport | null = null;
  #status: Status = 'connecting';
  #next = 1;
  #pending: Pending[] = [];
  #attempts = 0;
  #heard = 0;
  #silent = false;
  #loggedOut = false;
  readonly #stopListening: (() => void) | undefined;
  #timers = new Map<string, unknown>();

  constructor(
    private readonly handlers: Handlers,
    private readonly around: Surroundings = browser,
  ) {
    this.#stopListening = around.network?.(
      () => this.#lost(0),
      () => this.retry(),
    );
    this.#connect();
  }

  get status(): Status {
    return this.#status;
  }

  /** Commands not answered yet. */
  get waiting(): number {
    return this.#pending.length;
  }

  /** Sends a command that must arrive, once only; returns its number. */
  command(body: { type: string }): number {
    const id = this.#next++;
    const pending = { id, text: JSON.stringify({ ...body, id }), sent: 0 };
    this.#pending.push(pending);
    this.#send(pending);
    return id;
  }

  /** Sends a message that may get lost. */
  tell(body: { type: string }): void {
    this.#write(JSON.stringify(body));
  }

  /** Takes everything as answered, where answers carry no numbers. */
  settle(): void {
    this.#pending = [];
  }

  /** Ends the pause before the next attempt to connect. */
  retry(): void {
    if (this.#status === 'lost') this.#reconnect();
  }

  close(): void {
    this.#stopListening?.();
    this.#set('closed');
    this.#drop();
  }

  #send(pending: Pending): void {
    if (this.#write(pending.text)) pending.sent = this.around.now();
  }

  /** Whether the line took it. What it did not take and must arrive goes out on the next one. */
  #write(text: string): boolean {
    if (this.#status !== 'open' || this.#transport?.readyState !== OPEN) return false;
    this.#transport.send(text);
    return true;
  }

  /** Connects again, if need be after the server has said who we are now: it takes nobody whose session has ended. */
  #reconnect(): void {
    if (!this.#loggedOut || !this.around.renew) return this.#connect();
    this.#drop();
    this.#set('connecting');
    this.around.renew().then(
      () => {
        this.#loggedOut = false;
        if (this.#status === 'connecting') this.#connect();
      },
      () => this.#lost(0),
    );
  }

  #connect(): void {
    this.#drop();
    this.#set('connecting');
    const transport = this.around.connect(this.handlers.url());
    this.#transport = transport;
    this.#heard = this.around.now();
    this.#watch();
    transport.onopen = () => {
      this.#set('open');
      this.#heard = this.around.now();
      // Everything unanswered goes out again, in order; the server does each number once only.
      for (const pending of this.#pending) this.#send(pending);
      this.#ping();
    };
    transport.onmessage = (event) => this.#hear(event.data);
    transport.onclose = (event) => this.#lost(event.code);
  }

  #hear(data: unknown): void {
    this.#heard = this.around.now();
    this.#quiet(false);
    this.#attempts = 0;
    let message;
    try {
      message = JSON.parse(String(data));
    } catch {
      return;
    }
    if (typeof message?.type !== 'string') return;
    if (message.type === 'pong') {
      this.handlers.lag?.(this.around.now() - message.t);
      this.#timer('ping', () => this.#ping(), TIMES.ping);
      return;
    }
    if (typeof message.id === 'number') {
      this.#pending = this.#pending.filter((pending) => pending.id !== message.id);
    }
    this.handlers.message(message);
  }

  #ping(): void {
    this.tell({ type: 'ping', t: this.around.now() } as { type: string });
  }

  /** Looks now and then whether commands wait too long or the line is dead. */
  #watch(): void {
    this.#timer(
      'watch',
      () => {
        const now = this.around.now();
        if (now - this.#heard > TIMES.silence) return this.#lost(0);
        this.#quiet(this.#status === 'open' && now - this.#heard > TIMES.quiet);
        for (const pending of this.#pending) if (now - pending.sent > TIMES.resend) this.#send(pending);
        this.#watch();
      },
      TIMES.look,
    );
  }

  #quiet(silent: boolean): void {
    if (silent === this.#silent) return;
    this.#silent = silent;
    this.handlers.quiet?.(silent);
  }

  #lost(code: number): void {
    if (this.#status === 'closed') return;
    this.#quiet(false);
    this.#drop();
    if (FINAL.has(code)) {
      this.#set('closed', code);
      return;
    }
    if (code === LOGGED_OUT) {
      this.#loggedOut = true;
      // Whoever we are now has not ordered this.
      this.#pending = [];
    }
    this.#set('lost', code);
    const jitter = this.around.random();
    const pause =
      code === RESTART && this.#attempts === 0
        ? jitter * 1000
        : Math.min(TIMES.first * 2 ** this.#attempts, TIMES.most) * (0.5 + jitter / 2);
    this.#attempts += 1;
    this.#timer('connect', () => this.#reconnect(), code === LOGGED_OUT ? pause + TIMES.renew : pause);
  }

  #set(status: Status, code?: number): void {
    if (this.#status === status && code === undefined) return;
    this.#status = status;
    this.handlers.status(status, code);
  }

  /** Lets go of the transport and of every timer. */
  #drop(): void {
    for (const timer of this.#timers.values()) this.around.forget(timer);
    this.#timers.clear();
    const transport = this.#transport;
    this.#transport = null;
    if (!transport) return;
    transport.onopen = transport.onmessage = transport.onclose = null;
    transport.close();
  }

  #timer(name: string, run: () => void, ms: number): void {
    this.around.forget(this.#timers.get(name));
    this.#timers.set(name, this.around.later(run, ms));
  }
}

/** The address of a socket on the server that the page came from. */
export function socketUrl(path: string): string {
  return `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${path}`;
}
