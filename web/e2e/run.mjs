/** All end-to-end tests: `npm run e2e`, or `npm run e2e -- azul online` for those whose names contain a word. */

import { AxeBuilder } from '@axe-core/playwright';
import { check, run } from './harness.mjs';
import { act, begin, finish, ply, reach, ready } from './play.mjs';

const GAMES = ['checkers', 'quarto', 'chessfive', 'azul', 'reversi'];
const over = (page) => page.waitForFunction(() => document.querySelector('.page')?.dataset.status === 'over');

const tests = [];
for (const game of GAMES) {
  tests.push([
    `a full game of ${game} against easy`,
    async ({ visit }) => {
      const page = await visit();
      await begin(page, game, 'machine', { level: 'easy' });
      await finish(page, game);
      await page.locator('.result').waitFor();
      check((await ply(page)) > 5, 'a game has some moves');
    },
  ]);
  tests.push([
    `two players on one screen: ${game}, undo and resignation`,
    async ({ visit }) => {
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
      await page.waitForFunction(() => document.querySelector('.page')?.dataset.status === 'playing');
    },
  ]);
  tests.push([
    `machine against machine: ${game}`,
    async ({ visit }) => {
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
    },
  ]);
}

async function pair(visit, game) {
  const [ana, ben] = [await visit(), await visit()];
  const path = await begin(ana, game, 'link', { side: 'first' });
  await ben.goto(path);
  await ben.getByRole('button', { name: /Sit down/ }).click();
  await ana.waitForFunction(() => document.querySelector('.page')?.dataset.status === 'playing');
  return [ana, ben];
}

/** Both play until somebody has moved so often. */
async function exchange(a, b, game, actions) {
  for (let done = 0, tries = 0; done < actions; tries++) {
    check(tries < 400, 'both players keep moving');
    if ((await act(a, game)) || (await act(b, game))) done += 1;
    else await a.waitForTimeout(50);
  }
  const n = Math.max(await ply(a), await ply(b));
  await Promise.all([reach(a, n), reach(b, n)]);
}

tests.push([
  'online in two browsers, with reload, a cut and a restarted server',
  async ({ visit, server }) => {
    const [ana, ben] = await pair(visit, 'reversi');
    await exchange(ana, ben, 'reversi', 4);
    await ben.reload();
    await reach(ben, 4);
    await exchange(ana, ben, 'reversi', 4);
    await ana.context().setOffline(true);
    await ana.locator('.lost').waitFor({ timeout: 15_000 });
    // A move made in the dark waits for the line to come back.
    await ana.locator('[role=gridcell][aria-label*="you can play here"]').first().click({ force: true });
    await ana.context().setOffline(false);
    await Promise.all([reach(ana, 9), reach(ben, 9)]);
    await exchange(ana, ben, 'reversi', 3);
    await server.restart();
    await exchange(ana, ben, 'reversi', 4);
    const [a, b] = [await ply(ana), await ply(ben)];
    check(a === 16 && b === 16, `no move is lost and none is doubled: ${a}, ${b}`);
    await ana.getByRole('button', { name: 'Offer a draw' }).click();
    await ben.getByRole('button', { name: 'Accept' }).click();
    await Promise.all([over(ana), over(ben)]);
    await ana.getByRole('button', { name: 'Rematch' }).click();
    await ben.getByRole('button', { name: 'Accept' }).click();
    await Promise.all([ana, ben].map((page) => page.waitForFunction(() => document.querySelector('.page')?.dataset.status === 'playing')));
    check(new URL(ana.url()).pathname === new URL(ben.url()).pathname, 'both are in the new room');
  },
]);

tests.push([
  'a takeback online is asked for and granted',
  async ({ visit }) => {
    const [ana, ben] = await pair(visit, 'checkers');
    await exchange(ana, ben, 'checkers', 1);
    await ana.getByRole('button', { name: 'Ask to take back' }).click();
    await ben.getByRole('button', { name: 'Accept' }).click();
    await ana.waitForFunction(() => document.querySelector('.page').dataset.ply === '0');
  },
]);

