/** The words of the Reversi board. */

import { pick } from '../../i18n/index.svelte';

const es = {
  board: 'Tablero de Reversi',
  disc: { first: 'ficha negra', second: 'ficha blanca' },
};

const en: typeof es = {
  board: 'Reversi board',
  disc: { first: 'black disc', second: 'white disc' },
};

export const words = (): typeof es => pick({ en, es });
