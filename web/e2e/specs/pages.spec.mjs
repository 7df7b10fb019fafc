/** All pages: language, theme, the width of a phone, and the rules of accessibility. */

import { check } from '../harness.mjs';
import { act, begin, over } from '../play.mjs';
import { fits, sound } from '../sound.mjs';
import { GAMES } from './games.mjs';

const PATHS = ['/', '/new', '/lobby', '/analysis', '/training', '/compare', '/library', '/leaderboard', '/profile', '/settings', '/rules', '/nowhere'];
const EDITORS = GAMES.map((game) => `/editor?game=${game}`);
const RULES = GAMES.map((game) => `/rules/${game}`);

export const tests = [
  {
    name: 'language and theme',
    async test({ visit }) {
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
  },
  ...['en', 'es'].map((lang) => ({
    name: `no page is wider than a phone: ${lang}`,
    weight: 8,
    async test({ visit }) {
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
    },
  })),
  {
    name: 'no page breaks a rule of accessibility, light or dark',
    weight: 10,
    async test({ visit }) {
      const page = await visit();
      await page.goto('/');
      for (const path of [...PATHS, ...EDITORS]) {
        await go(page, path);
        await sound(page, path);
      }
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
      await sound(page, 'the list of keys');
    },
  },
  ...GAMES.map((game) => ({
    name: `no board of ${game} breaks a rule of accessibility, light or dark`,
    weight: 5,
    async test({ visit }) {
      const page = await visit();
      await begin(page, game, 'screen');
      await sound(page, 'a game');
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('button', { name: 'Yes', exact: true }).click();
      await over(page);
      await sound(page, 'a finished game');
      await go(page, `/rules/${game}`);
      await sound(page, 'the rules');
    },
  })),
];

/** Goes to a page without loading everything anew, and waits until it has what it asked the server for. */
async function go(page, path) {
  await page.evaluate((path) => {
    for (const step of ['/nowhere', path]) {
      history.pushState(null, '', step);
      dispatchEvent(new PopStateEvent('popstate'));
    }
  }, path);
  await page.waitForLoadState('networkidle').catch(() => {});
  await page.waitForFunction(() => {
    const waiting = [...document.querySelectorAll('main [role=status]')].some((note) => /^(Loading|Cargando)/.test(note.textContent));
    return document.querySelector('main h1') && !waiting;
  });
}
