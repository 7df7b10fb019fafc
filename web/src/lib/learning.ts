/**
 * Steps of lessons that are done and that the server does not know of yet: it could not keep them, or they were done
 * before it did. They wait on this device until they are brought to it once.
 */

import type { LessonProgress } from './wire';

const KEY = 'damero.lessons';

type Done = Record<string, unknown>;

export const keyOf = (game: string, lesson: string) => `${game}/${lesson}`;

function load(): Done {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return kept && typeof kept === 'object' && !Array.isArray(kept) ? (kept as Done) : {};
  } catch {
    return {};
  }
}

const isStep = (step: unknown): step is number => Number.isSafeInteger(step) && Number(step) >= 0;

/** What waits, lesson by lesson; nonsense that somebody wrote into the store counts for nothing. */
export function waiting(): LessonProgress[] {
  return Object.entries(load()).flatMap(([key, kept]) => {
    const [game, lesson, more] = key.split('/');
    const steps = Array.isArray(kept) ? kept.filter(isStep) : [];
    return game && lesson && more === undefined && steps.length > 0 ? [{ game, lesson, steps }] : [];
  });
}

/** Keeps a step here, as the server cannot. */
export function keepHere(game: string, lesson: string, step: number): void {
  const key = keyOf(game, lesson);
  const before = waiting().find((one) => keyOf(one.game, one.lesson) === key)?.steps ?? [];
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...load(), [key]: [...new Set([...before, step])] }));
  } catch {
    // A browser that keeps nothing still teaches.
  }
}

/** The server has them now. */
export function forgetWaiting(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // What cannot be removed is brought once more, which changes nothing.
  }
}
