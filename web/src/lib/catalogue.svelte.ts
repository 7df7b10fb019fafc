/** The games that the server has, asked for once: their names, seats and facts. Nothing in the page asks for a game by name. */

import { say } from '../i18n/index.svelte';
import { api } from './api';
import type { ByPlayer, GameInfo, Text } from './wire';

const SEATS: ByPlayer<Text> = { first: { en: 'First', es: 'Primero' }, second: { en: 'Second', es: 'Segundo' } };

class Catalogue {
  /** Empty until the server has answered. */
  games = $state.raw<GameInfo[]>([]);
  #asked: Promise<GameInfo[]> | undefined;

  /** Games do not change while a server runs, so one answer is enough; after a failure the next one asks again. */
  load(): Promise<GameInfo[]> {
    this.#asked ??= api.games().then(
      (games) => (this.games = games),
      (error) => {
        this.#asked = undefined;
        throw error;
      },
    );
    return this.#asked;
  }

  of(game: string): GameInfo | undefined {
    return this.games.find(({ id }) => id === game);
  }

  /** The name for people; until it is known, the name in addresses. */
  name(game: string): string {
    return say(this.of(game)?.name) || game;
  }

  seats(game: string): ByPlayer<Text> {
    return this.of(game)?.seats ?? SEATS;
  }

  /** The game that somebody asked for, or the first one. */
  choose(game: string | null | undefined): string {
    return (game ? this.of(game)?.id : undefined) ?? this.games[0]?.id ?? game ?? '';
  }
}

export const catalogue = new Catalogue();
