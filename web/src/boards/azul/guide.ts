/** The game for people who sit down to it: what to aim for, what to do with a board to try it on, and a first idea. */

import type { Guide } from '../game';

export const guide: Guide = {
  goal: {
    en: 'Most points, by tiling your wall.',
    es: 'Conseguir más puntos, revistiendo tu muro.',
  },
  sections: [
    {
      text: {
        en: 'Take all tiles of one colour from a factory; the other tiles of it go to the centre. Or take all of one colour from the centre; the first to do so also takes the marker, and begins the next round.',
        es: 'Toma todas las losetas de un color de una fábrica; las demás pasan al centro. O toma todas las de un color del centro; quien lo hace primero toma también el marcador, y empieza la ronda siguiente.',
      },
      tried: { lesson: 'round', step: 0 },
    },
    {
      text: {
        en: 'Lay them all on one of your five lines, of which the first has one place and the fifth has five. A line holds one colour only, and none that its row of the wall has already. What does not fit falls to the floor and costs points.',
        es: 'Ponlas todas en una de tus cinco líneas, de las que la primera tiene un lugar y la quinta cinco. Una línea tiene un solo color, y ninguno que ya esté en su fila del muro. Lo que no cabe cae al suelo y cuesta puntos.',
      },
      tried: { lesson: 'floor', step: 0 },
    },
    {
      text: {
        en: 'When all tiles are taken the round is counted. Each full line moves one tile to the wall. A tile scores one point, or the length of the row and of the column of tiles that it joins.',
        es: 'Cuando se han tomado todas se cuenta la ronda. Cada línea llena lleva una loseta al muro. Una loseta vale un punto, o lo que miden la fila y la columna de losetas a las que se une.',
      },
      tried: { lesson: 'round', step: 2 },
    },
    {
      text: {
        en: 'The game ends after the round in which somebody has filled a row of the wall. Full rows bring 2 points more, columns 7, and all five tiles of a colour 10.',
        es: 'La partida termina tras la ronda en la que alguien llena una fila del muro. Las filas llenas dan 2 puntos más, las columnas 7, y las cinco losetas de un color 10.',
      },
      tried: { lesson: 'wall', step: 1 },
    },
  ],
  idea: {
    text: {
      en: 'Fill lines whole, and lay tiles next to each other on the wall. Watch how many tiles of a colour will be left for you at the end of a round: they may be more than you want.',
      es: 'Llena líneas enteras y pon las losetas juntas en el muro. Cuenta cuántas losetas de un color te quedarán al final de la ronda: pueden ser más de las que quieres.',
    },
    tried: { lesson: 'wall', step: 0 },
  },
};
