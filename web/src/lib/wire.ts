/**
 * The data that travels between page and server. The types are generated from the server's own; here games get their
 * names as types, and a few things shorter names.
 */

import type * as wire from '../wire';

export type {
  Analysis,
  ByPlayer,
  Cause,
  EvaluatedPly,
  EvaluationLine,
  Head,
  LeaderRow,
  Level,
  LogEntry,
  Opinion,
  Outcome,
  Phrase,
  Player,
  Presence,
  Text,
  Thinking,
} from '../wire';

export type GameId = 'checkers' | 'quarto' | 'chessfive' | 'azul' | 'reversi';
export const GAMES: readonly GameId[] = ['checkers', 'quarto', 'chessfive', 'azul', 'reversi'];

/** The same with the game as one that the page can draw. */
type Drawn<T> = Omit<T, 'game'> & { game: GameId };

/** A position; where openings have names, with that of the line that led to it. */
export type Frame = wire.Frame & { opening?: wire.Text | null };
/** Who sits at a seat: also a trained network, named by its run and the step of its checkpoint. */
export type Seat = wire.Seat | { kind: 'trained'; spec: string; run: string; step: number };
export type SeatRequest = wire.SeatRequest | { kind: 'trained'; spec: string };
/** What a move is called that costs its mover much. */
export type Fault = wire.Mark;
export type ClockRules = wire.ClockSetting;
export type Result = wire.GameResult;
export type Preset = wire.PresetInfo;
export type RuleOption = wire.OptionInfo;
export type Rating = Drawn<wire.Rating>;
export type Me = Omit<wire.Me, 'ratings'> & { ratings: Rating[] };
export type GameInfo = Omit<wire.GameInfo, 'id'> & { id: GameId };
export type CreateRoom = Omit<Drawn<wire.CreateRoom>, 'seats'> & { seats: wire.ByPlayer<SeatRequest> };
export type RoomState = Drawn<wire.RoomState>;
export type RoomMessage = Exclude<wire.Message, { type: 'state' }> | ({ type: 'state' } & RoomState);
/** A command without its number, which the socket client adds. */
export type RoomCommand = wire.Order;
export type GameSummary = Drawn<wire.GameSummary>;
export type OpenRoom = Drawn<wire.OpenRoom>;
export type Lobby = Omit<wire.Lobby, 'open' | 'running'> & { open: OpenRoom[]; running: GameSummary[] };
export type LobbyMessage =
  | Exclude<wire.LobbyMessage, { type: 'lobby' } | { type: 'seeking' }>
  | ({ type: 'lobby' } & Lobby)
  | { type: 'seeking'; game: GameId };
export type LobbyCommand = wire.LobbyOrder;
export type Profile = Omit<wire.Profile, 'ratings' | 'recent'> & { ratings: Rating[]; recent: GameSummary[] };
export type Imported = Drawn<wire.Imported>;

export const other = (player: wire.Player): wire.Player => (player === 'first' ? 'second' : 'first');

/** One training of the list. `state` is running, finished, interrupted, early-stop, time-up, failed or killed. */
export interface TrainingRun {
  name: string;
  game: string;
  rules: string;
  algo: string;
  seed: number;
  /** In seconds since 1970. */
  created: number;
  state: string;
  error: wire.Text | null;
  epoch: number;
  epochs: number;
  /** Seconds of training. */
  time: number;
  /** The series that tells which checkpoint is the best, and its best value. */
  headline: string;
  best: number | null;
}
export interface TrainingCheckpoint {
  step: number;
  epoch: number;
  score: number | null;
  best: boolean;
  /** What a seat and an analysis take. */
  spec: string;
}
export interface TrainingGame {
  file: string;
  epoch: number;
  name: string;
}
export interface Training {
  run: TrainingRun;
  config: Record<string, string>;
  checkpoints: TrainingCheckpoint[];
  games: TrainingGame[];
}
/** Scalars as columns; a hole is an epoch in which it was not measured. */
export interface TrainingMetrics {
  running: boolean;
  last: number;
  epoch: number[];
  step: number[];
  time: number[];
  series: Record<string, (number | null)[]>;
}
export interface TrainingHistogram {
  low: number;
  high: number;
  counts: number[];
}
export interface TrainingHistograms {
  epoch: number;
  values: Record<string, TrainingHistogram>;
}
/** A transition: cells are -1 or a piece. */
export interface TrainingBoards {
  title: string;
  before: number[][];
  after: number[][];
}
