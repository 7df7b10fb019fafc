/** The words of the ChessFive board. */

import { pick } from '../../i18n/index.svelte';

const es = {
  board: 'Tablero de ChessFive',
  kinds: { R: 'torre', N: 'caballo', B: 'alfil', Q: 'dama', K: 'rey' } as Record<string, string>,
  side: { first: 'cian', second: 'magenta' },
  piece: (kind: string, side: string) => `${kind} ${side}`,
  gravity: 'Fase de gravedad',
  chess: 'Fase de ajedrez',
  chessNow: 'Ya nada cae: las piezas se mueven como en el ajedrez.',
  ply: (n: number, limit: number | null) => (limit ? `jugada ${n} de ${limit}` : `jugada ${n}`),
  toDrop: (n: number) => (n === 1 ? '1 pieza por soltar' : `${n} piezas por soltar`),
  hand: (side: string) => `Mano de ${side}`,
  left: (kind: string, n: number) => `${kind}, quedan ${n}`,
  line: (n: number) => `Gana quien alinee ${n}`,
  landing: 'caería aquí',
  drop: 'Elige una pieza de tu mano y una columna: cae hasta la casilla vacía más baja.',
  move: 'Elige una pieza y después adónde va: se mueve como en el ajedrez.',
  dropped: (piece: string, column: string) => `suelta ${piece} en la columna ${column}`,
  moved: (piece: string, from: string, to: string) => `${piece} de ${from} a ${to}`,
  captured: (piece: string, from: string, to: string) => `${piece} de ${from} captura en ${to}`,
  handHelp: 'Lo que falta en el tablero está en las manos.',
};

const en: typeof es = {
  board: 'ChessFive board',
  kinds: { R: 'rook', N: 'knight', B: 'bishop', Q: 'queen', K: 'king' },
  side: { first: 'cyan', second: 'magenta' },
  piece: (kind, side) => `${side} ${kind}`,
  gravity: 'Gravity phase',
  chess: 'Chess phase',
  chessNow: 'Nothing falls any more: pieces move as in chess.',
  ply: (n, limit) => (limit ? `ply ${n} of ${limit}` : `ply ${n}`),
  toDrop: (n) => (n === 1 ? '1 piece to drop' : `${n} pieces to drop`),
  hand: (side) => `Hand of ${side}`,
  left: (kind, n) => `${kind}, ${n} left`,
  line: (n) => `${n} in line win`,
  landing: 'it would fall here',
  drop: 'Choose a piece in your hand and a column: it falls to the lowest empty square.',
  move: 'Choose a piece and then where it goes: it moves as in chess.',
  dropped: (piece, column) => `drops a ${piece} down column ${column}`,
  moved: (piece, from, to) => `${piece} from ${from} to ${to}`,
  captured: (piece, from, to) => `${piece} from ${from} captures on ${to}`,
  handHelp: 'What is not on the board is in the hands.',
};

export const words = (): typeof es => pick({ en, es });
