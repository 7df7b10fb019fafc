/** The positions shown beside the rules. */

import type { RulePicture } from '../game';

export const pictures: RulePicture[] = [
  {
    rules: 'square',
    start: null,
    moves: ['TLQH', 'b2', 'SDRF', 'c3', 'TDQF', 'b3', 'SLRH', 'd1'],
    hints: false,
    caption: {
      en: 'Tall or short, light or dark, square or round, hollow or solid: every piece exists once.',
      es: 'Alta o baja, clara u oscura, cuadrada o redonda, hueca o maciza: cada pieza existe una vez.',
    },
  },
  {
    rules: 'square',
    start: '89../AB.5/130./.E.. -',
    moves: [],
    hints: false,
    caption: {
      en: 'Four dark pieces in a square (with the rules `square`): whoever placed the last one has won.',
      es: 'Cuatro piezas oscuras en cuadrado (con las reglas `square`): quien colocó la última ha ganado.',
    },
  },
];
