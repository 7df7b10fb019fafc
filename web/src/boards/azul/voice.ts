/** Azul in words: what to do, and what was done. */

import type { Voice } from '../game';
import { readMove, type AzulView } from './view';
import { words } from './words';

export const voice: Voice<AzulView> = {
  task: () => words().task,
  spoken: (text) => {
    const move = readMove(text);
    if (!move) return text;
    const from = move.source === 'C' ? words().fromCentre : words().fromFactory(Number(move.source));
    const to = move.target === 'F' ? words().toFloor : words().toLine(Number(move.target));
    return words().took(words().several[move.colour] ?? move.colour, from, to);
  },
};
