/**
 * One's own unfinished games, to come back to: asked for when a page is opened and when somebody returns to it. A failure
 * leaves what is known, as nothing on a page depends on it.
 */

import { api } from './api';
import type { RunningGame } from './wire';

class Playing {
  games = $state.raw<RunningGame[]>([]);
  #asked = 0;

  async load(): Promise<void> {
    const mine = ++this.#asked;
    const games = await api.playing().catch(() => null);
    if (games && mine === this.#asked) this.games = games;
  }
}

export const playing = new Playing();

/** Whether the one who asks is to move. */
export const isMine = ({ turn, you }: RunningGame): boolean => turn !== null && you.includes(turn);
