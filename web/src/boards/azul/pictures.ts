/** The positions shown beside the rules. */

import type { RulePicture } from '../game';

export const pictures: RulePicture[] = [
  {
    rules: 'standard',
    start: null,
    moves: ['BYYY/BRWW/BBYY/BBBR/BYRK', '1Y-3', '2W-2', 'CR-1', '3Y-3'],
    hints: false,
    caption: {
      en: 'All tiles of one colour from one factory go to one line; the rest moves to the centre.',
      es: 'Todas las losetas de un color de una fábrica van a una línea; el resto pasa al centro.',
    },
  },
];
