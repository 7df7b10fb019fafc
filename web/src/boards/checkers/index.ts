/** What checkers brings to the page. */

import type { GameBoard } from '../game';
import Thumbnail from './Thumbnail.svelte';

export default {
  Thumbnail,
  board: () => import('./CheckersBoard.svelte'),
  presets: {
    seed: { en: 'longest capture', es: 'captura más larga' },
    english: { en: 'official American', es: 'americanas oficiales' },
  },
  colours: { first: '#c93b2e', second: '#34302d' },
  voice: () => import('./voice'),
  guide: () => import('./guide'),
  pictures: () => import('./pictures'),
  looks: () => import('./looks'),
  setup: () => import('./setup'),
} satisfies GameBoard;
