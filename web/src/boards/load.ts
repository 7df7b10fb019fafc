/** Where the board of each game comes from: the only place that pairs a game's name with its drawing. */

import type { Component } from 'svelte';
import type { GameId } from '../lib/wire';
import type { BoardProps } from './types';

// A board's `view` has its game's own type; from outside it is just the data that the server sent for that game.
const boards: Record<GameId, () => Promise<{ default: unknown }>> = {
  checkers: () => import('./checkers/CheckersBoard.svelte'),
  quarto: () => import('./quarto/QuartoBoard.svelte'),
  chessfive: () => import('./chessfive/ChessFiveBoard.svelte'),
  azul: () => import('./azul/AzulBoard.svelte'),
  reversi: () => import('./reversi/ReversiBoard.svelte'),
};

export async function load(game: GameId): Promise<Component<BoardProps<unknown>>> {
  return (await boards[game]()).default as Component<BoardProps<unknown>>;
}
