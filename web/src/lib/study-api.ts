/** The requests of studies, files of games, pictures and the explorer; only the pages that need them load this. */

import { json, request, type Line } from './api';
import type { Explorer, GameTree, PictureKind, ReadGame, Study, StudyRequest, StudySummary } from './wire';

const path = (study: string) => `/api/studies/${encodeURIComponent(study)}`;

export const studies = {
  list: (filter: { mine?: boolean; game?: string; before?: number }) => {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(filter)) if (value) query.set(key, String(value));
    return json<StudySummary[]>(`/api/studies?${query}`);
  },
  one: (study: string) => json<Study>(path(study)),
  create: (study: Omit<StudyRequest, 'version'>) => json<Study>('/api/studies', study),
  change: (study: string, to: StudyRequest) => json<StudySummary>(path(study), to),
  fork: (study: string) => json<Study>(`${path(study)}/fork`, {}),
  remove: (study: string) => request(`${path(study)}/delete`, {}),
  record: async (study: string, format: string) =>
    (await request(`${path(study)}/record?${new URLSearchParams({ format })}`)).text(),
};

/** The games of a text; one that cannot be read says why. */
export const readGames = (game: string, text: string) => json<ReadGame[]>('/api/read', { game, text });

/** A game with its variations as text. */
export const writeGame = async (tree: GameTree, format: string): Promise<string> =>
  (await request('/api/write', { tree, format })).text();

export const picture = async (line: Line, kind: PictureKind): Promise<Blob> =>
  (await request('/api/picture', { ...line, kind })).blob();

/** All one's own games in one file. */
export const ownGames = async (game: string, format: string): Promise<string> =>
  (await request(`/api/mine?${new URLSearchParams(game ? { game, format } : {})}`)).text();

export const explore = (line: Line) => json<Explorer>('/api/explore', line);
