/** The server's REST requests, one function each. Failures carry the server's own sentence in both languages. */

import { ApiError, ask } from './http';
import { session } from './session.svelte';
import type {
  Analysis,
  CreateRoom,
  EvaluationLine,
  Frame,
  GameInfo,
  GameSummary,
  Imported,
  LeaderRow,
  LessonAnswer,
  LessonInfo,
  LessonProgress,
  LessonRequest,
  Lobby,
  Me,
  Profile,
  Registered,
  RetryAnswer,
  RoomState,
  RunningGame,
  Text,
} from './wire';

/**
 * Asks the server once it knows who asks. A session that it has forgotten meanwhile is asked for anew, once, and the
 * request is repeated: the server did nothing with it before.
 */
export async function request(path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  await session.ready();
  try {
    return await ask(path, body, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'no-session') throw error;
    await session.renew();
    return ask(path, body, signal);
  }
}

export async function json<T>(path: string, body?: unknown): Promise<T> {
  const response = await request(path, body);
  return (await response.json()) as T;
}

/** Reads an answer that comes line by line, each a JSON value. */
async function* lines<T>(response: Response): AsyncGenerator<T> {
  let rest = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    const texts = (rest + part.value).split('\n');
    rest = texts.pop() ?? '';
    for (const text of texts) if (text.trim()) yield JSON.parse(text) as T;
  }
  if (rest.trim()) yield JSON.parse(rest) as T;
}

/** For how many moves the expected line of play is asked for. */
const LINES = 4;

/** A game that is not in a room: rules, where it started, what was played. */
export interface Line {
  game: string;
  rules: string;
  start: string | null;
  moves: string[];
}

export const api = {
  register: (name: string, password: string) => json<Registered>('/api/register', { name, password }),
  login: (name: string, password: string, code: string | null = null) =>
    json<Me>('/api/login', { name, password, code }),
  logout: () => json<Me>('/api/logout', {}),
  games: () => json<GameInfo[]>('/api/games'),
  rules: async (game: string) => (await json<{ text: Text }>(`/api/games/${game}/rules`)).text,
  lessons: (game: string) => json<LessonInfo[]>(`/api/games/${encodeURIComponent(game)}/lessons`),
  lessonsDone: () => json<LessonProgress[]>('/api/lessons/done'),
  keepLessons: (done: LessonProgress[]) => json<LessonProgress[]>('/api/lessons/done', done),
  attemptLesson: (attempt: LessonRequest) => json<LessonAnswer>('/api/lessons/attempt', attempt),
  /** Whether a move is as good as the best after a line, or nearly. */
  retry: (line: Line, attempt: string) => json<RetryAnswer>('/api/retry', { ...line, attempt }),
  create: (room: CreateRoom) => json<{ room: string }>('/api/rooms', room),
  room: (room: string) => json<RoomState>(`/api/rooms/${encodeURIComponent(room)}`),
  frames: (room: string) => json<Frame[]>(`/api/rooms/${encodeURIComponent(room)}/frames`),
  record: async (room: string, format: string) => {
    const query = new URLSearchParams({ format });
    return (await request(`/api/rooms/${encodeURIComponent(room)}/record?${query}`)).text();
  },
  lobby: () => json<Lobby>('/api/lobby'),
  import: (game: string, rules: string | null, text: string) =>
    json<Imported>('/api/import', rules ? { game, rules, text } : { game, text }),
  replay: (line: Line) => json<Frame[]>('/api/replay', line),
  /** The engine's analysis with the expected lines of the best few moves, or with `evaluator` that of a network: `neural`, or a trained one, named as a seat names it. */
  analyse: (line: Line, time_ms: number, evaluator: string | null = null) =>
    json<Analysis>('/api/analyse', { ...line, time_ms, lines: LINES, ...(evaluator && { with: evaluator }) }),
  /** The evaluation of a whole game; `hear` gets each line as it comes. */
  evaluate: async (game: Line | { room: string }, signal: AbortSignal, hear: (line: EvaluationLine) => void) => {
    const response =
      'room' in game
        ? await request(`/api/rooms/${encodeURIComponent(game.room)}/evaluation`, undefined, signal)
        : await request('/api/evaluate', game, signal);
    for await (const line of lines<EvaluationLine>(response)) hear(line);
  },
  /** One's own unfinished games. */
  playing: () => json<RunningGame[]>('/api/playing'),
  library: (filter: { game?: string; player?: string; mine?: boolean; before?: number; limit?: number }) => {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(filter)) if (value) query.set(key, String(value));
    return json<GameSummary[]>(`/api/library?${query}`);
  },
  leaderboard: (game: string, pool: 'people' | 'machines') =>
    json<LeaderRow[]>(`/api/leaderboard?game=${game}&pool=${pool}`),
  player: (name: string) => json<Profile>(`/api/players/${encodeURIComponent(name)}`),
};
