/** Lessons played to their ends, games learned from, and rules with boards to touch. */

import { check, test } from '../fixtures.mjs';
import { begin, GAMES, over } from '../play.mjs';
import { fits, sound } from '../sound.mjs';

/** A lesson of each game with what is clicked in each of its steps. */
const cell = (name) => `.seen [data-cell="${name}"]`;
const LESSONS = {
  checkers: [
    'moves',
    [
      [cell('5,2'), cell('4,3')],
      [cell('5,2'), cell('3,4')],
      [cell('5,0'), cell('3,2'), cell('1,4')],
      [cell('5,0'), cell('3,2'), cell('1,4')],
    ],
  ],
  quarto: ['place', [['.seen [data-piece=TLQH]'], [cell('d1')], [cell('c3')]]],
  chessfive: ['gravity', [[cell('d4')], [cell('e4')], [cell('f6')], [cell('e8')]]],
  azul: [
    'round',
    [
      ['[data-take="1Y"]', cell('first-3')],
      ['[data-take="CB"]', cell('first-2')],
      ['[data-take="CR"]', cell('first-1')],
    ],
  ],
  reversi: ['turning', [[cell('f5')], [cell('e4')], [cell('d4')]]],
};

for (const game of GAMES) {
  test(`a lesson of ${game} is played to its end and stays done`, async ({ visit }) => {
    const page = await visit();
    const [lesson, steps] = LESSONS[game];
    await page.goto(`/lessons/${game}`);
    await page.locator(`a[href="/lessons/${game}/${lesson}"]`).click();
    for (const [i, clicks] of steps.entries()) {
      for (const place of clicks) await page.locator(place).first().click();
      await page.locator('.said.right').waitFor();
      if (i === 0) await sound(page, `a step of ${game}`);
      if (i + 1 < steps.length) {
        await page.getByRole('button', { name: 'Next' }).click();
        await page.locator('.said').waitFor({ state: 'detached' });
      }
    }
    await page.getByTestId('finished').waitFor();
    await page.getByRole('link', { name: 'All lessons' }).click();
    const row = page.locator(`a[href="/lessons/${game}/${lesson}"]`);
    await row.getByText(`${steps.length} of ${steps.length}`).waitFor();
    await page.reload();
    await row.getByText(`${steps.length} of ${steps.length}`).waitFor();
    await sound(page, 'the list of lessons');
  });
}

test('a wrong move of a lesson is explained and taken back, a refused one says why, and help is shown', async ({
  visit,
  allow,
}) => {
  allow(/422/);
  const page = await visit({ settings: { lang: 'es' } });
  await page.goto('/lessons/reversi/corners');
  await page.locator(cell('d1')).click();
  await page.getByText('Eso no es una esquina.').waitFor();
  await page.getByRole('button', { name: 'Muéstramelo' }).click();
  await page.getByText('Prueba esto: a8').waitFor();
  // A square that turns nothing: the server says so, and nothing is lost.
  await page.locator(cell('a1')).click();
  await page.locator('.refusal[role=alert]').waitFor();
  await page.locator(cell('a8')).click();
  await page.locator('.said.right').waitFor();
});

test('a lesson is played with the keyboard alone', async ({ visit }) => {
  const page = await visit();
  await page.goto('/lessons/reversi/turning');
  await page.locator('.seen [role=gridcell]').first().waitFor();
  const to = async (row, column) => {
    await page.locator('.seen [role=gridcell][tabindex="0"]').focus();
    const [r, c] = await page.evaluate(() => document.activeElement.dataset.at.split(',').map(Number));
    for (let i = r; i < row; i++) await page.keyboard.press('ArrowDown');
    for (let i = r; i > row; i--) await page.keyboard.press('ArrowUp');
    for (let i = c; i < column; i++) await page.keyboard.press('ArrowRight');
    for (let i = c; i > column; i--) await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
  };
  await to(4, 5);
  await page.locator('.said.right').waitFor();
  // The way on has the focus.
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('Next'));
  await page.keyboard.press('Enter');
  await page.locator('.said').waitFor({ state: 'detached' });
  await to(3, 4);
  await page.locator('.said.right').waitFor();
});

test('rules have boards to touch, in both languages and on a phone', async ({ visit }) => {
  const page = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, settings: { lang: 'es' } });
  await page.goto('/rules/quarto');
  await page.getByText('Objetivo').first().waitFor();
  const boards = page.locator('figure');
  await boards.nth(3).waitFor();
  check((await boards.count()) === 4, 'a board for each section');
  await boards.nth(1).locator('[data-cell=d1]').click();
  await boards.nth(1).locator('.said.right').waitFor();
  await fits(page, 'the rules');
});

test('a game is learned from: accuracy, reasons, and mistakes tried again', async ({ visit }) => {
  const page = await visit();
  await begin(page, 'quarto', 'screen');
  await page.getByText('Type a move').click();
  const box = page.locator('.typed input');
  const moves = ['SDRF', 'a1', 'SDRH', 'b1', 'SDQF', 'c1', 'SDQH', 'd1'];
  for (const [i, move] of moves.entries()) {
    await box.fill(move);
    await box.press('Enter');
    await page.waitForFunction((n) => Number(document.querySelector('.page')?.dataset.ply) >= n, i + 1);
  }
  await over(page);
  await page.getByRole('link', { name: 'Learn from it' }).click();
  await page.getByTestId('retry').waitFor({ timeout: 60_000 });
  check(/\d+ %/.test(await page.getByTestId('accuracy-first').innerText()), 'the accuracy of the first player');
  await page.getByText('gives SDQH (short, dark, square, hollow), which completes a group on d1').waitFor();
  await page.getByText('Lesson: What to give').waitFor();
  await sound(page, 'a reviewed game');
  for (const said of await page.locator('.list li').allInnerTexts()) {
    const better = /Better was (\S+)\.$/.exec(said)?.[1];
    check(!better || said.indexOf(better) === said.lastIndexOf(better), `said twice: ${said}`);
  }
  // Only the mistake that is looked at stands out.
  await page.emulateMedia({ forcedColors: 'active' });
  await page.locator('.list button').first().click();
  const grounds = await page
    .locator('.list button')
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  check(!grounds.slice(1).includes(grounds[0]), `what is chosen stands out: ${grounds}`);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.getByTestId('retry').click();
  await page.getByTestId('find').waitFor();
  // Every mistake: the same move is no good, the solution is.
  for (;;) {
    if (await page.getByText('That is all').isVisible()) break;
    const find = await page.getByTestId('find').innerText();
    const played = /played (\S+)\./.exec(find)[1];
    const place = /^[A-Z]{4}$/.test(played) ? `.seen [data-piece=${played}]` : cell(played);
    await page.locator(place).click();
    await page.locator('.said').waitFor();
    if (await page.locator('.said.wrong').isVisible()) {
      await page.getByRole('button', { name: 'Show the solution' }).click();
      await page.locator('.said.right').waitFor();
    }
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('.said').waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Back to the summary' }).click();
  await page.getByTestId('retry').waitFor();
});

test('no page of learning breaks a rule of accessibility or is wider than a phone', async ({ visit }) => {
  const page = await visit({ viewport: { width: 360, height: 740 } });
  for (const path of ['/lessons', '/lessons/azul', '/lessons/azul/wall', '/lessons/checkers/shots', '/rules/azul']) {
    await page.goto(path);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    await sound(page, path);
    await fits(page, path);
  }
});
