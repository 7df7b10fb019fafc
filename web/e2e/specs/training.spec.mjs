/** Trainings: the list, curves that grow while one looks, comparisons, heatmaps, sample games, and playing a network. */

import { check, test } from '../fixtures.mjs';
import { act, playing, ply, reach, ready } from '../play.mjs';
import { train, writeRun } from '../runs.mjs';
import { fits, sound } from '../sound.mjs';

const epoch = (page) => page.getByTestId('epoch').textContent();
const becomes = (page, n) =>
  page.waitForFunction((n) => document.querySelector('[data-testid=epoch]')?.textContent === n, String(n), {
    timeout: 15_000,
  });
/** A chart is drawn: uPlot's canvas has something on it. */
const drawn = (page, title) =>
  page.waitForFunction((title) => {
    const canvas = document.querySelector(`[data-chart="${title}"] canvas`);
    if (!canvas?.width) return false;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.some((byte) => byte !== 0);
  }, title);

test('training: an empty folder tells how to begin', async ({ visit }) => {
  const page = await visit();
  await page.goto('/');
  await page.getByRole('link', { name: 'Training' }).click();
  await page.getByText('damero train quarto', { exact: true }).waitFor();
  await sound(page, 'no trainings');
});

test('training: curves grow while one looks, and start anew when the training goes back', async ({ visit, server }) => {
  const run = writeRun(server.runs, 'quarto-live', { epochs: 6 });
  const letGo = run.hold();
  try {
    const page = await visit();
    await page.goto('/training');
    await page.locator('[data-run=quarto-live] [data-state=running]').waitFor();
    await page.getByRole('link', { name: 'quarto-live' }).click();
    await drawn(page, 'Win rate');
    check((await epoch(page)) === '6', 'the epochs so far are shown');
    await page.locator('[data-chart="Loss"][data-rows="6"]').waitFor();
    run.grow(4);
    await becomes(page, 10);
    await page.locator('[data-chart="Loss"][data-rows="10"]').waitFor();
    run.back(5, 2);
    await becomes(page, 5);
    await page.getByText('went back to an earlier point').waitFor();
    check((await page.locator('[data-chart="Policy"]').count()) === 1, 'a family that nobody foresaw has a chart');
  } finally {
    letGo();
  }
});

test('training: a run with its charts, heatmaps, boards and tables', async ({ visit, server }) => {
  writeRun(server.runs, 'quarto-1', { epochs: 12 });
  const page = await visit();
  await page.goto('/training/quarto-1');
  await drawn(page, 'Win rate');
  check((await page.locator('canvas[data-drawn="12"]').count()) === 6, 'six heatmaps with a column for each epoch');
  await page.getByText('TLRH').waitFor();
  // By keyboard along the points.
  const chart = page.locator('[data-chart="Win rate"]');
  await chart.getByRole('slider').focus();
  await page.keyboard.press('Home');
  await page.waitForFunction(() =>
    /^epoch 2: /.test(document.querySelector('[role=slider]').getAttribute('aria-valuetext')),
  );
  await chart.getByRole('button', { name: 'greedy' }).click();
  await chart.getByRole('button', { name: 'greedy', pressed: false }).waitFor();
  await chart.getByText('The numbers in a table').click();
  check((await chart.locator('tbody tr').count()) === 6, 'a row for each evaluation');
  const saved = page.waitForEvent('download');
  await chart.getByRole('button', { name: /as CSV/ }).click();
  check((await saved).suggestedFilename() === 'quarto-1-win-rate.csv', 'the file is named after run and chart');
  const image = page.waitForEvent('download');
  await chart.getByRole('button', { name: /PNG/ }).click();
  check((await image).suggestedFilename().endsWith('.png'), 'an image');
  // Out from under the bar on top.
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('radio', { name: 'time' }).check({ force: true });
  await page.getByRole('checkbox', { name: /Loss/ }).check();
  await drawn(page, 'Loss');
  await sound(page, 'a training');
  await page.setViewportSize({ width: 360, height: 740 });
  await fits(page, 'a training');
});

