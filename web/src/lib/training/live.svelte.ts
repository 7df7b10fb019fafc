/**
 * A training as the page follows it: its numbers are asked for every other second while it runs, the rest now and then.
 * A page that nobody looks at asks for nothing.
 */

import type { Training, TrainingBoards, TrainingHistograms } from '../wire';
import { trainings } from './api';
import { askSince, merge, NOTHING, type Columns } from './metrics';

export const PAUSES = {
  /** Between questions while it runs, and while it does not: it may be taken up again. */
  running: 2000,
  resting: 15_000,
  /** Checkpoints, games, boards and distributions are asked for no more often than this. */
  rest: 6000,
} as const;

export class Live {
  training = $state.raw<Training | null>(null);
  columns = $state.raw<Columns>(NOTHING);
  histograms = $state.raw<TrainingHistograms[]>([]);
  boards = $state.raw<TrainingBoards[]>([]);
  running = $state(false);
  /** It went back to an earlier checkpoint while we looked. */
  wentBack = $state(false);
  error = $state.raw<unknown>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  #asking = false;
  /** When the rest was asked for, and at which epoch. */
  #restAt = -Infinity;
  #restEpoch = -1;
  readonly #wake = () => {
    if (!document.hidden) void this.#tick();
  };

  /** `whole` also asks for distributions and boards, which a comparison does not show. */
  constructor(
    readonly name: string,
    private readonly whole = true,
  ) {
    document.addEventListener('visibilitychange', this.#wake);
    void this.#tick();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    document.removeEventListener('visibilitychange', this.#wake);
  }

  async #tick(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#stopped || this.#asking || document.hidden) return;
    this.#asking = true;
    try {
      const was = this.running;
      const afresh = await this.#numbers();
      const epoch = this.columns.epoch.at(-1) ?? 0;
      const grown = epoch !== this.#restEpoch && Date.now() - this.#restAt >= PAUSES.rest;
      if (afresh || grown || was !== this.running || !this.training) await this.#rest(afresh, epoch);
      this.error = null;
    } catch (failure) {
      this.error = failure;
    }
    this.#asking = false;
    if (!this.#stopped)
      this.#timer = setTimeout(() => void this.#tick(), this.running ? PAUSES.running : PAUSES.resting);
  }

  /** Asks for what is new; whether everything had to be read again. */
  async #numbers(): Promise<boolean> {
    const part = await trainings.metrics(this.name, askSince(this.columns));
    const joined = merge(this.columns, part);
    this.running = part.running;
    if (joined) {
      this.columns = joined;
      return false;
    }
    const all = await trainings.metrics(this.name, 0);
    this.columns = merge(NOTHING, all) ?? NOTHING;
    this.running = all.running;
    this.wentBack = true;
    return true;
  }

  async #rest(afresh: boolean, epoch: number): Promise<void> {
    const since = afresh ? 0 : (this.histograms.at(-1)?.epoch ?? 0);
    const [training, histograms, boards] = await Promise.all([
      trainings.one(this.name),
      this.whole ? trainings.histograms(this.name, since) : [],
      this.whole ? trainings.boards(this.name) : [],
    ]);
    if (this.#stopped) return;
    this.training = training;
    this.histograms = since > 0 ? this.histograms.concat(histograms) : histograms;
    this.boards = boards;
    this.#restAt = Date.now();
    this.#restEpoch = epoch;
  }
}
