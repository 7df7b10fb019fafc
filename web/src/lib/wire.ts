/**
 * The data that travels between page and server. Everything else imports these types from here, so that it does not
 * matter how they are produced.
 */

export type Player = 'first' | 'second';
export type ByPlayer<T> = Record<Player, T>;
export type GameId = 'checkers' | 'quarto' | 'chessfive' | 'azul' | 'reversi';
export type Level = 'easy' | 'medium' | 'hard' | 'max';

/** A sentence in both languages. */
export interface Text {
  en: string;
  es: string;
}

export interface Rating {
  game: GameId;
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
}

export interface Me {
  id: string;
  name: string;
  guest: boolean;
  ratings: Rating[];
}

export interface Preset {
  name: string;
  doc: Text;
  changes: Record<string, string>;
}

export interface RuleOption {
  name: string;
  doc: Text;
  values: Text;
  choices: string[] | null;
  default: string;
}

export interface GameInfo {
  id: GameId;
  name: Text;
  summary: Text;
  seats: ByPlayer<Text>;
  chance: boolean;
  presets: Preset[];
  options: RuleOption[];
  formats: string[];
  levels: Level[];
}

export type SeatRequest = { kind: 'me' } | { kind: 'open' } | { kind: 'machine'; level: Level };

export interface ClockRules {
  base_ms: number;
  increment_ms: number;
}

export interface CreateRoom {
  game: GameId;
  rules: string;
  seats: ByPlayer<SeatRequest>;
  clock: ClockRules | null;
  rated: boolean;
  public: boolean;
  start: string | null;
  record: string | null;
  delay_ms: number;
}

/** A position as the page draws it; `view` is the game's own. */
export interface Frame {
  ply: number;
  turn: Player | null;
  view: unknown;
  legal: string[];
  position: string;
  scores: ByPlayer<number> | null;
}

export interface LogEntry {
  ply: number;
  turn: number;
  by: Player | null;
  text: string;
  ms: number;
}

export type Seat =
  | { kind: 'human'; id: string; name: string; guest: boolean; rating: number | null; provisional: boolean }
  | { kind: 'machine'; level: Level }
  | { kind: 'open' };

export type Cause = 'rules' | 'resign' | 'agreement' | 'time' | 'abandoned' | 'aborted';
export type Outcome = { win: Player } | 'draw';

export interface Result {
  outcome: Outcome | null;
  score: string;
  cause: Cause;
  reason: Text;
  ratings: ByPlayer<{ before: number; after: number }> | null;
}

export interface Head {
  status: 'waiting' | 'playing' | 'over';
  frame: Frame;
  clock: { first: number; second: number; running: Player | null } | null;
  seats: ByPlayer<Seat>;
  offers: { draw: Player | null; takeback: Player | null; rematch: Player | null };
  result: Result | null;
  next: string | null;
  pace: { paused: boolean; delay_ms: number } | null;
  thinking: Player | null;
  can: { undo: boolean; abort: boolean; draw: boolean };
}

export interface Presence {
  first: boolean;
  second: boolean;
  watchers: number;
  away: ByPlayer<number | null>;
}

export interface RoomState {
  room: string;
  game: GameId;
  rules: string;
  created: number;
  you: Player[];
  clock: ClockRules | null;
  rated: boolean;
  start: string | null;
  version: number;
  log: LogEntry[];
  head: Head;
  presence: Presence;
}

export interface Opinion {
  text: string;
  value: number | null;
  score: number | null;
  plies_to_end: number | null;
}

export interface Analysis {
  by: Player;
  best: Opinion;
  line: string[];
  moves: Opinion[];
  depth: number | null;
  nodes: number;
  seconds: number;
}

export interface Thinking {
  ply: number;
  by: Player;
  best: string;
  line: string[];
  value: number | null;
  depth: number | null;
  nodes: number;
}

export type Phrase =
  | 'hello'
  | 'good-luck'
  | 'good-game'
  | 'thanks'
  | 'well-played'
  | 'sorry'
  | 'oops'
  | 'have-to-go';

export type RoomMessage =
  | ({ type: 'state' } & RoomState)
  | { type: 'update'; version: number; from: number; log: LogEntry[]; head: Head }
  | { type: 'ack'; id: number; version: number }
  | { type: 'refused'; id: number; rule: string; why: Text; instead: string | null; version: number }
  | { type: 'hint'; id: number; ply: number; analysis: Analysis }
  | ({ type: 'thinking' } & Thinking)
  | ({ type: 'presence' } & Presence)
  | { type: 'phrase'; by: Player; phrase: Phrase }
  | { type: 'pong'; t: number };

/** A command without its number, which the socket client adds. */
export type RoomCommand =
  | { type: 'move'; ply: number; actions: string[] }
  | { type: 'undo' | 'draw' | 'decline' | 'abort' | 'rematch' | 'step' | 'hint' }
  | { type: 'resign'; seat: Player | null }
  | { type: 'claim'; draw: boolean }
  | { type: 'sit'; seat: Player }
  | { type: 'pace'; paused: boolean; delay_ms: number }
  | { type: 'phrase'; phrase: Phrase };

export interface GameSummary {
  room: string;
  game: GameId;
  rules: string;
  players: ByPlayer<Seat>;
  result: Result | null;
  plies: number;
  created: number;
  ended: number | null;
  rated: boolean;
  clock: ClockRules | null;
}

export interface OpenRoom {
  room: string;
  game: GameId;
  rules: string;
  clock: ClockRules | null;
  rated: boolean;
  by: Seat;
  seat: Player;
  created: number;
}

export interface Lobby {
  open: OpenRoom[];
  running: GameSummary[];
  seeking: number;
  playing: number;
  online: number;
}

export type LobbyMessage =
  | ({ type: 'lobby' } & Lobby)
  | { type: 'paired'; room: string; seat: Player }
  | { type: 'seeking'; game: GameId }
  | { type: 'idle' }
  | { type: 'ack'; id: number; version: number }
  | { type: 'refused'; id: number; rule: string; why: Text; instead: string | null; version: number }
  | { type: 'pong'; t: number };

export interface LeaderRow {
  rank: number;
  name: string;
  rating: number;
  deviation: number;
  games: number;
}

export interface Profile {
  name: string;
  guest: boolean;
  since: number;
  ratings: Rating[];
  recent: GameSummary[];
}

export interface Imported {
  game: GameId;
  rules: string;
  kind: 'record' | 'position';
  start: string | null;
  moves: string[];
}

export const other = (player: Player): Player => (player === 'first' ? 'second' : 'first');
export const GAMES: readonly GameId[] = ['checkers', 'quarto', 'chessfive', 'azul', 'reversi'];
