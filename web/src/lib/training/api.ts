/** The server's requests about trainings, one function each; all of them only read. */

import { json, request } from '../api';
import type { Training, TrainingBoards, TrainingHistograms, TrainingMetrics, TrainingRun } from '../wire';

const at = (run: string) => `/api/training/${encodeURIComponent(run)}`;

export const trainings = {
  list: () => json<TrainingRun[]>('/api/training'),
  one: (run: string) => json<Training>(at(run)),
  metrics: (run: string, since: number) => json<TrainingMetrics>(`${at(run)}/metrics?since=${since}`),
  histograms: (run: string, since: number) => json<TrainingHistograms[]>(`${at(run)}/histograms?since=${since}`),
  boards: (run: string) => json<TrainingBoards[]>(`${at(run)}/boards`),
  /** A sample game as text, which `/api/import` understands. */
  game: async (run: string, file: string) => (await request(`${at(run)}/games/${encodeURIComponent(file)}`)).text(),
};
