/**
 * Setting up a position by hand. Each game says which pieces there are, how its view becomes an arrangement of them and
 * how an arrangement is written; whether it can be played is for the server to say.
 */

import type { Component } from 'svelte';
import type { Player } from '../lib/wire';
import { boardOf } from './game';

/** Pieces on cells, and what stands beside the board. */
export interface Arrangement {
  /** The piece on each cell that has one, by the cell's name. */
  cells: Map<string, string>;
  turn: Player;
  /** A piece that is about to be placed, where the game has such a thing. */
  hand: string | null;
}

export interface Setup {
  rows: number;
  columns: number;
  /** The frame, and the cells by turns. */
  colours: readonly [frame: string, dark: string, light: string];
  /** All pieces that can be put on a cell. */
  pieces: readonly string[];
  /** A piece, 100 units wide around the origin. */
  Piece: Component<{ piece: string }>;
  /** What pieces refer to, once a page. */
  Definitions?: Component;
  /** One more sentence about setting up. */
  help?: () => string;
  name(row: number, column: number): string;
  usable(row: number, column: number): boolean;
  label(piece: string): string;
  /** How many of a piece there are, if that is limited. */
  supply?(piece: string): number;
  /** Whose turn it is follows from the pieces. */
  turnFollows?: boolean;
  /** A piece may be in the hand. */
  withHand?: boolean;
  read(view: unknown): Arrangement;
  write(arrangement: Arrangement): string;
}

/** Makes the setup of a game from the view of its usual beginning. */
export type MakeSetup = (beginning: unknown) => Setup;

/** The setup of a game, or null where positions are written as text. */
export async function loadSetup(game: string, beginning: unknown): Promise<Setup | null> {
  const module = await boardOf(game)?.setup?.();
  return module?.setup(beginning) ?? null;
}

/** How many of a piece are on the board or in the hand. */
export function used({ cells, hand }: Arrangement, piece: string): number {
  return [...cells.values(), hand].filter((other) => other === piece).length;
}

/** Puts a piece on a cell; the same piece again, or null, takes away what is there. */
export function put(arrangement: Arrangement, setup: Setup, cell: string, piece: string | null): Arrangement {
  const cells = new Map(arrangement.cells);
  let { hand } = arrangement;
  if (piece === null || cells.get(cell) === piece) cells.delete(cell);
  else {
    // The only one of its kind comes from where it was.
    if (setup.supply?.(piece) === 1) {
      for (const [other, there] of cells) if (there === piece) cells.delete(other);
      if (hand === piece) hand = null;
    }
    cells.set(cell, piece);
  }
  return { ...arrangement, cells, hand };
}
