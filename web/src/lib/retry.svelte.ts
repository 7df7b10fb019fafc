/** The mistakes of a game tried again, one after another, until a good move is found. The server judges every move. */

import { api, type Line } from './api';
import { ApiError } from './http';
import type { Frame, LogEntry, RetryAnswer, Text } from './wire';
import { motion } from './settings.svelte';
import { Walk } from './walk.svelte';

/** A game to learn from, with its positions. */
export interface Played {
  line: Line;
  log: LogEntry[];
  frames: Frame[];
}

export class Retry {
  readonly walk: Walk;
  /** Which of the mistakes is tried. */
  at = $state(0);
  checking = $state(false);
  answer = $state.raw<RetryAnswer | null>(null);
  /** The move that was tried last. */
  tried = $state('');
  refusal = $state.raw<Text | null>(null);
  solved = $state(false);
  /** Whether the solution was asked for. */
  told = $state(false);
  over = $state(false);
  /** How many were found without help. */
  found = $state(0);

  /** @param plies where the mistakes led to */
  constructor(
    private readonly game: Played,
    readonly plies: number[],
  ) {
    this.walk = new Walk(this.#before(), this.#last());
  }

  /** The ply that the mistake led to. */
  get ply(): number {
    return this.plies[this.at] ?? 0;
  }

  get legal(): string[] {
    return this.checking || this.solved || this.over || this.walk.moving ? [] : this.walk.frame.legal;
  }

  #before = (): Frame => this.game.frames[this.ply - 1] ?? this.game.frames[0]!;
  #last = (): LogEntry | null => this.game.log.slice(0, this.ply - 1).findLast((entry) => entry.by) ?? null;

  async play(text: string): Promise<void> {
    if (this.legal.length === 0) return;
    this.checking = true;
    this.refusal = null;
    const ply = this.ply;
    try {
      const moves = this.game.line.moves.slice(0, ply - 1);
      const answer = await api.retry({ ...this.game.line, moves }, text);
      if (this.ply !== ply) return;
      this.tried = answer.events[0] ?? text;
      this.answer = answer;
      this.solved = answer.good;
      if (answer.good && !this.told) this.found += 1;
      this.checking = false;
      await this.walk.along(answer.frames, answer.events);
      if (!answer.good) {
        // The answer to it is seen, and then both are taken back.
        await new Promise((done) => setTimeout(done, motion() * 6));
        if (this.ply === ply && !this.solved && this.answer === answer) this.walk.set(this.#before(), this.#last());
      }
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      this.refusal = failure.text;
    } finally {
      this.checking = false;
    }
  }

  /** Shows the best move: as the server found it when it judged an attempt, or else the one of the review. */
  async tell(reviewed: string): Promise<void> {
    const ply = this.ply;
    const best = this.answer?.best ?? reviewed;
    const moves = this.game.line.moves.slice(0, ply - 1);
    this.refusal = null;
    try {
      const frames = await api.replay({ ...this.game.line, moves: [...moves, best] });
      if (this.ply !== ply) return;
      this.told = true;
      this.tried = best;
      this.solved = true;
      this.answer = { good: true, loss: 0, reason: null, best, events: [best], frames: frames.slice(-2) };
      this.walk.set(this.#before(), this.#last());
      await this.walk.along(this.answer.frames, this.answer.events);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      this.refusal = failure.text;
    }
  }

  next(): void {
    this.answer = null;
    this.refusal = null;
    this.solved = false;
    this.told = false;
    if (this.at + 1 < this.plies.length) {
      this.at += 1;
      this.walk.set(this.#before(), this.#last());
    } else this.over = true;
  }
}
