/**
 * What a game brings to the page, and where it is found: one folder a game, whose `index.ts` exports a `GameBoard`. Nothing
 * else names a game. One without a folder is drawn by the plain board, see `plain/view.ts`.
 */

import type { Component } from 'svelte';
import type { Text, TrainingBoards } from '../lib/wire';
import type { MakeSetup } from './setup';

/** An ordinary position, replayed by the server and drawn beside the rules. */
export interface RulePicture {
  rules: string;
  start: string | null;
  moves: string[];
  /** Whether to point out the moves that are possible. */
  hints: boolean;
  caption: Text;
}

export interface GameBoard {
  /** The small drawing for lists, a fragment of SVG in a box of 160 by 120. */
  Thumbnail: Component;
  /** The board. Its `view` has the game's own type; from outside it is just the data that the server sent. */
  board: () => Promise<{ default: unknown }>;
  /** What presets of the rules are called; others are called by their names. */
  presets?: Record<string, Text>;
  /** How many rem of the window's height the board takes besides its width; what stands beside it counts less than nothing. */
  beyond?: number;
  pictures?: () => Promise<{ pictures: RulePicture[] }>;
  /** How positions are set up piece by piece; without it they are written as text. */
  setup?: () => Promise<{ setup: MakeSetup }>;
  /** A chance event for boards where no server decides it: its text, or null when none is due. */
  chance?: () => Promise<{ chance: (view: unknown, random: () => number) => string | null }>;
  /** The boards that a training keeps of its batches. */
  batch?: () => Promise<{ default: Component<{ boards: TrainingBoards[] }> }>;
}

// Eager, for the first page shows the thumbnails; everything heavy in them is fetched when it is asked for.
const found = import.meta.glob<{ default: GameBoard }>('./*/index.ts', { eager: true });
const boards = new Map(Object.entries(found).map(([path, module]) => [path.split('/')[1], module.default]));

export const boardOf = (game: string): GameBoard | undefined => boards.get(game);

/** A chance event where one is due, drawn here. In games that count the server draws. */
export async function drawChance(game: string, view: unknown): Promise<string | null> {
  const module = await boardOf(game)?.chance?.();
  return module?.chance(view, Math.random) ?? null;
}
