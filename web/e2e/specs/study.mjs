/** Analysis, texts that come and go, and set-up positions. */

import { act, begin, ply, reach } from '../play.mjs';
import { GAMES } from './games.mjs';

export const tests = [
  {
    name: 'analysis: values on squares, best lines, the graph of a game',
    weight: 3,
    async test({ visit }) {
      const page = await visit();
      const path = await begin(page, 'reversi', 'screen');
      for (let i = 0; i < 6; i++) await act(page, 'reversi');
      await page.goto(`/analysis?room=${path.split('/').at(-1)}`);
      await page.locator('[role=gridcell][aria-label*="value"]').first().waitFor();
      await page.locator('.best ol li').first().waitFor();
      await page.getByRole('button', { name: 'Analyse the whole game' }).click();
      await page.getByRole('heading', { name: 'Mistakes' }).waitFor({ timeout: 40_000 });
      await page.locator('.graph polyline').waitFor({ state: 'attached' });
    },
  },
  ...GAMES.map((game) => ({
    name: `analysis of ${game} from its beginning, with a move tried`,
    async test({ visit }) {
      const page = await visit();
      await page.goto(`/analysis?game=${game}`);
      await page.locator('.best ol li button').first().waitFor();
      const before = await ply(page);
      await page.locator('.best ol li button').first().click();
      await reach(page, before + 1);
    },
  })),
  {
    name: 'positions and games come and go as text',
    async test({ visit }) {
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
  },
];
