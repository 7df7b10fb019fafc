/** A mistake in words: what it did, as the game says it, or what it cost. */

import { say } from '../../i18n/index.svelte';
import type { Found } from '../../lib/game-review.svelte';
import { words } from './words';

export function why({ reason, loss, answer }: Found): string {
  if (reason) return say(reason);
  // The scale of results is two wide.
  const cost = loss == null ? '' : words().costs(Math.max(1, Math.round(loss * 50)));
  return [cost, answer ? words().answer(answer) : ''].filter(Boolean).join('; ');
}
