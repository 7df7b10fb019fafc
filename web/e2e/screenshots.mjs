/**
 * The pictures in `docs/screenshots`: every page, with games really played and networks really trained (some minutes;
 * `RUNS` names a folder with the trainings `quarto-64` and `quarto-128` instead). `npm run screenshots`; afterwards
 * `pngquant --force --ext .png --strip docs/screenshots/*.png` makes them a third as large. With `npm run screenshots --
 * --no-training` the pictures of trainings stay as they are. The example of a game, which only builds for tests have, is
 * left out.
 */

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { LAUNCH, visitor } from './browser.mjs';
import { act, begin, GAMES, reach } from './play.mjs';
import { train } from './runs.mjs';
import { startServer } from './server.mjs';

const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));
mkdirSync(folder, { recursive: true });
const server = await startServer({ runs: process.env.RUNS });
const browser = await chromium.launch(LAUNCH);

const DESKTOP = { viewport: { width: 1280, height: 860 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const light = { colorScheme: 'light' };
const dark = { colorScheme: 'dark' };
const visit = async (options) => {
  const page = await visitor(browser, server, options);
  await page.context().route('**/api/games', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: (await response.json()).filter(({ id }) => GAMES.includes(id)) });
  });
  return page;
};
const shoot = async (page, name, wait = 900) => {
  await page.waitForTimeout(wait);
  await page.screenshot({ path: `${folder}${name}.png` });
  console.log(name);
};

/** A game on one screen after some moves. */
async function played(page, game, actions) {
  const path = await begin(page, game, 'screen');
  for (let i = 0; i < actions; i++) await act(page, game);
  await page.mouse.move(5, 5);
  return path;
}

const page = await visit({ ...DESKTOP, ...light });
for (const [game, actions] of [
  ['checkers', 12],
  ['quarto', 11],
  ['chessfive', 9],
  ['reversi', 14],
]) {
  await played(page, game, actions);
  await shoot(page, game);
  // The library shows games that are over.
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await page.locator('.result').waitFor();
}
await page.goto('/profile');
await page.getByLabel('Name').fill('Ana');
await page.getByLabel('Password').fill('a long password');
await page.getByRole('button', { name: 'Create an account' }).click();
await page.getByRole('button', { name: 'Log out' }).waitFor();
await begin(page, 'azul', 'link', { side: 'first' });
for (const [name, path] of [
  ['home', '/'],
  ['new-game', '/new?game=quarto'],
  ['lobby', '/lobby'],
  ['library', '/library'],
  ['profile', '/profile'],
  ['rules', '/rules/quarto'],
  ['settings', '/settings'],
  [
    'editor',
    `/editor?${new URLSearchParams({ game: 'chessfive', start: '8/8/8/8/8/8/2RqN1r1/1bKQBnk1 c RNB/rnb 0' })}`,
  ],
  ['leaderboard', '/leaderboard/reversi'],
]) {
  await page.goto(path);
  await shoot(page, name, 1500);
}

const night = await visit({ ...DESKTOP, ...dark });
await played(night, 'azul', 9);
await shoot(night, 'azul');
const path = await played(night, 'reversi', 16);
await night.goto(`/analysis?room=${path.split('/').at(-1)}`);
await night.getByRole('button', { name: 'Analyse the whole game' }).click();
await night.getByRole('heading', { name: 'Mistakes' }).waitFor({ timeout: 120_000 });
await night.setViewportSize({ width: 1280, height: 1150 });
await night.evaluate(() => scrollTo(0, 0));
await shoot(night, 'analysis', 1500);

if (!process.argv.includes('--no-training')) await trainings();

const phone = await visit({ ...PHONE, ...light, settings: { lang: 'es' } });
await played(phone, 'quarto', 9);
await shoot(phone, 'phone-quarto');
const pocket = await visit({ ...PHONE, ...dark });
await begin(pocket, 'chessfive', 'machine', { level: 'easy' });
await act(pocket, 'chessfive');
await reach(pocket, 2);
await shoot(pocket, 'phone-chessfive');

await browser.close();
await server.close();

/** The pages of trainings. */
async function trainings() {
  const TRAININGS = [64, 128].map((batch_size) => [`quarto-${batch_size}`, batch_size]);
  if (!process.env.RUNS) {
    for (const [name, batch_size] of TRAININGS) {
      await train(server.runs, name, {
        epochs: 60,
        eval_every: 2,
        sample_every: 20,
        evaluation_games: 100,
        blunder_games: 20,
        batch_size,
      });
    }
  }
  const lab = await visit({ viewport: { width: 1280, height: 1100 }, ...light });
  for (const [name, path] of [
    ['trainings', '/training'],
    ['training', '/training/quarto-64'],
    ['compare', `/compare?${new URLSearchParams(TRAININGS.map(([name]) => ['run', name]))}`],
  ]) {
    await lab.goto(path);
    await shoot(lab, name, 2500);
  }
  await lab.emulateMedia({ colorScheme: 'dark' });
  await lab.goto('/training/quarto-64');
  await lab.locator('canvas[data-drawn]').first().scrollIntoViewIfNeeded();
  await lab
    .getByRole('heading', { name: 'Q-values over the training' })
    .evaluate((heading) => heading.scrollIntoView());
  await lab.evaluate(() => scrollBy(0, -80));
  await shoot(lab, 'training-heatmaps', 1500);
}
