/** The game for people who sit down to it: what to aim for, what to do, and a first idea. The full rules follow it. */

import type { Text } from '../../lib/wire';

export const guide: Text = {
  en: `**Goal.** Most discs of your colour at the end.

1. Black begins. Put a disc on a marked square: between it and another disc of yours, in a straight line, lie discs of the other.
2. All discs that you have enclosed so, in all directions, turn over to your colour.
3. Who cannot enclose anything has to pass. When neither can, the game is over and the discs are counted.

**A first idea.** Discs in the corners are never turned over: take corners, and do not play next to an empty one. Early on few discs are better than many, for they leave the other few squares to play on.
`,
  es: `**Objetivo.** Tener más fichas de tu color al final.

1. Empiezan las negras. Pon una ficha en una casilla señalada: entre ella y otra ficha tuya, en línea recta, hay fichas del rival.
2. Todas las fichas que has encerrado así, en todas las direcciones, se voltean a tu color.
3. Quien no puede encerrar nada tiene que pasar. Cuando no puede ninguno, la partida termina y se cuentan las fichas.

**Una primera idea.** Las fichas de las esquinas no se voltean nunca: toma esquinas, y no juegues junto a una vacía. Al principio pocas fichas son mejores que muchas, pues dejan al rival pocas casillas donde jugar.
`,
};
