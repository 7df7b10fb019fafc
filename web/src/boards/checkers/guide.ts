/** The game for people who sit down to it: what to aim for, what to do, and a first idea. The full rules follow it. */

import type { Text } from '../../lib/wire';

export const guide: Text = {
  en: `**Goal.** Take all pieces of the other, or leave them without a move.

1. Red begins. Choose one of your men and then the square that it goes to: one step forwards, diagonally, to an empty square.
2. If an enemy piece is next to yours and the square behind it is empty, jump over it and take it. If the piece can jump again, it goes on: all jumps are one move.
3. Whoever can capture has to. Your pieces that can are marked with a gold ring; of several captures you choose one that takes the most.
4. A man that reaches the far row becomes a king, with a crown. Kings step and jump backwards too.

**A first idea.** Keep your back row for a while: as long as it stands, the other gets no kings. Before each move look what it lets the other capture, and what you could take back.
`,
  es: `**Objetivo.** Capturar todas las piezas del rival, o dejarlo sin jugadas.

1. Empiezan las rojas. Elige uno de tus peones y después la casilla adonde va: un paso hacia delante, en diagonal, a una casilla vacía.
2. Si una pieza rival está junto a la tuya y la casilla de detrás está vacía, salta por encima y captúrala. Si la pieza puede saltar otra vez, sigue: todos los saltos son una jugada.
3. Quien puede capturar tiene que hacerlo. Tus piezas que pueden llevan un anillo dorado; de varias capturas eliges una de las que más piezas toman.
4. Un peón que llega a la última fila se convierte en dama, con corona. Las damas también andan y saltan hacia atrás.

**Una primera idea.** Conserva un tiempo tu última fila: mientras siga en pie, el rival no corona. Antes de cada jugada mira qué deja capturar y qué podrías capturar tú después.
`,
};
