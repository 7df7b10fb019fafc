/** The table on phones, by ear and by keyboard: everything that a move needs is on the screen, said in words, and reached. */

import { check, test } from '../fixtures.mjs';
import { act, begin, GAMES, over, playing } from '../play.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const LANDSCAPE = { width: 844, height: 390 };
/** What a finger must find. */
const TARGETS = '.tile:enabled, .line, .shelf button, .hand button';

for (const game of GAMES) {
  test(`a phone shows turn, task and the whole board of ${game}, upright and on its side`, async ({ visit }) => {
    const page = await visit(PHONE);
    await begin(page, game, 'machine', { level: 'easy', side: 'first' });
    await page.locator('.status .task').waitFor();
    const seen = async (selector) => {
      const box = await page.locator(selector).first().boundingBox();
      const { height } = page.viewportSize();
      check(box.y >= 0 && box.y + box.height <= height + 1, `${selector} from ${box.y} to ${box.y + box.height}`);
    };
    // Of azul the own board counts; the other's follows.
    const board = game === 'azul' ? '.seat0' : '.seen .game-board';
    for (const part of ['.status', '.bar', board]) await seen(part);
    const small = await page
      .locator(TARGETS)
      .evaluateAll(
        (elements) =>
          elements
            .map((element) => element.getBoundingClientRect())
            .filter(({ width, height }) => Math.min(width, height) < 39.5).length,
      );
    check(small === 0, `${small} targets are smaller than 40 pixels`);
    await page.setViewportSize(LANDSCAPE);
    await page.evaluate(() => scrollTo(0, 0));
    if (game !== 'azul') await seen('.seen .game-board');
    for (const part of ['.status', '.bar']) await seen(part);
    // What is given or dropped next stands beside the board.
    const { height } = page.viewportSize();
    const lost = await page
      .locator('.shelf button, .hand button')
      .evaluateAll((all, height) => all.filter((one) => one.getBoundingClientRect().bottom > height).length, height);
    check(lost === 0, `${lost} pieces to choose from are below the screen`);
  });
}

test('moves are said in words, all of a turn, in both languages', async ({ visit }) => {
  for (const [lang, words] of [
    ['en', /places on [a-d][1-4], gives the piece/],
    ['es', /coloca en [a-d][1-4], entrega la pieza/],
  ]) {
    const page = await visit({ settings: { lang } });
    await page.goto('/new?game=quarto&mode=screen');
    await page.waitForFunction(() => document.querySelector('button.go')?.disabled === false);
    await page.locator('button.go').click();
    await playing(page);
    // Each move must have come back before the board takes the next one.
    const ply = (count) =>
      page.waitForFunction((count) => document.querySelector('.page').dataset.ply === count, `${count}`);
    await page.locator('.shelf button:enabled').first().click();
    await ply(1);
    await page.locator('[role=gridcell]').first().click({ force: true });
    await ply(2);
    await page.locator('.shelf button:enabled').first().click();
    await ply(3);
    const spoken = await page.locator('[aria-live=polite]').textContent();
    check(words.test(spoken), spoken);
  }
});

test('Esc closes the keys in a game, and resigning takes the focus', async ({ visit }) => {
  const page = await visit();
  await begin(page, 'reversi', 'screen');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
  const resign = page.getByRole('button', { name: 'Resign' });
  await resign.press('Enter');
  const focused = () => page.evaluate(() => document.activeElement.textContent.trim());
  check((await focused()) === 'No', `the harmless answer has the focus: ${await focused()}`);
  await page.keyboard.press('Escape');
  check((await focused()) === 'Resign', 'and gives it back');
});

test('what is chosen shows in forced colours', async ({ visit }) => {
  const page = await visit({ forcedColors: 'active' });
  await page.goto('/new?game=reversi');
  const ground = (selector) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.locator('.choices label:has(:checked)').first().waitFor();
  const [on, off] = [await ground('.choices label:has(:checked)'), await ground('.choices label:not(:has(:checked))')];
  check(on !== off, `${on} and ${off}`);
});

test('names of twenty wide letters do not break a phone', async ({ visit }) => {
  const page = await visit(PHONE);
  await page.goto('/profile');
  await page.getByLabel('Name').fill('W'.repeat(20));
  await page.getByLabel('Password').fill('a long password');
  await page.locator('form button.primary').click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  for (const game of ['reversi', 'azul']) {
    await begin(page, game, 'machine', { level: 'easy', side: 'first' });
    check((await wide()) <= 0, `${game} is ${await wide()} too wide`);
    await act(page, game);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await over(page);
    check((await wide()) <= 0, `a finished ${game} is ${await wide()} too wide`);
  }
  for (const path of ['/', '/library?mine', '/profile']) {
    await page.goto(path);
    await page.waitForTimeout(500);
    check((await wide()) <= 0, `${path} is ${await wide()} too wide`);
  }
});
