/** The words of the Quarto board. */

import { pick } from '../../i18n/index.svelte';

const es = {
  board: 'Tablero de Quarto',
  size: { T: 'alta', S: 'baja' } as Record<string, string>,
  colour: { L: 'clara', D: 'oscura' } as Record<string, string>,
  shape: { Q: 'cuadrada', R: 'redonda' } as Record<string, string>,
  hole: { H: 'hueca', F: 'maciza' } as Record<string, string>,
  placeStep: '1. Coloca',
  giveStep: '2. Entrega',
  place: 'Coloca la pieza que te han dado en una celda vacía.',
  give: 'Elige la pieza que colocará tu rival.',
  placed: (cell: string) => `coloca en ${cell}`,
  gave: (piece: string) => `entrega la pieza ${piece}`,
  toPlace: 'Pieza por colocar',
  left: 'Piezas que quedan',
  none: 'ninguna',
  givePiece: (piece: string) => `Entregar la pieza ${piece}`,
};

const en: typeof es = {
  board: 'Quarto board',
  size: { T: 'tall', S: 'short' },
  colour: { L: 'light', D: 'dark' },
  shape: { Q: 'square', R: 'round' },
  hole: { H: 'hollow', F: 'full' },
  placeStep: '1. Place',
  giveStep: '2. Give',
  place: 'Place the piece that you were given on an empty cell.',
  give: 'Choose the piece that the other will place.',
  placed: (cell) => `places on ${cell}`,
  gave: (piece) => `gives the piece ${piece}`,
  toPlace: 'Piece to place',
  left: 'Pieces left',
  none: 'none',
  givePiece: (piece) => `Give the piece ${piece}`,
};

export const words = (): typeof es => pick({ en, es });
