/** The game for people who sit down to it: what to aim for, what to do with a board to try it on, and a first idea. */

import type { Guide } from '../game';

export const guide: Guide = {
  goal: {
    en: 'Take all pieces of the other, or leave them without a move.',
    es: 'Capturar todas las piezas del rival, o dejarlo sin jugadas.',
  },
  sections: [
    {
      text: {
        en: 'Red begins. Choose one of your men and then the square that it goes to: one step forwards, diagonally, to an empty square.',
        es: 'Empiezan las rojas. Elige uno de tus peones y después la casilla adonde va: un paso hacia delante, en diagonal, a una casilla vacía.',
      },
      tried: { lesson: 'moves', step: 0 },
    },
    {
      text: {
        en: 'If an enemy piece is next to yours and the square behind it is empty, jump over it and take it. If the piece can jump again, it goes on: all jumps are one move.',
        es: 'Si una pieza rival está junto a la tuya y la casilla de detrás está vacía, salta por encima y captúrala. Si la pieza puede saltar otra vez, sigue: todos los saltos son una jugada.',
      },
      tried: { lesson: 'moves', step: 2 },
    },
    {
      text: {
        en: 'Whoever can capture has to. Your pieces that can are marked with a gold ring; of several captures you choose one that takes the most.',
        es: 'Quien puede capturar tiene que hacerlo. Tus piezas que pueden llevan un anillo dorado; de varias capturas eliges una de las que más piezas toman.',
      },
      tried: { lesson: 'moves', step: 3 },
    },
    {
      text: {
        en: 'A man that reaches the far row becomes a king, with a crown. Kings step and jump backwards too.',
        es: 'Un peón que llega a la última fila se convierte en dama, con corona. Las damas también andan y saltan hacia atrás.',
      },
      tried: { lesson: 'crown', step: 0 },
    },
  ],
  idea: {
    text: {
      en: 'Keep your back row for a while: as long as it stands, the other gets no kings. Before each move look what it lets the other capture, and what you could take back.',
      es: 'Conserva un tiempo tu última fila: mientras siga en pie, el rival no corona. Antes de cada jugada mira qué deja capturar y qué podrías capturar tú después.',
    },
    tried: { lesson: 'captures', step: 0 },
  },
};
