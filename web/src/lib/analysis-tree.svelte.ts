/**
 * A game being analysed: a line of moves with its positions, a place in it, and the line that was opened, to come back to
 * after trying something else. Rules stay with the server: every line is replayed there.
 */

import { drawChance } from '../boards/game';
import type { Change } from '../boards/types';
import { api, type Line } from './api';
import { ApiError } from './http';
import { play as sound } from './sound';
import type { Frame, LogEntry } from './wire';

export class AnalysisTree {
  line = $state.raw<Line | null>(null);
  frames = $state.raw<Frame[]>([]);
  original = $state.raw<Line | null>(null);
  ply = $state(0);
  /** The step that was just made, for boards that show it. */
  change = $state.raw<Change<unknown> | null>(null);
  refusal = $state.raw<ApiError | null>(null);
  #serial = 0;

  readonly frame = $derived(this.frames[this.ply]);
  readonly log = $derived<LogEntry[]>(
    (this.line?.moves ?? []).map((text, i) => ({ ply: i, turn: i, by: this.frames[i]?.turn ?? null, text, ms: 0 })),
  );
  readonly last = $derived(this.log.slice(0, this.ply).findLast((entry) => entry.by !== null) ?? null);
  /** The line up to the position shown. */
  readonly here = $derived<Line | null>(this.line ? { ...this.line, moves: this.line.moves.slice(0, this.ply) } : null);
  readonly varied = $derived(
    this.original !== null && this.line !== null && this.original.moves.join() !== this.line.moves.join(),
  );

  /** Opens a game at a ply, its end when none is given; it is what `back` comes back to if it is to be `kept`. */
  async open(next: Line, at: number | null, kept: boolean): Promise<void> {
    const full = await replay(next);
    this.line = full.line;
    this.frames = full.frames;
    this.change = null;
    this.refusal = null;
    this.original = kept ? full.line : null;
    // A chance event that was just drawn belongs to the beginning.
    const drawn = full.line.moves.length - next.moves.length;
    this.ply = Math.min((at ?? next.moves.length) + drawn, full.frames.length - 1);
  }

  go(target: number): void {
    if (target < 0 || target >= this.frames.length) return;
    const before = this.frames[target - 1];
    const entry = this.log[target - 1];
    const step = target === this.ply + 1 && before && entry;
    this.change = step ? { before: before.view, added: [entry], serial: ++this.#serial } : null;
    if (step) sound('move');
    this.ply = target;
    this.refusal = null;
  }

  /** Tries a move here; what was played after it is left behind. */
  async attempt(move: string): Promise<void> {
    const { line, frame, ply } = this;
    if (!line || !frame) return;
    this.refusal = null;
    if (line.moves[ply] === move) return this.go(ply + 1);
    try {
      const full = await replay({ ...line, moves: [...line.moves.slice(0, ply), move] });
      this.line = full.line;
      this.frames = full.frames;
      const added = [{ ply, turn: ply, by: frame.turn, text: move, ms: 0 }];
      this.change = { before: frame.view, added, serial: ++this.#serial };
      this.ply = full.frames.length - 1;
      sound('move');
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      this.refusal = failure;
    }
  }

  /** Back to the game that was opened. */
  async back(): Promise<void> {
    if (this.original) await this.open(this.original, Math.min(this.ply, this.original.moves.length), true);
  }
}

/** Replays a line; where chance has to decide, it does. */
async function replay(line: Line): Promise<{ line: Line; frames: Frame[] }> {
  const frames = await api.replay(line);
  const event = await drawChance(line.game, frames.at(-1)?.view);
  if (!event) return { line, frames };
  const full = { ...line, moves: [...line.moves, event] };
  return { line: full, frames: await api.replay(full) };
}
