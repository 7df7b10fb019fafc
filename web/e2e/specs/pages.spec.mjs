/** All pages: language, theme, the width of a phone, and the rules of accessibility. */

import { check, test } from '../fixtures.mjs';
import { act, begin, GAMES, over } from '../play.mjs';
import { writeRun } from '../runs.mjs';
import { fits, sound } from '../sound.mjs';

const PATHS = [
  '/',
  '/new',
  '/lobby',
  '/analysis',
  '/training',
  '/compare',
  '/library',
  '/puzzles',
  '/leaderboard',
  '/profile',
  '/account',
  '/settings',
  '/rules',
  '/nowhere',
];
const EDITORS = GAMES.map((game) => `/editor?game=${game}`);
const RULES = GAMES.map((game) => `/rules/${game}`);

test('language and theme', async ({ visit }) => {
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
});

for (const path of [...PATHS, ...EDITORS, ...RULES]) {
  test(`the first page of a visitor whom the server does not know yet: ${path}`, async ({ visit, allow }) => {
    // The server itself says that there is nothing there.
    if (path === '/nowhere') allow(/\/nowhere\)$/);
    await firstVisit(visit, path);
  });
}

test('the first page of a visitor whom the server does not know yet: a game and a training', async ({
  server,
  visit,
}) => {
  const host = await visit();
  const room = await begin(host, 'reversi', 'screen');
  writeRun(server.runs, 'r', { epochs: 3 });
  for (const path of [room, `/analysis?room=${room.split('/').at(-1)}`, '/training/r']) await firstVisit(visit, path);
});

for (const lang of ['en', 'es']) {
  test(`no page is wider than a phone: ${lang}`, async ({ visit }) => {
    const page = await visit({ viewport: { width: 360, height: 740 }, hasTouch: true, settings: { lang } });
    for (const game of GAMES) {
      await begin(page, game, 'screen');
      if (lang === 'en') check(await act(page, game), 'a move by touch');
      await fits(page, game);
    }
    for (const path of [...PATHS, ...EDITORS, ...RULES]) {
      await go(page, path);
      await fits(page, path);
    }
  });
}

for (const lang of ['en', 'es']) {
  test(`the header stays on one line, and names of games are read whole: ${lang}`, async ({ visit }) => {
    const page = await visit({ viewport: { width: 1280, height: 800 } });
    await begin(page, 'quarto', 'machine', { level: 'medium' });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await over(page);
    for (const game of ['reversi', 'checkers']) {
      await begin(page, game, 'machine', { level: 'easy', side: 'first' });
      await act(page, game);
    }
    await page.goto('/lobby');
    await page.locator('header .continue').waitFor();
    if (lang === 'es') await page.locator('header .lang').click();
    for (const width of [1241, 1280, 1366, 1440, 1601, 1761, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const { height } = await page.locator('header').boundingBox();
      check(height < 64, `the header is ${height} pixels high at ${width}`);
    }
    check((await page.locator('header .continue').getAttribute('aria-label')).length > 5, 'the button has a name');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    const cut = (selector) =>
      page
        .locator(selector)
        .evaluateAll(
          (all) =>
            all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1).length,
        );
    await page.locator('.rival').first().waitFor();
    check((await cut('.rival')) === 0, 'the opponents of games to continue');
    await page.goto('/library');
    await page.locator('.what b').first().waitFor();
    check((await cut('.what b')) === 0, 'the players of games');
  });
}

test('no page breaks a rule of accessibility, light or dark', async ({ visit }) => {
  const page = await visit();
  await page.goto('/');
  for (const path of [...PATHS, ...EDITORS]) {
    await go(page, path);
    await sound(page, path);
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await sound(page, 'the list of keys');
});

for (const game of GAMES) {
  test(`no board of ${game} breaks a rule of accessibility, light or dark`, async ({ visit }) => {
    const page = await visit();
    await begin(page, game, 'screen');
    await sound(page, 'a game');
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await over(page);
    await sound(page, 'a finished game');
    await go(page, `/rules/${game}`);
    await sound(page, 'the rules');
  });
}

/** A new visitor opens a page, and the answer that gives the cookie comes late. */
async function firstVisit(visit, path) {
  const page = await visit();
  await page.route('**/api/me', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  const refused = [];
  page.on('response', (response) => {
    const missing = path === '/nowhere' && response.url().endsWith(path);
    if (response.status() >= 400 && !missing) refused.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(path);
  await settled(page);
  check((await page.locator('main [role=alert]').count()) === 0, `${path} shows a failure`);
  check(refused.length === 0, `${path} was refused: ${refused.join(', ')}`);
  if (/^.(editor|analysis|play)/.test(path))
    await page.locator('main svg[role=group], main [role=grid], main .factory').first().waitFor();
  await page.context().close();
}

/** Goes to a page without loading everything anew. */
async function go(page, path) {
  await page.evaluate((path) => {
    for (const step of ['/nowhere', path]) {
      history.pushState(null, '', step);
      dispatchEvent(new PopStateEvent('popstate'));
    }
  }, path);
  await settled(page);
}

/** Waits until the page has what it asked the server for. */
async function settled(page) {
  await page.waitForLoadState('networkidle').catch(() => {});
  await page.waitForFunction(() => {
    const waiting = [...document.querySelectorAll('main [role=status]')].some((note) =>
      /^(Loading|Cargando)/.test(note.textContent),
    );
    return document.querySelector('main h1') && !waiting;
  });
}
