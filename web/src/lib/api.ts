/** The server's REST requests, one function each. Failures carry the server's own sentence in both languages. */

import type {
  Analysis,
  CreateRoom,
  EvaluationLine,
  Frame,
  GameId,
  GameInfo,
  GameSummary,
  Imported,
  LeaderRow,
  Lobby,
  Me,
  Profile,
  RoomState,
  Text,
} from './wire';

/** A refused request: the server's code and sentence, or our own when the server could not be reached. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly text: Text,
  ) {
    super(text.en);
  }
}

const unreachable: Text = {
  en: 'The server cannot be reached. Check the connection and try again.',
  es: 'No se puede llegar al servidor. Revisa la conexión e inténtalo de nuevo.',
};
const odd: Text = {
  en: 'The server answered something unexpected.',
  es: 'El servidor respondió algo inesperado.',
};

export async function request(path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path, { ...init, signal, credentials: 'same-origin' });
  } catch {
    throw new ApiError(0, 'unreachable', unreachable);
  }
  if (response.ok) return response;
  const failure: { error?: { code: string; message: Text } } = await response.json().catch(() => ({}));
  throw new ApiError(response.status, failure.error?.code ?? 'unknown', failure.error?.message ?? odd);
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

/** A game that is not in a room: rules, where it started, what was played. */
export interface Line {
  game: GameId;
  rules: string;
  start: string | null;
  moves: string[];
}

let games: Promise<GameInfo[]> | undefined;

export const api = {
  me: () => json<Me>('/api/me'),
  register: (name: string, password: string) => json<Me>('/api/register', { name, password }),
  login: (name: string, password: string) => json<Me>('/api/login', { name, password }),
  logout: () => json<Me>('/api/logout', {}),
  /** Asked once for each load of the page: games do not change while a server runs. */
  games: () => {
    games ??= json<GameInfo[]>('/api/games');
    games.catch(() => (games = undefined));
    return games;
  },
  rules: async (game: GameId) => (await json<{ text: Text }>(`/api/games/${game}/rules`)).text,
  create: (room: CreateRoom) => json<{ room: string }>('/api/rooms', room),
  room: (room: string) => json<RoomState>(`/api/rooms/${encodeURIComponent(room)}`),
  frames: (room: string) => json<Frame[]>(`/api/rooms/${encodeURIComponent(room)}/frames`),
  record: async (room: string, format: string) => {
    const query = new URLSearchParams({ format });
    return (await request(`/api/rooms/${encodeURIComponent(room)}/record?${query}`)).text();
  },
  lobby: () => json<Lobby>('/api/lobby'),
  import: (game: GameId, rules: string | null, text: string) =>
    json<Imported>('/api/import', rules ? { game, rules, text } : { game, text }),
  replay: (line: Line) => json<Frame[]>('/api/replay', line),
  /** What the engine thinks, or with `judge` a network: `neural`, or a trained one, named as a seat names it. */
  analyse: (line: Line, time_ms: number, judge: string | null = null) =>
    json<Analysis>('/api/analyse', { ...line, time_ms, ...(judge && { with: judge }) }),
  /** The evaluation of a whole game; `hear` gets each line as it comes. */
  evaluate: async (game: Line | { room: string }, signal: AbortSignal, hear: (line: EvaluationLine) => void) => {
    const response =
      'room' in game
        ? await request(`/api/rooms/${encodeURIComponent(game.room)}/evaluation`, undefined, signal)
        : await request('/api/evaluate', game, signal);
    for await (const line of lines<EvaluationLine>(response)) hear(line);
  },
  library: (filter: { game?: string; player?: string; before?: number; limit?: number }) => {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(filter)) if (value) query.set(key, String(value));
    return json<GameSummary[]>(`/api/library?${query}`);
  },
  leaderboard: (game: GameId, pool: 'people' | 'machines') =>
    json<LeaderRow[]>(`/api/leaderboard?game=${game}&pool=${pool}`),
  player: (name: string) => json<Profile>(`/api/players/${encodeURIComponent(name)}`),
};
