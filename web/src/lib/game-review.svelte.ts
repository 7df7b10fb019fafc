/** The evaluation of a whole game as the server sends it, position after position, and the mistakes that it found. */

import { api, type Line } from './api';
import { ApiError } from './http';
import type { ByPlayer, EvaluatedPly, EvaluationLine, Fault, Text } from './wire';

/** A mistake: what it is called, what was better, and why as far as that is known. */
export interface Found {
  kind: Fault;
  best: string | null;
  /** What it cost, from 0 to 2. */
  loss?: number | null;
  /** What the game says, as a part of a sentence whose subject is the move. */
  reason?: Text | null;
  /** The lesson of the game about it. */
  lesson?: string | null;
  /** The theme of the game's puzzles that trains it. */
  theme?: string | null;
  /** The best answer to it. */
  answer?: string | null;
}

/** A review as it is kept. */
export interface SavedReview {
  values: (number | null)[];
  faults: [number, Found][];
  accuracy?: ByPlayer<number | null> | null;
}

export class GameReview {
  /** For the first player, from -1 to 1, one for each position; null where unknown. */
  values = $state.raw<(number | null)[]>([]);
  /** Mistakes by the ply that they led to, and what should have been played. */
  faults = $state.raw<Map<number, Found>>(new Map());
  /** How accurately both played, from 0 to 100, once all is known. */
  accuracy = $state.raw<ByPlayer<number | null> | null>(null);
  working = $state(false);
  failure = $state.raw<ApiError | null>(null);
  readonly done = $derived(this.values.filter((value) => value !== null).length);
  readonly kinds = $derived(new Map([...this.faults].map(([ply, { kind }]) => [ply, kind])));
  #run: AbortController | null = null;

  /** Forgets what is known; a run in progress ends. */
  clear(): void {
    this.stop();
    this.values = [];
    this.faults = new Map();
    this.accuracy = null;
    this.failure = null;
  }

  /** What is to be kept of a review that is complete. */
  saved(): SavedReview | null {
    if (this.working || this.failure || this.done === 0) return null;
    return { values: this.values, faults: [...this.faults], accuracy: this.accuracy };
  }

  restore({ values, faults, accuracy }: SavedReview): void {
    this.clear();
    this.values = values;
    this.faults = new Map(faults);
    this.accuracy = accuracy ?? null;
  }

  /** Ends a run and keeps what it found. */
  stop(): void {
    this.#run?.abort();
    this.#run = null;
    this.working = false;
  }

  /** Evaluates a line, or a game in a room, whose evaluation the server remembers. */
  async start(game: Line | { room: string }): Promise<void> {
    this.clear();
    const run = new AbortController();
    this.#run = run;
    this.working = true;
    try {
      await api.evaluate(game, run.signal, (line) => {
        if (line.type === 'begin') this.values = Array.from({ length: line.plies + 1 }, () => null);
        else if (line.type === 'ply') this.#add(line);
        else if (line.type === 'reason') this.#explain(line);
        else if (line.type === 'done') this.accuracy = line.accuracy;
        else if (line.type === 'failed') this.failure = new ApiError(200, line.error.code, line.error.message);
      });
    } catch (failure) {
      if (run.signal.aborted) return;
      if (!(failure instanceof ApiError)) throw failure;
      this.failure = failure;
    }
    if (this.#run === run) this.stop();
  }

  #add({ ply, value, plies_to_end, mark, best, loss }: EvaluatedPly): void {
    const known = plies_to_end ? Math.sign(plies_to_end) : value;
    // Chance decides here: the value before it goes on.
    this.values = this.values.with(ply, known ?? this.values[ply - 1] ?? null);
    if (mark) this.faults = new Map(this.faults).set(ply + 1, { kind: mark, best, loss });
  }

  #explain({ ply, text, lesson, theme, answer }: Extract<EvaluationLine, { type: 'reason' }>): void {
    const found = this.faults.get(ply + 1);
    if (!found) return;
    const why = { reason: text, lesson, theme, answer: answer[0] ?? null };
    this.faults = new Map(this.faults).set(ply + 1, { ...found, ...why });
  }
}

export const SIGNS: Record<Fault, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };
