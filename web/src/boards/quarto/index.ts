/** What Quarto brings to the page. */

import type { GameBoard } from '../game';
import Thumbnail from './Thumbnail.svelte';

export default {
  Thumbnail,
  board: () => import('./QuartoBoard.svelte'),
  presets: {
    square: { en: 'lines and squares', es: 'líneas y cuadrados' },
    standard: { en: 'lines only', es: 'solo líneas' },
  },
  beyond: -12.5,
  sideways: 1.52,
  voice: () => import('./voice'),
  guide: () => import('./guide'),
  pictures: () => import('./pictures'),
  looks: () => import('./looks'),
  setup: () => import('./setup'),
  batch: () => import('./BatchBoards.svelte'),
} satisfies GameBoard;
