/** All pages: language, theme, the width of a phone, and the rules of accessibility. */

import { AxeBuilder } from '@axe-core/playwright';
import { check } from '../harness.mjs';
import { act, begin } from '../play.mjs';
import { GAMES } from './games.mjs';

const PATHS = ['/', '/new', '/lobby', '/analysis', '/library', '/leaderboard', '/profile', '/settings', '/rules', '/nowhere'];
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
    weight: 4,
    async test({ visit }) {
      const page = await visit({ viewport: { width: 360, height: 740 }, hasTouch: true, settings: { lang } });
      const rooms = [];
      for (const game of GAMES) {
        rooms.push(await begin(page, game, 'screen'));
        if (lang === 'en') check(await act(page, game), 'a move by touch');
      }
      for (const path of [...PATHS, ...EDITORS, ...rooms, ...RULES]) {
        await page.goto(path);
        await page.waitForLoadState('networkidle').catch(() => {});
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        check(wide <= 0, `${path} is ${wide} pixels too wide`);
      }
    },
  })),
  ...['light', 'dark'].map((colorScheme) => ({
    name: `no page breaks a rule of accessibility: ${colorScheme}`,
    weight: 10,
    async test({ visit }) {
      const page = await visit({ colorScheme });
      const rooms = [];
      for (const game of GAMES) rooms.push(await begin(page, game, 'screen'));
      for (const path of [...PATHS, ...EDITORS, ...rooms, ...RULES]) {
        await page.goto(path);
        await page.locator('main h1').waitFor({ state: 'attached' });
        await page.waitForTimeout(500);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
        check(violations.length === 0, `${path}: ${found.join('\n')}`);
      }
    },
  })),
];
