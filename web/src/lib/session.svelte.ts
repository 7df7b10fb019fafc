/**
 * Who sits before this page. Asked once at the start: the answer sets the cookie that every other request and every
 * socket needs, so all of them wait for `ready`.
 */

import { ask } from './http';
import type { Me } from './wire';

export class Session {
  me = $state.raw<Me | null>(null);
  #asked: Promise<void> | undefined;
  #renewed: Promise<void> | undefined;

  /** Resolves when the server knows us. A failure is not kept: who comes next asks again. */
  ready(): Promise<void> {
    if (!this.#asked) {
      const asked = this.#ask();
      this.#asked = asked;
      asked.catch(() => {
        if (this.#asked === asked) this.#asked = undefined;
      });
    }
    return this.#asked;
  }

  /** Asks again, for the server does not know us any more. Requests that are refused together ask once. */
  renew(): Promise<void> {
    this.#renewed ??= this.#ask().finally(() => (this.#renewed = undefined));
    return this.#renewed;
  }

  set(me: Me): void {
    this.me = me;
  }

  async #ask(): Promise<void> {
    this.me = (await (await ask('/api/me')).json()) as Me;
  }
}

export const session = new Session();
