/** Two people in two browsers: cuts, reloads, restarts of the server, offers, pairing and ratings. */

import { check, CUT, test } from '../fixtures.mjs';
import { act, begin, GAMES, over, playing, ply, reach, ready } from '../play.mjs';

async function pair(visit, game, options = {}) {
  const [ana, ben] = [await visit(), await visit()];
  if (options.rated)
    for (const [page, name] of [
      [ana, 'ana-e2e'],
      [ben, 'ben-e2e'],
    ])
      await account(page, name);
  const path = await begin(ana, game, 'link', { side: 'first' }, options);
  await ben.goto(path);
  await ben.getByRole('button', { name: /Sit down/ }).click();
  await playing(ana);
  return [ana, ben];
}

async function account(page, name) {
  await page.goto('/profile');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill('a long password');
  await page.locator('form button.primary').click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
}

/** Both play until so many moves more are made. They are counted on the boards: a move of the other one that arrives during
 *  a click is none of ours. */
async function exchange(a, b, game, moves) {
  const made = async () => Math.max(await ply(a), await ply(b));
  const goal = (await made()) + moves;
  for (let tries = 0; (await made()) < goal; tries++) {
    check(tries < 400, 'both players keep moving');
    if (!(await act(a, game)) && !(await act(b, game))) await a.waitForTimeout(50);
  }
  await Promise.all([reach(a, goal), reach(b, goal)]);
}

/** Both see the same moves. */
async function agree(a, b) {
  await reach(a, await ply(b));
  const list = (page) => page.locator('.moves .list').innerText();
  const [one, two] = [await list(a), await list(b)];
  check(one === two, `both see the same game: ${one} / ${two}`);
}

async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
}

for (const game of GAMES) {
  test(`online in two browsers: ${game}, with a reload and a cut`, async ({ visit, allow }) => {
    allow(CUT);
    const [ana, ben] = await pair(visit, game);
    await exchange(ana, ben, game, 2);
    await ben.reload();
    await ready(ben);
    await reach(ben, await ply(ana));
    await exchange(ana, ben, game, 2);
    await ana.context().setOffline(true);
    await ana.locator('.lost').waitFor();
    await ana.context().setOffline(false);
    await exchange(ana, ben, game, 3);
    await agree(ana, ben);
    await resign(ben);
    await Promise.all([over(ana), over(ben)]);
  });
}

for (const signal of ['SIGKILL', 'SIGTERM']) {
  test(`a rated game goes on after ${signal} to the server`, async ({ visit, server, allow }) => {
    allow(CUT);
    const [ana, ben] = await pair(visit, 'reversi', { rated: true });
    await exchange(ana, ben, 'reversi', 5);
    await server.restart(signal);
    await exchange(ana, ben, 'reversi', 5);
    const [a, b] = [await ply(ana), await ply(ben)];
    check(a === 10 && b === 10, `no move is lost and none is doubled: ${a}, ${b}`);
    await agree(ana, ben);
    await server.restart(signal);
    await exchange(ana, ben, 'reversi', 2);
    await resign(ana);
    await Promise.all([over(ana), over(ben)]);
    await ben.locator('.rating i.up').waitFor();
  });
}

test('a move made in the dark, a draw and a rematch', async ({ visit, allow }) => {
  allow(CUT);
  const [ana, ben] = await pair(visit, 'reversi');
  await exchange(ana, ben, 'reversi', 2);
  await ana.context().setOffline(true);
  await ana.locator('.lost').waitFor();
  // It waits for the line to come back.
  await ana.locator('[role=gridcell][aria-label*="you can play here"]').first().click({ force: true });
  await ana.context().setOffline(false);
  await Promise.all([reach(ana, 3), reach(ben, 3)]);
  await ben.getByRole('button', { name: 'Offer a draw' }).click();
  await ana.getByRole('button', { name: 'Decline' }).click();
  await ben.getByText('waiting for the answer').waitFor({ state: 'detached' });
  await ben.getByText('Your offer of a draw was not accepted').waitFor();
  await exchange(ana, ben, 'reversi', 2);
  await ana.getByRole('button', { name: 'Offer a draw' }).click();
  await ben.getByRole('button', { name: 'Accept' }).click();
  await Promise.all([over(ana), over(ben)]);
  await ana.getByRole('button', { name: 'Rematch' }).click();
  await ben.getByRole('button', { name: 'Accept' }).click();
  await Promise.all([ana, ben].map(playing));
  check(new URL(ana.url()).pathname === new URL(ben.url()).pathname, 'both are in the new room');
});

test('a takeback online is asked for and granted', async ({ visit }) => {
  const [ana, ben] = await pair(visit, 'checkers');
  await exchange(ana, ben, 'checkers', 1);
  await ana.getByRole('button', { name: 'Ask to take back' }).click();
  await ben.getByRole('button', { name: 'Accept' }).click();
  await ana.waitForFunction(() => document.querySelector('.page').dataset.ply === '0');
});

test('quick pairing of two accounts in a rated game', async ({ visit }) => {
  const people = [];
  for (const name of ['ana-e2e', 'ben-e2e']) {
    const page = await visit();
    await account(page, name);
    await page.goto('/lobby');
    await page.locator('main select').selectOption('quarto');
    await page.getByLabel('Rated').check();
    people.push(page);
  }
  for (const page of people) await page.getByRole('button', { name: 'Find an opponent' }).click();
  await Promise.all(people.map((page) => page.waitForURL('**/play/**')));
  const [a, b] = people;
  await Promise.all(people.map(ready));
  await exchange(a, b, 'quarto', 3);
  await resign(a);
  await over(b);
  await b.locator('.rating i.up').waitFor();
  await b.goto('/profile');
  await b.getByText('provisional').first().waitFor();
});
