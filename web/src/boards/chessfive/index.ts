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
  pictures: () => import('./pictures'),
  setup: () => import('./setup'),
} satisfies GameBoard;
