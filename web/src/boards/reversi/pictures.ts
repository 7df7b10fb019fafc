/** The positions shown beside the rules. */

import type { RulePicture } from '../game';

export const pictures: RulePicture[] = [
  {
    rules: 'standard',
    start: null,
    moves: [],
    hints: true,
    caption: {
      en: 'The beginning. Black may play on any of the four marked squares.',
      es: 'El comienzo. Las negras pueden jugar en cualquiera de las cuatro casillas señaladas.',
    },
  },
  {
    rules: 'standard',
    start: null,
    moves: ['f5', 'd6', 'c3', 'd3', 'c4'],
    hints: false,
    caption: {
      en: 'Black has just played c4, which encloses white discs and turns them.',
      es: 'Las negras acaban de jugar c4, que encierra fichas blancas y las voltea.',
    },
  },
];
