/** The words of how boards and pieces look, for the page of settings. */

import type { es } from './look.es';

export const en: typeof es = {
  title: 'Boards and pieces',
  board: 'Board',
  pieces: 'Pieces',
  preview: 'How it looks',
  confirmMoves: 'Confirm every move',
};
