/** Requests about puzzles, one function each. */

import { json } from './api';
import type { PuzzleAnswer, PuzzleGame, PuzzleHint, PuzzleTask, PuzzleTried } from '../wire';

const path = (task: { game: string; id: string }) => `/api/puzzles/${task.game}/${encodeURIComponent(task.id)}`;

export const puzzles = {
  games: () => json<PuzzleGame[]>('/api/puzzles'),
  history: () => json<PuzzleTried[]>('/api/puzzles/history'),
  one: (game: string, id: string) => json<PuzzleTask>(path({ game, id })),
  next: (game: string, theme: string | null, except: string | null) => {
    const query = new URLSearchParams();
    if (theme) query.set('theme', theme);
    if (except) query.set('except', except);
    return json<PuzzleTask>(`/api/puzzles/${game}/next?${query}`);
  },
  /** The moves are the visitor's own, without the replies; the last one is the one in question. */
  attempt: (task: PuzzleTask, moves: string[]) => json<PuzzleAnswer>(`${path(task)}/try`, { moves }),
  hint: (task: PuzzleTask, moves: string[]) => json<PuzzleHint>(`${path(task)}/hint`, { moves }),
  solution: (task: PuzzleTask) => json<PuzzleAnswer>(`${path(task)}/solution`, {}),
};
