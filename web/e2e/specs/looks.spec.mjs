/** What a table offers besides moves: drawings, looks, confirmation, quiet, and moments that one notices. */

import { check, test } from '../fixtures.mjs';
import { act, begin, GAMES, ply } from '../play.mjs';
import { sound } from '../sound.mjs';

test('arrows and circles are drawn with the right button, with the pencil and with keys', async ({ visit }) => {
  const page = await visit();
  await begin(page, 'reversi', 'screen');
  const middle = async (name) => {
    const box = await page.locator(`[data-cell=${name}]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const shapes = page.locator('.game-board .shape');
  await page.mouse.move(...(await middle('a1')));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...(await middle('c3')));
  await page.mouse.up({ button: 'right' });
  await page.locator('.game-board .shape.green polyline').waitFor();
  check((await ply(page)) === 0, 'drawing plays nothing');
  // The pencil: a circle by two presses of one cell, in another colour.
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await page.getByRole('button', { name: 'Colour: blue' }).click();
  await page.locator('[data-cell=f5]').click();
  await page.locator('[data-cell=f5]').click();
  await page.locator('.game-board .shape.blue circle').waitFor();
  await sound(page, 'a board with drawings');
  // With keys.
  await page.locator('[data-cell=f5]').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.game-board .shape').length === 3);
  await page.getByRole('button', { name: 'Erase drawings' }).click();
  check((await shapes.count()) === 0, 'all are gone');
  // Put away, presses play again, and a move takes drawings along.
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await page.locator('[data-cell=f5]').click();
  await page.waitForFunction(() => Number(document.querySelector('.page').dataset.ply) === 1);
});

test('arrows and circles are drawn on the table of azul, which has no cells', async ({ visit }) => {
  const page = await visit();
  await begin(page, 'azul', 'screen');
  const before = await ply(page);
  const take = page.locator('[data-take]:not([aria-hidden=true])').first();
  const middle = async (locator) => {
    const box = await locator.boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const shape = (colour) => page.locator(`.drawing .shape.${colour}`);
  // With the right button from tiles to a line of the other, which cannot be pressed.
  const line = page.locator('[data-cell=second-3]');
  const [from, to] = [await middle(take), await middle(line)];
  await page.mouse.move(...from);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...to);
  await page.mouse.up({ button: 'right' });
  await shape('green').locator('polyline').waitFor();
  // The head of the arrow is where the line is.
  const tip = await shape('green')
    .locator('.arrowhead')
    .evaluate((head) => {
      const matrix = head.getScreenCTM();
      return [matrix.e, matrix.f];
    });
  check(Math.abs(tip[0] - to[0]) < 3 && Math.abs(tip[1] - to[1]) < 3, `the arrow ends at ${tip}, not at ${to}`);
  // The pencil: a circle around a cell of the wall, and with keys an arrow from tiles to an own line.
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await page.getByRole('button', { name: 'Colour: blue' }).click();
  for (let i = 0; i < 2; i++) await page.locator('[data-wall=first-1-1]').click();
  await shape('blue').locator('circle').waitFor();
  await sound(page, 'a table with drawings');
  await take.focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-cell=first-5]').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.drawing .shape').length === 3);
  check((await ply(page)) === before, 'drawing plays nothing');
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await act(page, 'azul');
  await page.locator('.drawing').waitFor({ state: 'detached' });
});

test('looks are chosen for each game with the board beside them, and stay', async ({ visit }) => {
  const page = await visit();
  await page.goto('/settings');
  await page.locator('input[name=look-board][value=green]').check({ force: true });
  const dark = () =>
    page.evaluate(() => getComputedStyle(document.querySelector('.look')).getPropertyValue('--ck-dark').trim());
  await page.waitForFunction(() => document.querySelector('.look')?.dataset.board === 'green');
  check((await dark()) === '#5f8648', 'the preview changes at once');
  await sound(page, 'the settings');
  await page.reload();
  await page.locator('.look .game-board').waitFor();
  await page.waitForFunction(() => document.querySelector('.look')?.style.cssText.includes('--ck-dark'));
  // Every game has boards and pieces to choose from, and the board follows.
  for (const game of GAMES) {
    const name = { chessfive: 'ChessFive', checkers: 'Checkers' }[game] ?? game[0].toUpperCase() + game.slice(1);
    await page.getByRole('radio', { name, exact: true }).check({ force: true });
    // The page stands still once the board is there.
    await page
      .locator(game === 'azul' ? '.preview .factory' : '.preview .game-board')
      .first()
      .waitFor();
    for (const kind of ['board', 'pieces']) {
      const last = page.locator(`input[name=look-${kind}]`).last();
      await last.check({ force: true });
      const id = await last.getAttribute('value');
      await page.waitForFunction(([kind, id]) => document.querySelector('.look')?.dataset[kind] === id, [kind, id]);
    }
  }
});

test('a move can wait for a yes', async ({ visit }) => {
  const page = await visit({ settings: { confirmMoves: true } });
  await begin(page, 'reversi', 'screen');
  await page.locator('[data-cell=f5]').click();
  await page.getByRole('alertdialog').getByText('Play').first().waitFor();
  check((await ply(page)) === 0, 'it has not been played');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.locator('[data-cell=d3]').click();
  // The answer yes has the focus.
  await page.waitForFunction(() => document.activeElement?.textContent === 'Play it');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => Number(document.querySelector('.page').dataset.ply) === 1);
});

test('in zen mode only the game is left', async ({ visit }) => {
  const page = await visit();
  await begin(page, 'checkers', 'screen');
  await page.keyboard.press('z');
  await page.locator('#menu').waitFor({ state: 'hidden' });
  check(!(await page.getByRole('button', { name: 'Resign' }).isVisible()), 'no buttons');
  check(await page.getByTestId('status').isVisible(), 'whose turn it is stays');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Resign' }).waitFor();
  await page.getByRole('button', { name: 'Zen mode' }).click();
  await page.getByRole('button', { name: 'Leave zen mode' }).click();
  await page.locator('#menu').waitFor();
});

for (const [pace, lang, title] of [
  ['none', 'en', 'Chess phase'],
  ['fast', 'es', 'Fase de ajedrez'],
]) {
  test(`the change of phase is announced: animations ${pace}`, async ({ visit }) => {
    const page = await visit({ settings: { pace, lang } });
    await begin(page, 'chessfive', 'screen');
    const moment = page.getByTestId('moment').getByText(title);
    let said = false;
    for (const drop of 'R@a R@b N@a N@b B@c B@d Q@c Q@d R@b R@a N@d N@c B@b B@a K@e K@f'.split(' ')) {
      const box = page.locator('.typed input');
      if (!(await box.isVisible())) await page.locator('details:has(.typed) summary').click();
      const before = await ply(page);
      await box.fill(drop);
      await box.press('Enter');
      await page.waitForFunction((n) => Number(document.querySelector('.page').dataset.ply) > n, before);
      check(!(await moment.isVisible()) || drop === 'K@f', 'not before the last piece');
      said ||= drop === 'K@f';
    }
    check(said, 'all pieces are down');
    await moment.waitFor();
    await moment.waitFor({ state: 'detached' });
  });
}

test('the end of a round of azul is announced with the points of both', async ({ visit }) => {
  const page = await visit();
  await begin(page, 'azul', 'screen');
  const moment = page.getByTestId('moment').getByText('End of round 1');
  for (let i = 0; i < 60 && !(await moment.isVisible()); i++) await act(page, 'azul');
  await moment.waitFor();
  check(/→ \d+/.test(await page.getByTestId('moment').innerText()), 'what the round brought');
});

test('what is chosen can be told in forced colours', async ({ visit }) => {
  const page = await visit({ forcedColors: 'active' });
  for (const path of ['/settings', '/lessons/reversi', '/lessons/reversi/corners', '/rules/reversi']) {
    await page.goto(path);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    await sound(page, path);
  }
  await page.goto('/settings');
  const chosen = await page
    .locator('.choices label:has(:checked)')
    .first()
    .evaluate((label) => {
      const other = [...document.querySelectorAll('.choices label')].find((one) => !one.querySelector(':checked'));
      return [getComputedStyle(label).backgroundColor, getComputedStyle(other).backgroundColor];
    });
  check(chosen[0] !== chosen[1], `what is chosen stands out: ${chosen}`);
});
