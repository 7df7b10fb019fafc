/**
 * A puzzle being solved: what was found, what the other side replied, and which position is shown. The server decides
 * about every move; this only keeps what it said.
 */

import type { Change } from '../boards/types';
import { ApiError } from './http';
import { puzzles } from './puzzles';
import type { Frame, LogEntry, PuzzleAnswer, PuzzleStanding, PuzzleTask, PuzzleTheme, RatingChange } from './wire';

/** Where the attempt stands: to be found, just missed, found, or shown without having been found. */
export type Phase = 'find' | 'wrong' | 'right' | 'solved' | 'shown';

/** How long a move is seen before the reply to it. */
const PAUSE = 650;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class Solving {
  readonly task: PuzzleTask;
  phase = $state<Phase>('find');
  /** The beginning and the positions after each move of the line so far. */
  frames = $state.raw<Frame[]>([]);
  moves = $state.raw<string[]>([]);
  /** Which of the positions is shown. */
  at = $state(0);
  /** The moves that a hint leaves to choose from. */
  hints = $state.raw<string[]>([]);
  /** The move that was wrong. */
  missed = $state('');
  busy = $state(false);
  error = $state.raw<unknown>(null);
  refusal = $state.raw<ApiError | null>(null);
  rating = $state.raw<RatingChange | null>(null);
  standing = $state.raw<PuzzleStanding>();
  themes = $state.raw<PuzzleTheme[]>([]);
  change = $state.raw<Change<unknown> | null>(null);
  readonly #pause: number;
  /** The visitor's own moves, without the replies. */
  #found: string[] = [];
  #serial = 0;
  #left = false;

  readonly frame = $derived<Frame | undefined>(this.frames[this.at]);
  readonly over = $derived(this.phase === 'solved' || this.phase === 'shown');
  /** Moves that may be played: only at the end of the line, while there is something to find. */
  readonly legal = $derived(
    !this.over && !this.busy && this.at === this.frames.length - 1 && this.frame ? this.frame.legal : [],
  );
  readonly last = $derived.by<LogEntry | null>(() => {
    const text = this.moves[this.at - 1];
    const by = this.frames[this.at - 1]?.turn;
    return text && by ? { ply: this.at - 1, turn: this.at, by, text, ms: 0 } : null;
  });

  constructor(task: PuzzleTask, pause = PAUSE) {
    this.task = task;
    this.frames = [task.frame];
    this.standing = task.standing;
    this.#pause = pause;
  }

  /** The page shows something else: what still comes is not shown any more. */
  leave(): void {
    this.#left = true;
  }

  go(at: number): void {
    this.change = null;
    this.at = Math.max(0, Math.min(this.frames.length - 1, at));
  }

  async play(text: string): Promise<void> {
    if (this.busy || this.over || this.at !== this.frames.length - 1) return;
    await this.#ask(async () => {
      const answer = await puzzles.attempt(this.task, [...this.#found, text]);
      this.#settle(answer);
      this.hints = [];
      if (!answer.right) {
        this.missed = text;
        this.phase = 'wrong';
        return;
      }
      this.#found.push(text);
      this.phase = 'right';
      await this.#follow(answer);
      if (answer.done) this.phase = 'solved';
    });
  }

  async hint(): Promise<void> {
    if (this.over) return;
    await this.#ask(async () => {
      const hint = await puzzles.hint(this.task, this.#found);
      this.#settle(hint);
      this.hints = hint.moves;
    });
  }

  async solution(): Promise<void> {
    if (this.over) return;
    await this.#ask(async () => {
      const answer = await puzzles.solution(this.task);
      this.#settle(answer);
      this.hints = [];
      this.phase = 'shown';
      this.frames = [this.task.frame];
      this.moves = [];
      this.at = 0;
      await this.#follow(answer);
    });
  }

  #settle({ change, standing }: { change: RatingChange | null; standing: PuzzleStanding }): void {
    this.rating = change ?? this.rating;
    this.standing = standing;
  }

  /** Shows the moves of an answer one after the other. */
  async #follow({ moves, frames, themes }: PuzzleAnswer): Promise<void> {
    this.themes = themes;
    for (const [i, frame] of frames.entries()) {
      if (i > 0) await wait(this.#pause);
      if (this.#left) return;
      const before = this.frames.at(-1) as Frame;
      this.moves = [...this.moves, moves[i] as string];
      this.frames = [...this.frames, frame];
      this.at = this.frames.length - 1;
      const added = this.last ? [this.last] : [];
      this.change = { before: before.view, added, serial: ++this.#serial };
    }
  }

  async #ask(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.error = null;
    this.refusal = null;
    try {
      await work();
    } catch (failure) {
      // A move against the rules is no attempt.
      if (failure instanceof ApiError && failure.status === 422) this.refusal = failure;
      else this.error = failure;
    } finally {
      this.busy = false;
    }
  }
}
