/** The game for people who sit down to it: what to aim for, what to do, and a first idea. The full rules follow it. */

import type { Text } from '../../lib/wire';

export const guide: Text = {
  en: `**Goal.** Five of your pieces in a straight line, next to each other: along, across or diagonally. Kinds do not matter.

1. First the pieces fall. Choose a piece of your hand and a column: it drops to the lowest empty square. Five in line win at once.
2. When all sixteen are down, they move as in chess: rooks straight, bishops diagonally, queens both, kings one step, knights by their jump. Usually nothing is captured, and there is no check.
3. A line that you complete by moving wins too. If nobody does within a hundred moves, it is a draw.

**A first idea.** A piece that falls is a step for the other: what would they drop on top of it? Keep a queen or a knight for the end, as they reach the gap in a line most easily.
`,
  es: `**Objetivo.** Cinco piezas tuyas seguidas en línea recta: a lo largo, a lo ancho o en diagonal. Da igual de qué tipo.

1. Primero caen las piezas. Elige una pieza de tu mano y una columna: cae hasta la casilla vacía más baja. Cinco en línea ganan en el acto.
2. Cuando están las dieciséis en el tablero, se mueven como en el ajedrez: las torres en línea recta, los alfiles en diagonal, las damas de ambos modos, los reyes un paso, los caballos con su salto. Normalmente no se captura y no hay jaque.
3. Una línea que completas moviendo también gana. Si nadie lo logra en cien jugadas, son tablas.

**Una primera idea.** Una pieza que cae es un escalón para el rival: ¿qué soltaría encima? Guarda una dama o un caballo para el final, pues llegan mejor al hueco de una línea.
`,
};
