/** The words of the Reversi board. */

import { pick } from '../../i18n/index.svelte';

const es = {
  board: 'Tablero de Reversi',
  disc: { first: 'ficha negra', second: 'ficha blanca' },
  task: 'Juega en una casilla señalada: ha de encerrar fichas del rival entre las tuyas.',
  played: (square: string) => `juega ${square}`,
  passed: 'pasa',
};

const en: typeof es = {
  board: 'Reversi board',
  disc: { first: 'black disc', second: 'white disc' },
  task: 'Play on a marked square: it must enclose discs of the other between yours.',
  played: (square) => `plays ${square}`,
  passed: 'passes',
};

export const words = (): typeof es => pick({ en, es });
