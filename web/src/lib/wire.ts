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
  Frame,
  Head,
  LeaderRow,
  Level,
  LogEntry,
  Machine,
  Opinion,
  Outcome,
  Phrase,
  Player,
  Presence,
  Seat,
  SeatRequest,
  Text,
  Thinking,
  Training,
  TrainingBoards,
  TrainingCheckpoint,
  TrainingGame,
  TrainingHistogram,
  TrainingHistograms,
  TrainingMetrics,
  TrainingRun,
} from '../wire';

export type GameId = 'checkers' | 'quarto' | 'chessfive' | 'azul' | 'reversi';
export const GAMES: readonly GameId[] = ['checkers', 'quarto', 'chessfive', 'azul', 'reversi'];

/** The same with the game as one that the page can draw. */
type Drawn<T> = Omit<T, 'game'> & { game: GameId };

/** What a move is called that costs its mover much. */
export type Fault = wire.Mark;
export type ClockRules = wire.ClockSetting;
export type Result = wire.GameResult;
export type Preset = wire.PresetInfo;
export type RuleOption = wire.OptionInfo;
export type Rating = Drawn<wire.Rating>;
export type Me = Omit<wire.Me, 'ratings'> & { ratings: Rating[] };
export type GameInfo = Omit<wire.GameInfo, 'id'> & { id: GameId };
export type CreateRoom = Drawn<wire.CreateRoom>;
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
