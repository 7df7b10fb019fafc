/** What of the lessons is done: the server keeps it for guests and accounts; what it could not keep waits here. */

import { api } from './api';
import { forgetWaiting, keepHere, keyOf, waiting } from './learning';
import type { LessonProgress } from './wire';

export class Progress {
  #done = $state.raw<ReadonlyMap<string, ReadonlySet<number>>>(new Map());

  /** Asks the server, and brings what waits. Without it, what waits is all that is known. */
  async load(): Promise<void> {
    const brought = waiting();
    try {
      const all = await (brought.length > 0 ? api.keepLessons(brought) : api.lessonsDone());
      if (brought.length > 0) forgetWaiting();
      this.#take(all);
    } catch {
      this.#take(brought);
    }
  }

  /** The steps of a lesson that were done, by number. */
  of(game: string, lesson: string): ReadonlySet<number> {
    return this.#done.get(keyOf(game, lesson)) ?? new Set();
  }

  /** A step that was done just now. */
  add({ game, lesson, step }: { game: string; lesson: string; step: number }, kept: boolean): void {
    if (!kept) keepHere(game, lesson, step);
    const steps = new Set(this.of(game, lesson)).add(step);
    this.#done = new Map(this.#done).set(keyOf(game, lesson), steps);
  }

  #take(all: LessonProgress[]): void {
    this.#done = new Map(all.map(({ game, lesson, steps }) => [keyOf(game, lesson), new Set(steps)]));
  }
}

export const progress = new Progress();
