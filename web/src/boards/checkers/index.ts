/** What checkers brings to the page. */

import type { GameBoard } from '../game';
import Thumbnail from './Thumbnail.svelte';

export default {
  Thumbnail,
  board: () => import('./CheckersBoard.svelte'),
  presets: {
    seed: { en: 'longest capture', es: 'captura más larga' },
    english: { en: 'official American', es: 'americanas oficiales' },
    brazilian: { en: 'Brazilian', es: 'brasileñas' },
    russian: { en: 'Russian', es: 'rusas' },
    pool: { en: 'pool', es: 'pool' },
    spanish: { en: 'Spanish', es: 'españolas' },
    italian: { en: 'Italian', es: 'italianas' },
    czech: { en: 'Czech', es: 'checas' },
  },
  colours: { first: '#c93b2e', second: '#34302d' },
  voice: () => import('./voice'),
  guide: () => import('./guide'),
  pictures: () => import('./pictures'),
  looks: () => import('./looks'),
  setup: () => import('./setup'),
} satisfies GameBoard;
