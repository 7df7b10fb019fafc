/**
 * What a game brings to the page, and where it is found: one folder a game, whose `index.ts` exports a `GameBoard`. Nothing
 * else names a game. One without a folder is drawn by the plain board, see `plain/view.ts`.
 */

import type { Component } from 'svelte';
import type { Looks } from '../lib/looks';
import type { ByPlayer, Text, TrainingBoards } from '../lib/wire';
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

/** A part of a guide: what to know, and a step of a lesson to try it on. */
export interface GuideSection {
  text: Text;
  tried: { lesson: string; step: number };
}

/** A game for people: what to aim for, what to do, and a first idea. */
export interface Guide {
  goal: Text;
  sections: GuideSection[];
  idea: GuideSection;
}

/** A game in words, for those who learn it and for those who cannot see it. */
export interface Voice<V = unknown> {
  /** What whoever is to move has to do now. */
  task: (view: V, legal: string[]) => string;
  /** A move as a sentence says it, without its player. */
  spoken: (text: string) => string;
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
  /** How wide the board may be on a phone on its side, as a multiple of the height that it has. */
  sideways?: number;
  /** What stands for the players where their sides are told apart by colour, as the bar of the evaluation does. */
  colours?: ByPlayer<string>;
  /** Its `view` has the game's own type, as that of the board. */
  voice?: () => Promise<{ voice: Voice<never> }>;
  /** The game for people; the full rules come from the server. */
  guide?: () => Promise<{ guide: Guide }>;
  pictures?: () => Promise<{ pictures: RulePicture[] }>;
  /** How its board and its pieces may look. */
  looks?: () => Promise<{ looks: Looks }>;
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

/** The words of a game; one without any says its moves as they are written. */
export async function voiceOf(game: string): Promise<Voice> {
  const module = await boardOf(game)?.voice?.();
  return (module?.voice as Voice | undefined) ?? { task: () => '', spoken: (text) => text };
}

/** A chance event where one is due, drawn here. In games that count the server draws. */
export async function drawChance(game: string, view: unknown): Promise<string | null> {
  const module = await boardOf(game)?.chance?.();
  return module?.chance(view, Math.random) ?? null;
}
