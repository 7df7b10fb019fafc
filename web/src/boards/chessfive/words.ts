/** The words of the ChessFive board. */

import { pick } from '../../i18n/index.svelte';

const es = {
  board: 'Tablero de ChessFive',
  kinds: { R: 'torre', N: 'caballo', B: 'alfil', Q: 'dama', K: 'rey' } as Record<string, string>,
  side: { first: 'cian', second: 'magenta' },
  piece: (kind: string, side: string) => `${kind} ${side}`,
  gravity: 'Fase de gravedad',
  chess: 'Fase de ajedrez',
  ply: (n: number, limit: number | null) => (limit ? `jugada ${n} de ${limit}` : `jugada ${n}`),
  toDrop: (n: number) => (n === 1 ? '1 pieza por soltar' : `${n} piezas por soltar`),
  hand: (side: string) => `Mano de ${side}`,
  left: (kind: string, n: number) => `${kind}, quedan ${n}`,
  line: (n: number) => `Gana quien alinee ${n}`,
  landing: 'caería aquí',
  handHelp: 'Lo que falta en el tablero está en las manos.',
};

const en: typeof es = {
  board: 'ChessFive board',
  kinds: { R: 'rook', N: 'knight', B: 'bishop', Q: 'queen', K: 'king' },
  side: { first: 'cyan', second: 'magenta' },
  piece: (kind, side) => `${side} ${kind}`,
  gravity: 'Phase Gravity',
  chess: 'Phase Chess',
  ply: (n, limit) => (limit ? `ply ${n} of ${limit}` : `ply ${n}`),
  toDrop: (n) => (n === 1 ? '1 piece to drop' : `${n} pieces to drop`),
  hand: (side) => `Hand of ${side}`,
  left: (kind, n) => `${kind}, ${n} left`,
  line: (n) => `${n} in line win`,
  landing: 'it would fall here',
  handHelp: 'What is not on the board is in the hands.',
};

export const words = (): typeof es => pick({ en, es });
