/** Each game alone: against the machine, two on one screen, machine against machine, and how refusals are told. */

import { check, CUT, test } from '../fixtures.mjs';
import { act, begin, finish, GAMES, over, playing, ply, reach } from '../play.mjs';

for (const game of GAMES) {
  test(`a full game of ${game} against easy`, async ({ visit }) => {
    // Kings that move at random may take hundreds of moves.
    test.slow();
    const page = await visit();
    await begin(page, game, 'machine', { level: 'easy' });
    await finish(page, game);
    await page.locator('.result').waitFor();
    check((await ply(page)) > 5, 'a game has some moves');
  });

  test(`two players on one screen: ${game}, undo and resignation`, async ({ visit }) => {
    const page = await visit();
    await begin(page, game, 'screen');
    for (let i = 0; i < 4; i++) check(await act(page, game), 'somebody is always to move');
    const before = await ply(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction((n) => Number(document.querySelector('.page').dataset.ply) < n, before);
    check(await act(page, game), 'the game goes on after undoing');
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await over(page);
    await page.getByRole('button', { name: 'Rematch' }).click();
    await playing(page);
  });

  test(`machine against machine: ${game}, paused and step by step`, async ({ visit }) => {
    const page = await visit();
    await begin(page, game, 'watch', { 'level-first': 'easy', 'level-second': 'easy' });
    await reach(page, 2);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    await page.waitForTimeout(400);
    const paused = await ply(page);
    await page.waitForTimeout(1200);
    check((await ply(page)) === paused, 'a paused game stands still');
    await page.getByRole('button', { name: 'One step' }).click();
    await reach(page, paused + 1);
    await page.getByRole('button', { name: 'Go on' }).click();
    await reach(page, paused + 3);
  });
}

test('the end of a round of azul is counted tile by tile', async ({ visit }) => {
  const page = await visit({ settings: { pace: 'fast' } });
  await begin(page, 'azul', 'screen');
  // Seen from within, as a busy machine may look too late from outside.
  await page.evaluate(() => {
    window.counted = new Set();
    const look = () =>
      document.querySelector('.summary') && window.counted.add(document.querySelectorAll('.summary i').length);
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  const summary = page.locator('.summary');
  for (let i = 0; i < 60 && (await summary.count()) === 0; i++) await act(page, 'azul');
  await page.waitForFunction(() => !document.querySelector('.summary'), null, { timeout: 40_000 });
  // Each tile, floor line and bonus adds a figure; the points beside them are those of the server.
  const seen = new Set(await page.evaluate(() => [...window.counted]));
  check(seen.size >= 3, `the figures come one by one: ${[...seen]}`);
  check(Math.max(...seen) >= 2, `every tile has its figure: ${[...seen]}`);
  await page.getByText('Round 2').waitFor();
});

test('the neural network that comes with the program plays azul, also after a restart', async ({
  server,
  visit,
  allow,
}) => {
  allow(CUT);
  const page = await visit();
  await begin(page, 'azul', 'machine', { level: 'neural' });
  const name = page.locator('.bar').getByText('Neural network');
  await name.waitFor();
  const bar = page.locator('.bar').filter({ hasText: 'Neural network' });
  check((await bar.locator('.rating').count()) === 0, 'no rating is shown that there is not');
  await act(page, 'azul');
  await reach(page, 3);
  await server.restart('SIGTERM');
  const before = await ply(page);
  for (let i = 0; i < 200 && (await ply(page)) < before + 2; i++) {
    if (!(await act(page, 'azul').catch(() => false))) await page.waitForTimeout(200);
  }
  await reach(page, before + 2);
  await name.waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await over(page);
  await page.goto('/library');
  await page.getByText('Neural network').first().waitFor();
});

test('a neural network and a level play quarto, and the board of machines lists both', async ({ visit }) => {
  const page = await visit();
  await begin(page, 'quarto', 'watch', { 'level-first': 'easy', 'level-second': 'neural' });
  await page.locator('.result').waitFor({ timeout: 120_000 });
  await page.goto('/leaderboard/quarto');
  await page.getByLabel('Machines').check({ force: true });
  await page.getByRole('cell', { name: 'Neural network' }).waitFor();
  await page.getByRole('cell', { name: 'Machine (easy)' }).waitFor();
});

test('refusals name the rule', async ({ visit }) => {
  const page = await visit();
  await begin(page, 'reversi', 'screen');
  await page.locator('[role=gridcell][aria-label^="a1,"]').click({ force: true });
  const refusal = page.locator('.refusal');
  await refusal.waitFor();
  check((await refusal.getAttribute('data-rule')) !== '', 'the rule has a name');
  check((await refusal.textContent()).includes('For example'), 'and a legal move is shown');
});

test('hint, evaluation, move list and typed moves', async ({ visit }) => {
  const page = await visit();
  await begin(page, 'reversi', 'machine', { level: 'easy' });
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.hinted').waitFor();
  await page.getByRole('button', { name: 'Evaluation' }).click();
  await page.getByRole('img', { name: /^Evaluation/ }).waitFor();
  await act(page, 'reversi');
  await reach(page, 2);
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.getByText('You are looking at an earlier position').waitFor();
  await page.locator('.browsing button').click();
  await page.getByText('Type a move').click();
  const legal = await page
    .locator('[role=gridcell][aria-label*="you can play here"]')
    .first()
    .getAttribute('aria-label');
  await page.locator('.typed input').fill(legal.slice(0, 2));
  await page.locator('.typed input').press('Enter');
  await reach(page, 3);
});

test('the board is played with the keyboard alone', async ({ visit }) => {
  const page = await visit();
  await begin(page, 'reversi', 'screen');
  await page.locator('[role=gridcell][tabindex="0"]').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await reach(page, 1);
  const spoken = await page.locator('[aria-live=polite]').textContent();
  check(/f5/.test(spoken) && /White to play/.test(spoken), `the last move and the turn are said: ${spoken}`);
});

test('a premove is played when its turn comes, and dropped when it cannot be', async ({ visit }) => {
  const [ana, ben] = [await visit({ settings: { premove: true } }), await visit()];
  const path = await begin(ana, 'reversi', 'link', { side: 'second' });
  await ben.goto(path);
  await ben.getByRole('button', { name: /Sit down/ }).click();
  await playing(ana);
  const press = (page, square) => page.locator(`[role=gridcell][aria-label^="${square},"]`).click({ force: true });
  // Black will play f5, after which White may answer f6.
  await press(ana, 'f6');
  await ana.locator('.queued button').waitFor();
  await press(ben, 'f5');
  await reach(ana, 2);
  check((await ana.locator('.move').allInnerTexts()).join(' ') === 'f5 f6', 'the answer came by itself');
  await press(ana, 'a1');
  await ana.locator('.queued button').waitFor();
  await press(ben, 'e6');
  await ana.getByText('was no longer possible').waitFor();
  check((await ply(ana)) === 3, 'and nothing was played');
});

test('the list of keys opens and closes', async ({ visit }) => {
  const page = await visit();
  await page.goto('/');
  await page.locator('h1').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a game that the page has no folder for is played to its end on the plain board', async ({ server, visit }) => {
  const games = await (await fetch(`${server.base}/api/games`)).json();
  const game = games.find(({ id }) => !GAMES.includes(id))?.id;
  check(game, 'the program has the example game: it is built with the feature example-game');
  const page = await visit();
  await begin(page, game, 'screen');
  await finish(page, game);
  await page.locator('.result').waitFor();
});
