/** Reversi in words: what to do, and what was done. */

import { t } from '../../i18n/index.svelte';
import type { Voice } from '../game';
import type { ReversiView } from './view';
import { words } from './words';

const PASS = '--';

export const voice: Voice<ReversiView> = {
  task: (_, legal) => (legal[0] === PASS ? t().board.passHelp : words().task),
  spoken: (text) => (text === PASS ? words().passed : words().played(text)),
};
