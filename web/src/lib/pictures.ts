/** The positions shown beside the rules. They are ordinary positions and moves; the server replays and we draw them. */

import type { GameId, Text } from './wire';

export interface RulePicture {
  rules: string;
  start: string | null;
  moves: string[];
  /** Whether to point out the moves that are possible. */
  hints: boolean;
  caption: Text;
}

export const PICTURES: Record<GameId, RulePicture[]> = {
  checkers: [
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
  ],
  quarto: [
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
  ],
  chessfive: [
    {
      rules: 'classic',
      start: null,
      moves: ['Q@d', 'Q@e', 'R@d', 'R@e', 'N@c', 'B@f', 'K@d'],
      hints: true,
      caption: {
        en: 'Phase Gravity: a piece falls to the lowest empty square of its column; arrows show where.',
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
  ],
  azul: [
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
  ],
  reversi: [
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
  ],
};
