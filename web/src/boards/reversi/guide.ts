/** The game for people who sit down to it: what to aim for, what to do with a board to try it on, and a first idea. */

import type { Guide } from '../game';

export const guide: Guide = {
  goal: {
    en: 'Most discs of your colour at the end.',
    es: 'Tener más fichas de tu color al final.',
  },
  sections: [
    {
      text: {
        en: 'Black begins. Put a disc on a marked square: between it and another disc of yours, in a straight line, lie discs of the other.',
        es: 'Empiezan las negras. Pon una ficha en una casilla señalada: entre ella y otra ficha tuya, en línea recta, hay fichas del rival.',
      },
      tried: { lesson: 'turning', step: 0 },
    },
    {
      text: {
        en: 'All discs that you have enclosed so, in all directions, turn over to your colour.',
        es: 'Todas las fichas que has encerrado así, en todas las direcciones, se voltean a tu color.',
      },
      tried: { lesson: 'turning', step: 2 },
    },
    {
      text: {
        en: 'Who cannot enclose anything has to pass. When neither can, the game is over and the discs are counted.',
        es: 'Quien no puede encerrar nada tiene que pasar. Cuando no puede ninguno, la partida termina y se cuentan las fichas.',
      },
      tried: { lesson: 'passing', step: 0 },
    },
  ],
  idea: {
    text: {
      en: 'Discs in the corners are never turned over: take corners, and do not play next to an empty one. Early on few discs are better than many, for they leave the other few squares to play on.',
      es: 'Las fichas de las esquinas no se voltean nunca: toma esquinas, y no juegues junto a una vacía. Al principio pocas fichas son mejores que muchas, pues dejan al rival pocas casillas donde jugar.',
    },
    tried: { lesson: 'corners', step: 0 },
  },
};
