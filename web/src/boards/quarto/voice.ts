/** Quarto in words: what to do, and what was done. */

import type { Voice } from '../game';
import { PIECES, pieceName, type QuartoView } from './view';
import { words } from './words';

export const voice: Voice<QuartoView> = {
  task: (view) => (view.hand === null ? words().give : words().place),
  spoken: (text) => (PIECES.includes(text) ? words().gave(pieceName(text)) : words().placed(text)),
};
