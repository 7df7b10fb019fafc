/** The words of the checkers board. */

import { pick } from '../../i18n/index.svelte';

const es = {
  board: 'Tablero de damas',
  man: { first: 'peón rojo', second: 'peón negro' },
  king: { first: 'dama roja', second: 'dama negra' },
  move: 'Elige una pieza y después adónde va, en diagonal.',
  capture: 'Hay que capturar: elige una pieza señalada y después la casilla adonde salta.',
  moved: (from: string, way: string[]) => `de ${from} a ${way.join(', ')}`,
  captured: (from: string, way: string[]) => `de ${from} captura saltando a ${way.join(' y a ')}`,
};

const en: typeof es = {
  board: 'Checkers board',
  man: { first: 'red man', second: 'black man' },
  king: { first: 'red king', second: 'black king' },
  move: 'Choose a piece and then where it goes, diagonally.',
  capture: 'You have to capture: choose a marked piece and then the square that it jumps to.',
  moved: (from, way) => `from ${from} to ${way.join(', ')}`,
  captured: (from, way) => `from ${from} captures, jumping to ${way.join(' and ')}`,
};

export const words = (): typeof es => pick({ en, es });
