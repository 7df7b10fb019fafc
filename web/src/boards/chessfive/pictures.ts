/** The positions shown beside the rules. */

import type { RulePicture } from '../game';

export const pictures: RulePicture[] = [
  {
    rules: 'classic',
    start: null,
    moves: ['Q@d', 'Q@e', 'R@d', 'R@e', 'N@c', 'B@f', 'K@d'],
    hints: true,
    caption: {
      en: 'Gravity phase: a piece falls to the lowest empty square of its column; arrows show where.',
      es: 'Fase de gravedad: la pieza cae a la casilla vacía más baja de su columna; las flechas indican dónde.',
    },
  },
  {
    rules: 'classic',
    start: null,
    moves: ['R@a', 'R@a', 'N@b', 'N@b', 'B@c', 'B@c', 'Q@d', 'K@d', 'K@e'],
    hints: false,
    caption: {
      en: 'Five in line win at once, whatever their kinds.',
      es: 'Cinco en línea ganan en el acto, sean del tipo que sean.',
    },
  },
];
