/** What every board is given and gives back. Boards draw and report intents; they know no rules. */

import type { Shape } from '../lib/shapes';
import type { LogEntry, Player, Text, ByPlayer } from '../lib/wire';

/** A move that was just played, for boards that show it happening. */
export interface Change<V> {
  before: V;
  added: LogEntry[];
  /** Grows with each change, so that the same move twice is seen twice. */
  serial: number;
}

/** A mark on a legal move: what analysis thinks of it. */
export interface Mark {
  label: string;
  best: boolean;
  /** From -1, bad, to 1, good. */
  value: number;
}

export interface BoardProps<V> {
  view: V;
  /** Moves that may be played now; empty when nobody here is to move. */
  legal: string[];
  /** Whose turn it is in this position. */
  turn: Player | null;
  /** The move that led here. */
  last: LogEntry | null;
  change: Change<V> | null;
  /** The board is seen from the second player's side. */
  flip: boolean;
  marks: Map<string, Mark>;
  hint: string | null;
  seats: ByPlayer<Text>;
  /** Who sits on the near side, below the board; the first player unless told otherwise. */
  near?: Player;
  /** What the players themselves are called, where that is known. */
  names?: ByPlayer<string> | null;
  /** Who may premove while the other thinks. */
  ahead?: Player | null;
  /** The premove, waiting for its turn. */
  queued?: string | null;
  /** Smaller and without words around it: rules pages, lists. */
  compact?: boolean;
  /** Arrows and circles that somebody drew. */
  shapes?: readonly Shape[];
  /** Told of each shape that somebody draws. */
  ondraw?: ((shape: Shape) => void) | undefined;
  /** Sends a move, legal or not: the server says why not. */
  play: (text: string) => void;
}

/** `a` = 0, `b` = 1, … */
export const fileOf = (square: string): number => square.charCodeAt(0) - 97;
export const file = (column: number): string => String.fromCharCode(97 + column);
