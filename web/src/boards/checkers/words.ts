/** The words of the checkers board. */

import { pick } from '../../i18n/index.svelte';

const es = {
  board: 'Tablero de damas',
  man: { first: 'peón rojo', second: 'peón negro' },
  king: { first: 'dama roja', second: 'dama negra' },
};

const en: typeof es = {
  board: 'Checkers board',
  man: { first: 'red man', second: 'black man' },
  king: { first: 'red king', second: 'black king' },
};

export const words = (): typeof es => pick({ en, es });