tests.push([
  'quick pairing of two accounts in a rated game',
  async ({ visit }) => {
    const people = [];
    for (const name of ['ana-e2e', 'ben-e2e']) {
      const page = await visit();
      await page.goto('/profile');
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Password').fill('a long password');
      await page.getByRole('button', { name: 'Create an account' }).click();
      await page.getByRole('button', { name: 'Log out' }).waitFor();
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
    await a.getByRole('button', { name: 'Resign' }).click();
    await a.getByRole('button', { name: 'Yes', exact: true }).click();
    await over(b);
    await b.locator('.rating i.up').waitFor();
    await b.goto('/profile');
    await b.getByText('provisional').first().waitFor();
  },
]);

tests.push([
  'refusals name the rule',
  async ({ visit }) => {
    const page = await visit();
    await begin(page, 'reversi', 'screen');
    await page.locator('[role=gridcell][aria-label^="a1,"]').click({ force: true });
    const refusal = page.locator('.refusal');
    await refusal.waitFor();
    check((await refusal.getAttribute('data-rule')) !== '', 'the rule has a name');
    check((await refusal.textContent()).includes('For example'), 'and a legal move is shown');
  },
]);

tests.push([
  'hint, evaluation, move list and typed moves',
  async ({ visit }) => {
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
    const legal = await page.locator('[role=gridcell][aria-label*="you can play here"]').first().getAttribute('aria-label');
    await page.locator('.typed input').fill(legal.slice(0, 2));
    await page.locator('.typed input').press('Enter');
    await reach(page, 3);
  },
]);

tests.push([
  'the board is played with the keyboard alone',
  async ({ visit }) => {
    const page = await visit();
    await begin(page, 'reversi', 'screen');
    await page.locator('[role=gridcell][tabindex="0"]').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await reach(page, 1);
    const spoken = await page.locator('[aria-live=polite]').textContent();
    check(/f5/.test(spoken) && /White to play/.test(spoken), `the last move and the turn are said: ${spoken}`);
  },
]);

tests.push([
  'analysis: values on squares, best lines, the graph of a game',
  async ({ visit }) => {
    const page = await visit();
    const path = await begin(page, 'reversi', 'screen');
    for (let i = 0; i < 6; i++) await act(page, 'reversi');
    await page.goto(`/analysis?room=${path.split('/').at(-1)}`);
    await page.locator('[role=gridcell][aria-label*="value"]').first().waitFor();
    await page.locator('.best ol li').first().waitFor();
    await page.getByRole('button', { name: 'Analyse the whole game' }).click();
    await page.getByRole('heading', { name: 'Mistakes' }).waitFor({ timeout: 30_000 });
    await page.locator('.graph polyline').waitFor({ state: 'attached' });
  },
]);

tests.push([
  'analysis of every game from its beginning, with a move tried',
  async ({ visit }) => {
    const page = await visit();
    for (const game of GAMES) {
      await page.goto(`/analysis?game=${game}`);
      await page.locator('.best ol li button').first().waitFor();
      const before = await ply(page);
      await page.locator('.best ol li button').first().click();
      await reach(page, before + 1);
    }
  },
]);

tests.push([
  'positions and games come and go as text',
  async ({ visit }) => {
    const page = await visit();
    await page.goto('/analysis?game=reversi');
    await page.locator('textarea').fill('f5d6c3d3c4');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.waitForFunction(() => document.querySelector('.page').dataset.ply === '5');
    await page.getByRole('link', { name: 'Play from here' }).click();
    await page.waitForURL('**/new?**');
    await page.waitForFunction(() => document.querySelector('button.go')?.disabled === false);
    await page.locator('button.go').click();
    await page.waitForURL('**/play/**');
    await page.getByText('Share', { exact: true }).click();
    await page.getByRole('button', { name: /Download \(damero\)/ }).waitFor();
  },
]);

tests.push([
  'language and theme',
  async ({ visit }) => {
    const spanish = await visit({ settings: { lang: undefined }, locale: 'es-ES', colorScheme: 'dark' });
    await spanish.goto('/');
    await spanish.getByText('Cinco juegos de tablero').waitFor();
    check((await spanish.locator('html').getAttribute('data-theme')) === 'dark', 'dark as the system');
    check((await spanish.locator('html').getAttribute('lang')) === 'es', 'the language is stated');
    await spanish.getByRole('button', { name: 'English' }).click();
    await spanish.getByText('Five board games').waitFor();
    await spanish.getByRole('button', { name: 'Switch between light and dark' }).click();
    check((await spanish.locator('html').getAttribute('data-theme')) === 'light', 'light when asked for');
    await spanish.reload();
    await spanish.getByText('Five board games').waitFor();
    check((await spanish.locator('html').getAttribute('data-theme')) === 'light', 'and it stays');
  },
]);

const PATHS = ['/', '/new', '/lobby', '/analysis', '/library', '/leaderboard', '/profile', '/settings', '/rules', '/nowhere'];

tests.push([
  'no page is wider than a phone',
  async ({ visit }) => {
    const page = await visit({ viewport: { width: 360, height: 740 }, hasTouch: true });
    const rooms = [];
    for (const game of GAMES) {
      rooms.push(await begin(page, game, 'screen'));
      check(await act(page, game), 'a move by touch');
    }
    for (const path of [...PATHS, ...rooms, ...GAMES.map((game) => `/rules/${game}`)]) {
      await page.goto(path);
      await page.waitForLoadState('networkidle').catch(() => {});
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      check(wide <= 0, `${path} is ${wide} pixels too wide`);
    }
  },
]);

for (const colorScheme of ['light', 'dark']) {
  tests.push([
    `no page breaks a rule of accessibility: ${colorScheme}`,
    async ({ visit }) => {
      const page = await visit({ colorScheme });
      const rooms = [];
      for (const game of GAMES) rooms.push(await begin(page, game, 'screen'));
      for (const path of [...PATHS, ...rooms, ...GAMES.map((game) => `/rules/${game}`)]) {
        await page.goto(path);
        await page.locator('main h1').waitFor({ state: 'attached' });
        await page.waitForTimeout(700);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
        check(violations.length === 0, `${path}: ${found.join('\n')}`);
      }
    },
  ]);
}

await run(tests);
