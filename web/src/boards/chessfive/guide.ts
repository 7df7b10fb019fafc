/** The game for people who sit down to it: what to aim for, what to do with a board to try it on, and a first idea. */

import type { Guide } from '../game';

export const guide: Guide = {
  goal: {
    en: 'Five of your pieces in a straight line, next to each other: along, across or diagonally. Kinds do not matter.',
    es: 'Cinco piezas tuyas seguidas en línea recta: a lo largo, a lo ancho o en diagonal. Da igual de qué tipo.',
  },
  sections: [
    {
      text: {
        en: 'First the pieces fall. Choose a piece of your hand and a column: it drops to the lowest empty square. Five in line win at once.',
        es: 'Primero caen las piezas. Elige una pieza de tu mano y una columna: cae hasta la casilla vacía más baja. Cinco en línea ganan en el acto.',
      },
      tried: { lesson: 'gravity', step: 0 },
    },
    {
      text: {
        en: 'When all sixteen are down, they move as in chess: rooks straight, bishops diagonally, queens both, kings one step, knights by their jump. Usually nothing is captured, and there is no check.',
        es: 'Cuando están las dieciséis en el tablero, se mueven como en el ajedrez: las torres en línea recta, los alfiles en diagonal, las damas de ambos modos, los reyes un paso, los caballos con su salto. Normalmente no se captura y no hay jaque.',
      },
      tried: { lesson: 'chess', step: 0 },
    },
    {
      text: {
        en: 'A line that you complete by moving wins too. If nobody does within a hundred moves, it is a draw.',
        es: 'Una línea que completas moviendo también gana. Si nadie lo logra en cien jugadas, son tablas.',
      },
      tried: { lesson: 'chess', step: 1 },
    },
  ],
  idea: {
    text: {
      en: 'A piece that falls is a step for the other: what would they drop on top of it? Keep a queen or a knight for the end, as they reach the gap in a line most easily.',
      es: 'Una pieza que cae es un escalón para el rival: ¿qué soltaría encima? Guarda una dama o un caballo para el final, pues llegan mejor al hueco de una línea.',
    },
    tried: { lesson: 'threats', step: 0 },
  },
};
