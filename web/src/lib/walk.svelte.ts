/**
 * A position on a board that goes on by itself through what the server answers: the own move, and the reply to it. Lessons
 * and mistakes that are tried again are walked through like this.
 */

import type { Change } from '../boards/types';
import { motion } from './settings.svelte';
import type { Frame, LogEntry } from './wire';

let serial = 0;

export class Walk {
  frame = $state.raw<Frame>() as Frame;
  last = $state.raw<LogEntry | null>(null);
  change = $state.raw<Change<unknown> | null>(null);
  /** Whether something still happens on the board. */
  moving = $state(false);
  #run = 0;

  constructor(start: Frame, last: LogEntry | null = null) {
    this.frame = start;
    this.last = last;
  }

  /** Shows a position at once. */
  set(frame: Frame, last: LogEntry | null = null): void {
    this.#run += 1;
    this.moving = false;
    this.frame = frame;
    this.last = last;
    this.change = null;
  }

  /** Shows positions one after another, each reached by an event; `frames[0]` is the one before the first event. */
  async along(frames: Frame[], events: string[], from = 0): Promise<void> {
    const run = ++this.#run;
    this.moving = true;
    for (let i = from; i < events.length; i++) {
      const [before, after] = [frames[i], frames[i + 1]];
      if (!before || !after) break;
      if (i > from && motion() > 0) await new Promise((done) => setTimeout(done, motion() * 2.2));
      if (run !== this.#run) return;
      const entry: LogEntry = { ply: i, turn: i, by: before.turn, text: events[i] ?? '', ms: 0 };
      this.last = entry;
      this.change = { before: before.view, added: [entry], serial: ++serial };
      this.frame = after;
    }
    if (run === this.#run) this.moving = false;
  }
}
