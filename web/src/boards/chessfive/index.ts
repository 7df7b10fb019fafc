/** What ChessFive brings to the page. */

import type { GameBoard } from '../game';
import Thumbnail from './Thumbnail.svelte';

export default {
  Thumbnail,
  board: () => import('./ChessFiveBoard.svelte'),
  presets: {
    classic: { en: 'classic, 8×8', es: 'clásico, 8×8' },
    speed: { en: 'fast, 6×6', es: 'rápido, 6×6' },
  },
  beyond: 9.5,
  sideways: 1.42,
  colours: { first: '#1fb6cb', second: '#b01f7d' },
  voice: () => import('./voice'),
  guide: () => import('./guide'),
  pictures: () => import('./pictures'),
  looks: () => import('./looks'),
  setup: () => import('./setup'),
} satisfies GameBoard;
