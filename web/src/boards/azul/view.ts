import type { ByPlayer, Player } from '../../lib/wire';

export interface AzulBoardView {
  score: number;
  /** The letters of the tiles in each line from the top. */
  lines: string[];
  /** The rows of the wall, `.` for an empty cell. */
  wall: string[];
  /** The floor line, the marker as `M`. */
  floor: string;
  penalty: number;
  complete: [number, number, number];
}

/** What the end of a round does to a board, told by the server. */
export interface Tiling {
  tiles: { row: number; column: number; points: number }[];
  penalty: number;
  score: number;
  bonus: { complete: [number, number, number]; points: number } | null;
}

/** An Azul table as the server draws it. */
export interface AzulView {
  round: number;
  turn: Player | null;
  opener: Player | null;
  factories: string[];
  centre: string;
  centre_marker: boolean;
  marker: Player | null;
  boards: ByPlayer<AzulBoardView>;
  pattern: string[];
  penalties: number[];
  bag: number[];
  lid: number[];
  legal: string[];
  round_ends?: { move: string; boards: ByPlayer<Tiling> }[];
}

export interface AzulMove {
  source: string;
  colour: string;
  target: string;
}

/** Reads `2B-3`, `CK-F`. */
export function readMove(text: string): AzulMove | null {
  const parts = /^([1-5C])([BYRKW])-([1-5F])$/.exec(text);
  return parts ? { source: parts[1]!, colour: parts[2]!, target: parts[3]! } : null;
}

