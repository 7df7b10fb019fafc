import type { ByPlayer, Player } from '../../lib/wire';

/** A Reversi position as the server draws it. */
export interface ReversiView {
  /** 64 characters `X`, `O`, `-` from a1 along the rows. */
  board: string;
  turn: Player | null;
  legal: string[];
  discs: ByPlayer<number>;
}
