/** What of the lessons is done. It is kept on this device. */

const KEY = 'damero.lessons';

type Done = Record<string, number[]>;

const keyOf = (game: string, lesson: string) => `${game}/${lesson}`;

function load(): Done {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return kept && typeof kept === 'object' && !Array.isArray(kept) ? (kept as Done) : {};
  } catch {
    return {};
  }
}

/** The steps of a lesson that were done, by number; nonsense that somebody wrote into the store counts for nothing. */
export function doneOf(game: string, lesson: string): Set<number> {
  const steps: unknown = load()[keyOf(game, lesson)];
  return new Set(Array.isArray(steps) ? steps.filter((step) => Number.isInteger(step)) : []);
}

export function keepDone(game: string, lesson: string, step: number): void {
  const done = { ...load(), [keyOf(game, lesson)]: [...doneOf(game, lesson).add(step)] };
  try {
    localStorage.setItem(KEY, JSON.stringify(done));
  } catch {
    // A browser that keeps nothing still teaches.
  }
}