test('training: two runs are compared', async ({ visit, server }) => {
  writeRun(server.runs, 'quarto-1', { epochs: 10 });
  writeRun(server.runs, 'quarto-2', { epochs: 14, skill: 2, seed: 2, rate: '0.002' });
  const page = await visit();
  await page.goto('/training');
  for (const name of ['quarto-1', 'quarto-2'])
    await page.getByRole('checkbox', { name: `Choose ${name} for comparison` }).check();
  await fits(page, 'the list');
  await page.getByRole('link', { name: 'Compare 2 trainings' }).click();
  await drawn(page, 'Win rate: greedy');
  const legend = page.locator('[data-chart="Win rate: greedy"] .legend button');
  const lines = (await legend.allTextContents()).map((text) => text.trim());
  check(
    lines.join() === 'quarto-1 · learning_rate 0.001 · seed 1,quarto-2 · learning_rate 0.002 · seed 2',
    `a line for each run: ${lines}`,
  );
  const keys = await page.locator('tr.differs th').allTextContents();
  check(keys.join() === 'dqn.learning_rate,run.seed', `the settings that differ: ${keys}`);
  await sound(page, 'a comparison');
  await page.setViewportSize({ width: 360, height: 740 });
  await fits(page, 'a comparison');
  await page.goto('/training');
  await page.getByRole('link', { name: 'quarto-1' }).waitFor();
  await sound(page, 'the list of trainings');
  await fits(page, 'the list');
  await page.setViewportSize({ width: 844, height: 390 });
  await fits(page, 'the list on a phone on its side');
});

test('training: a sample game is replayed on the board', async ({ visit, server }) => {
  writeRun(server.runs, 'quarto-1', { epochs: 4 });
  const page = await visit();
  await page.goto('/training/quarto-1');
  await page.getByRole('link', { name: /against itself/ }).click();
  await page.waitForURL('**/analysis?**');
  await page.locator('[role=gridcell][aria-label*="empty"]').first().waitFor();
  check((await ply(page)) === 0, 'from its beginning');
  await page.getByRole('button', { name: 'Latest' }).click();
  await reach(page, 16);
  await page.locator('[role=gridcell][aria-label^="a2; short, light, square, full"]').waitFor();
});

test('training: a trained network is played and asked', async ({ visit, server }) => {
  await train(server.runs, 'real');
  const page = await visit();
  await page.goto('/training/real');
  await page.getByRole('button', { name: 'Play this network' }).first().click();
  await page.getByRole('radio', { name: 'The network' }).check({ force: true });
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL('**/play/**');
  await ready(page);
  await playing(page);
  await page
    .getByText(/Network real/)
    .first()
    .waitFor();
  await reach(page, 1);
  // It gave a piece; we place it and give one, and it plays on.
  for (let i = 0; i < 2; i++) while (!(await act(page, 'quarto'))) await page.waitForTimeout(50);
  await reach(page, 4);
  await page.goto('/training/real');
  await page.getByRole('link', { name: 'Analyse with it' }).first().click();
  await page.getByText(/By the network/).waitFor();
  await page.locator('.best ol li').first().waitFor();
});

test('training: what is chosen can be told in forced colours', async ({ visit, server }) => {
  writeRun(server.runs, 'quarto-1', { epochs: 10 });
  writeRun(server.runs, 'quarto-2', { epochs: 14, skill: 2, seed: 2 });
  const page = await visit({ forcedColors: 'active' });
  const grounds = (selector) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  for (const path of ['/training/quarto-1', '/compare?run=quarto-1&run=quarto-2']) {
    await page.goto(path);
    await drawn(page, path.startsWith('/compare') ? 'Win rate: greedy' : 'Win rate');
    await sound(page, path);
    const chosen = await grounds('.choices label:has(:checked)');
    const others = await grounds('.choices label:not(:has(:checked))');
    check(chosen.length > 0 && others.length > 0, `${path} has a choice`);
    check(!others.some((ground) => chosen.includes(ground)), `${path}: ${chosen} and ${others}`);
  }
});
