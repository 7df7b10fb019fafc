/** What Azul brings to the page. */

import type { GameBoard } from '../game';
import Thumbnail from './Thumbnail.svelte';

export default {
  Thumbnail,
  board: () => import('./AzulBoard.svelte'),
  presets: {
    standard: { en: 'standard', es: 'normal' },
  },
  sideways: 9,
  voice: () => import('./voice'),
  guide: () => import('./guide'),
  pictures: () => import('./pictures'),
  looks: () => import('./looks'),
  chance: () => import('./deal'),
} satisfies GameBoard;
