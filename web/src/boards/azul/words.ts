/** The words of the Azul board. */

import { pick } from '../../i18n/index.svelte';

const es = {
  board: 'Mesa de Azul',
  colours: { B: 'azul', Y: 'amarilla', R: 'roja', K: 'negra', W: 'blanca' } as Record<string, string>,
  round: (n: number) => `Ronda ${n}`,
  factory: (n: number) => `Fábrica ${n}`,
  centre: 'Centro',
  marker: 'ficha de primer jugador',
  take: (n: number, colour: string, from: string) => `${from}: tomar ${n} ${colour}${n === 1 ? '' : 's'}`,
  line: (n: number) => `Línea ${n}`,
  floor: 'Suelo',
  wall: 'Muro',
  points: (n: number) => (n === 1 ? '1 punto' : `${n} puntos`),
  bag: (n: number) => `bolsa ${n}`,
  lid: (n: number) => `tapa ${n}`,
  boardOf: (who: string) => `Tablero de ${who}`,
  placed: (n: number, colour: string) => `${n} ${colour}${n === 1 ? '' : 's'}`,
  roundEnd: (n: number) => `Fin de la ronda ${n}`,
  bonus: (rows: number, columns: number, colours: number) => `filas ${rows}, columnas ${columns}, colores ${colours}`,
  skip: 'Saltar',
};

const en: typeof es = {
  board: 'Azul table',
  colours: { B: 'blue', Y: 'yellow', R: 'red', K: 'black', W: 'white' },
  round: (n) => `Round ${n}`,
  factory: (n) => `Factory ${n}`,
  centre: 'Centre',
  marker: 'first-player marker',
  take: (n, colour, from) => `${from}: take ${n} ${colour}`,
  line: (n) => `Line ${n}`,
  floor: 'Floor',
  wall: 'Wall',
  points: (n) => (n === 1 ? '1 point' : `${n} points`),
  bag: (n) => `bag ${n}`,
  lid: (n) => `lid ${n}`,
  boardOf: (who) => `Board of ${who}`,
  placed: (n, colour) => `${n} ${colour}`,
  roundEnd: (n) => `End of round ${n}`,
  bonus: (rows, columns, colours) => `rows ${rows}, columns ${columns}, colours ${colours}`,
  skip: 'Skip',
};

export const words = (): typeof es => pick({ en, es });
