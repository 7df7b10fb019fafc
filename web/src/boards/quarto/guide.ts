/** The game for people who sit down to it: what to aim for, what to do, and a first idea. The full rules follow it. */

import type { Text } from '../../lib/wire';

export const guide: Text = {
  en: `**Goal.** Place the fourth piece of a row, a column, a diagonal or a square of four that all have something in common: all tall, all light, all round, all hollow…

1. The pieces belong to both. The other chooses the piece that you place.
2. Place it on any empty cell. If it completes a group, you have won at once.
3. Then choose the piece that the other has to place. That is where games are won: give none that completes a group.

**A first idea.** Before you give a piece, look at every group of three: what do they have in common, and is there still a piece without it? The last safe piece decides.
`,
  es: `**Objetivo.** Colocar la cuarta pieza de una fila, una columna, una diagonal o un cuadrado de cuatro que tengan todas algo en común: todas altas, todas claras, todas redondas, todas huecas…

1. Las piezas son de ambos. El rival elige la pieza que colocas tú.
2. Colócala en cualquier celda vacía. Si completa un grupo, has ganado en el acto.
3. Después elige la pieza que tiene que colocar el rival. Ahí se ganan las partidas: no le des una que complete un grupo.

**Una primera idea.** Antes de entregar una pieza mira cada grupo de tres: ¿qué tienen en común, y queda alguna pieza sin ello? La última pieza segura decide.
`,
};
