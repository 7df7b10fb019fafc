/** The words of a table that only those need who play or analyse. */

import type { es } from './table.es';

export const en: typeof es = {
  pencil: 'Draw',
  pencilHelp: 'Press two cells for an arrow, or one twice for a circle. With a mouse, drag with the right button.',
  colour: 'Colour',
  colours: { green: 'green', red: 'red', blue: 'blue', yellow: 'yellow' },
  erase: 'Erase drawings',
  zen: 'Zen mode',
  leaveZen: 'Leave zen mode',
  confirmMove: (move) => `Play ${move}?`,
  playIt: 'Play it',
  takeItBack: 'No',
  keys: { zen: 'zen mode', draw: 'draw arrows and circles' },
};
