/** The positions shown beside the rules. */

import type { RulePicture } from '../game';

export const pictures: RulePicture[] = [
  {
    rules: 'seed',
    start: null,
    moves: [],
    hints: true,
    caption: {
      en: 'The beginning. Red moves up the board and begins; dashed rings show the men that can move.',
      es: 'El comienzo. Las rojas suben por el tablero y empiezan; los anillos señalan los peones que pueden mover.',
    },
  },
  {
    rules: 'seed',
    start: 'B:W16,23,32:B12,4',
    moves: [],
    hints: true,
    caption: {
      en: 'Capturing is compulsory. The man on 12 jumps over 16 and then over 23: one move, 12x19x26.',
      es: 'Capturar es obligatorio. El peón de 12 salta sobre 16 y después sobre 23: una sola jugada, 12x19x26.',
    },
  },
  {
    rules: 'seed',
    start: 'B:WK30,21:BK10,26',
    moves: ['26-31'],
    hints: false,
    caption: {
      en: 'A man that reaches the far row becomes a king, crowned, and may go backwards.',
      es: 'Un peón que llega a la última fila se convierte en dama, con corona, y puede retroceder.',
    },
  },
];
