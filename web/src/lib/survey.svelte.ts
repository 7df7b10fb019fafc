/** The evaluation of a whole game, one position after another, and the mistakes that it shows. */

import { api, ApiError, type Line } from './api';
import { fault, valueForFirst, type Fault } from './opinion';
import type { Frame, LogEntry } from './wire';

/** Time for each position. */
const EACH = 250;

export class Survey {
  /** For the first player, from -1 to 1, one for each position; null where unknown. */
  values = $state.raw<(number | null)[]>([]);
  working = $state(false);
  readonly done = $derived(this.values.filter((value) => value !== null).length);
  #run = 0;

  /** Forgets what is known; a run in progress ends. */
  clear(): void {
    this.#run += 1;
    this.values = [];
    this.working = false;
  }

  /** Ends a run and keeps what it found. */
  stop(): void {
    this.#run += 1;
    this.working = false;
  }

  async start(line: Line, frames: Frame[]): Promise<void> {
    const mine = ++this.#run;
    this.working = true;
    const list: (number | null)[] = frames.map(() => null);
    this.values = [...list];
    for (let i = 0; i < frames.length && mine === this.#run; i++) {
      const value = await this.#value(line, frames, i, list[i - 1] ?? null);
      if (mine !== this.#run) return;
      list[i] = value;
      this.values = [...list];
    }
    this.working = false;
  }

  async #value(line: Line, frames: Frame[], i: number, before: number | null): Promise<number | null> {
    const frame = frames[i];
    // A finished game or a deal has no move to value: its result counts, or the value before it goes on.
    if (!frame || frame.turn === null) {
      const scores = i === frames.length - 1 ? frame?.scores : null;
      return scores ? Math.sign(scores.first - scores.second) : before;
    }
    try {
      return valueForFirst(await api.analyse({ ...line, moves: line.moves.slice(0, i) }, EACH));
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      return null;
    }
  }
}

/** The mistakes of a game by the ply that they led to. */
export function faultsOf(values: (number | null)[], log: LogEntry[]): Map<number, Fault> {
  const found = new Map<number, Fault>();
  log.forEach((entry, i) => {
    const kind = fault(values[i] ?? null, values[i + 1] ?? null, entry.by);
    if (kind) found.set(i + 1, kind);
  });
  return found;
}

export const SIGNS: Record<Fault, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };
