/** Checkers in words: what to do, and what was done. */

import type { Voice } from '../game';
import { squaresOf, type CheckersView } from './view';
import { words } from './words';

export const voice: Voice<CheckersView> = {
  task: (view) => (view.legal.some((move) => move.captures.length > 0) ? words().capture : words().move),
  spoken: (text) => {
    const [from, ...way] = squaresOf(text);
    return words()[text.includes('x') ? 'captured' : 'moved'](from ?? '', way);
  },
};
