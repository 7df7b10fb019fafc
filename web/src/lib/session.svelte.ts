/** Who sits before this page. Asked once at the start, which also sets the cookie that sockets need. */

import { api } from './api';
import type { Me } from './wire';

class Session {
  me = $state.raw<Me | null>(null);
  #ready: Promise<void> | undefined;

  /** Resolves when the server knows us; sockets are opened after it. */
  ready(): Promise<void> {
    this.#ready ??= api.me().then(
      (me) => void (this.me = me),
      (error) => {
        this.#ready = undefined;
        throw error;
      },
    );
    return this.#ready;
  }

  set(me: Me): void {
    this.me = me;
  }
}

export const session = new Session();
