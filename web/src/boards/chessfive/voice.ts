/** ChessFive in words: what to do, and what was done. */

import type { Voice } from '../game';
import { written, type ChessFiveView } from './view';
import { words } from './words';

export const voice: Voice<ChessFiveView> = {
  task: (view) => (view.phase === 'gravity' ? words().drop : words().move),
  spoken: (text) => {
    const move = written(text);
    if (!move) return text;
    const piece = words().kinds[move.piece] ?? move.piece;
    if (move.kind === 'drop') return words().dropped(piece, move.column);
    return words()[text.includes('x') ? 'captured' : 'moved'](piece, move.from, move.to);
  },
};
