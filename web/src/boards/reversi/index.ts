/** What Reversi brings to the page. */

import type { GameBoard } from '../game';
import Thumbnail from './Thumbnail.svelte';

export default {
  Thumbnail,
  board: () => import('./ReversiBoard.svelte'),
  presets: {
    standard: { en: 'tournament', es: 'de torneo' },
  },
  beyond: 3,
  colours: { first: '#1c1e20', second: '#faf7ef' },
  voice: () => import('./voice'),
  guide: () => import('./guide'),
  pictures: () => import('./pictures'),
  looks: () => import('./looks'),
  setup: () => import('./setup'),
} satisfies GameBoard;
