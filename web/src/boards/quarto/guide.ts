/** The game for people who sit down to it: what to aim for, what to do with a board to try it on, and a first idea. */

import type { Guide } from '../game';

export const guide: Guide = {
  goal: {
    en: 'Place the fourth piece of a row, a column, a diagonal or a square of four that all have something in common: all tall, all light, all round, all hollow…',
    es: 'Colocar la cuarta pieza de una fila, una columna, una diagonal o un cuadrado de cuatro que tengan todas algo en común: todas altas, todas claras, todas redondas, todas huecas…',
  },
  sections: [
    {
      text: {
        en: 'The pieces belong to both. The other chooses the piece that you place.',
        es: 'Las piezas son de ambos. El rival elige la pieza que colocas tú.',
      },
      tried: { lesson: 'place', step: 0 },
    },
    {
      text: {
        en: 'Place it on any empty cell. If it completes a group, you have won at once.',
        es: 'Colócala en cualquier celda vacía. Si completa un grupo, has ganado en el acto.',
      },
      tried: { lesson: 'place', step: 1 },
    },
    {
      text: {
        en: 'Then choose the piece that the other has to place. That is where games are won: give none that completes a group.',
        es: 'Después elige la pieza que tiene que colocar el rival. Ahí se ganan las partidas: no le des una que complete un grupo.',
      },
      tried: { lesson: 'give', step: 0 },
    },
  ],
  idea: {
    text: {
      en: 'Before you give a piece, look at every group of three: what do they have in common, and is there still a piece without it? The last safe piece decides.',
      es: 'Antes de entregar una pieza mira cada grupo de tres: ¿qué tienen en común, y queda alguna pieza sin ello? La última pieza segura decide.',
    },
    tried: { lesson: 'safe', step: 0 },
  },
};
