/** The words of the Azul board. */

import { pick } from '../../i18n/index.svelte';

const es = {
  board: 'Mesa de Azul',
  colours: { B: 'azul', Y: 'amarilla', R: 'roja', K: 'negra', W: 'blanca' } as Record<string, string>,
  several: { B: 'azules', Y: 'amarillas', R: 'rojas', K: 'negras', W: 'blancas' } as Record<string, string>,
  task: 'Toma todas las losetas de un color de una fábrica o del centro, y después elige una línea de tu tablero.',
  took: (colour: string, from: string, to: string) => `toma las ${colour} ${from} y las pone ${to}`,
  fromCentre: 'del centro',
  fromFactory: (n: number) => `de la fábrica ${n}`,
  toFloor: 'en el suelo',
  toLine: (n: number) => `en la línea ${n}`,
  round: (n: number) => `Ronda ${n}`,
  factory: (n: number) => `Fábrica ${n}`,
  centre: 'Centro',
  marker: 'ficha de primer jugador',
  /** Losetas de un color, por su letra. */
  tiles: (n: number, letter: string): string => `${n} ${(n === 1 ? es.colours : es.several)[letter] ?? letter}`,
  take: (tiles: string, from: string) => `${from}: tomar ${tiles}`,
  line: (n: number) => `Línea ${n}`,
  floor: 'Suelo',
  wall: 'Muro',
  points: (n: number) => (n === 1 ? '1 punto' : `${n} puntos`),
  bag: (n: number) => `bolsa ${n}`,
  lid: (n: number) => `tapa ${n}`,
  boardOf: (who: string) => `Tablero de ${who}`,
  scored: (who: string, before: number, after: number) => `${who}: ${before} → ${after}`,
  roundEnd: (n: number) => `Fin de la ronda ${n}`,
  bonus: (rows: number, columns: number, colours: number) => `filas ${rows}, columnas ${columns}, colores ${colours}`,
  skip: 'Saltar',
};

const en: typeof es = {
  board: 'Azul table',
  colours: { B: 'blue', Y: 'yellow', R: 'red', K: 'black', W: 'white' },
  several: { B: 'blue tiles', Y: 'yellow tiles', R: 'red tiles', K: 'black tiles', W: 'white tiles' },
  task: 'Take all tiles of one colour from a factory or the centre, then choose a line of your board.',
  took: (colour, from, to) => `takes the ${colour} ${from} ${to}`,
  fromCentre: 'from the centre',
  fromFactory: (n) => `from factory ${n}`,
  toFloor: 'to the floor',
  toLine: (n) => `to line ${n}`,
  round: (n) => `Round ${n}`,
  factory: (n) => `Factory ${n}`,
  centre: 'Centre',
  marker: 'first-player marker',
  tiles: (n, letter) => `${n} ${en.colours[letter] ?? letter}`,
  take: (tiles, from) => `${from}: take ${tiles}`,
  line: (n) => `Line ${n}`,
  floor: 'Floor',
  wall: 'Wall',
  points: (n) => (n === 1 ? '1 point' : `${n} points`),
  bag: (n) => `bag ${n}`,
  lid: (n) => `lid ${n}`,
  boardOf: (who) => `Board of ${who}`,
  scored: (who, before, after) => `${who}: ${before} → ${after}`,
  roundEnd: (n) => `End of round ${n}`,
  bonus: (rows, columns, colours) => `rows ${rows}, columns ${columns}, colours ${colours}`,
  skip: 'Skip',
};

export const words = (): typeof es => pick({ en, es });
