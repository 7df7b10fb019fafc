/** A page that is left open: a hundred games leave nothing behind. */

import { check, test } from '../fixtures.mjs';
import { GAMES, ready } from '../play.mjs';

test('memory stays flat over a hundred games', async ({ visit }) => {
  const page = await visit();
  await page.goto('/');
  await page.locator('main h1').waitFor();
  // Who sits here must be known before a room is made.
  await page.evaluate(() => fetch('/api/me'));
  const line = await page.context().newCDPSession(page);
  const measured = async () => {
    await line.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await line.send('Memory.getDOMCounters');
    const { usedSize } = await line.send('Runtime.getHeapUsage');
    return { nodes, listeners: jsEventListeners, megabytes: usedSize / 2 ** 20 };
  };
  /** A game that is opened and left, without loading the page anew. */
  const game = async (name) => {
    const room = await page.evaluate(async (game) => {
      const body = JSON.stringify({ game, seats: { first: { kind: 'me' }, second: { kind: 'me' } } });
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch('/api/rooms', { method: 'POST', headers, body });
      return (await answer.json()).room;
    }, name);
    const go = (path) =>
      page.evaluate((path) => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
    await go(`/play/${room}`);
    await ready(page);
    await go('/');
    await page.locator('main .page').waitFor({ state: 'detached' });
  };
  // Boards, words and caches are there after the first ones.
  for (let i = 0; i < 10; i++) await game(GAMES[i % GAMES.length]);
  const before = await measured();
  for (let i = 0; i < 100; i++) await game(GAMES[i % GAMES.length]);
  // A busy browser may hold the board that was left last, and only that one, for seconds. Whatever leaks is still there after
  // a few games more, of all kinds.
  let after = await measured();
  for (let i = 0; i < GAMES.length && after.listeners >= before.listeners * 1.3 + 200; i++) {
    await game(GAMES[i]);
    after = await measured();
  }
  const grown = `${JSON.stringify(before)} then ${JSON.stringify(after)}`;
  check(after.nodes < before.nodes * 1.3 + 500, `elements stay behind: ${grown}`);
  check(after.listeners < before.listeners * 1.3 + 200, `listeners stay behind: ${grown}`);
  check(after.megabytes < before.megabytes * 1.3 + 3, `memory grows: ${grown}`);
});
