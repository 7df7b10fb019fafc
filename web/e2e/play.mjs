/** Playing by clicking, as a person would: what can be done is read from the labels that a screen reader hears. */

import { check } from './harness.mjs';

export const ply = async (page) => Number(await page.locator('.page').getAttribute('data-ply'));
export const status = (page) => page.locator('.page').getAttribute('data-status');

/** Waits until the board is drawn. */
export const ready = (page) => page.locator('.page [role=gridcell], .page .factory').first().waitFor();

/** Starts a game through the page for new games; returns its path. */
export async function begin(page, game, mode, options = {}) {
  await page.goto(`/new?game=${game}&mode=${mode}`);
  const button = page.locator('button.go');
  await button.waitFor();
  for (const [name, value] of Object.entries(options)) {
    await page.locator(`input[name="${name}"][value="${value}"]`).check({ force: true });
  }
  await page.waitForFunction(() => document.querySelector('button.go')?.disabled === false);
  await button.click();
  await page.waitForURL('**/play/**');
  await ready(page);
  return new URL(page.url()).pathname;
}

/** A number below n; the same games in every run. */
let seed = 12345;
function below(n) {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * n);
}

async function clickOne(locator) {
  const count = await locator.count();
  if (count === 0) return false;
  await locator.nth(below(count)).click({ force: true });
  return true;
}

const cell = (page, words) => page.locator(`[role=gridcell][aria-label*="${words}"]`);

/** Clicks once towards a move of the game; a move may need several. */
const clicks = {
  async reversi(page) {
    return (await clickOne(cell(page, 'you can play here'))) || clickOne(page.getByRole('button', { name: 'Pass', exact: true }));
  },
  async quarto(page) {
    return (await clickOne(cell(page, 'you can play here'))) || clickOne(page.locator('.shelf button:enabled'));
  },
  async chessfive(page) {
    const hand = page.locator('.hand button:enabled');
    if ((await hand.count()) > 0) {
      await clickOne(hand);
      return clickOne(cell(page, 'it would fall here'));
    }
    return (await clickOne(cell(page, 'you can play here'))) || clickOne(cell(page, 'you can move it'));
  },
  async checkers(page) {
    return (await clickOne(cell(page, 'you can play here'))) || clickOne(cell(page, 'you can move it'));
  },
  async azul(page) {
    if (await clickOne(page.locator('.line.open'))) return true;
    if (await clickOne(page.locator('.floor.open'))) return true;
    return clickOne(page.locator('[data-take]:enabled:not([aria-hidden=true])'));
  },
};

/** Plays one own action; false when it is not our turn. */
export async function act(page, game) {
  const before = await ply(page);
  for (let i = 0; i < 8; i++) {
    // Nothing to click after a click: the move has just arrived.
    if (!(await clicks[game](page))) return (await ply(page)) !== before;
    const moved = await page
      .waitForFunction((n) => Number(document.querySelector('.page').dataset.ply) !== n, before, { timeout: i < 2 ? 250 : 1500 })
      .then(() => true, () => false);
    if (moved) return true;
  }
  throw new Error(`clicking leads to no move at ply ${before} of ${game}`);
}

/** Plays until the game is over. */
export async function finish(page, game, most = 400) {
  for (let i = 0; i < most * 20; i++) {
    if ((await status(page)) === 'over') return;
    if (!(await act(page, game))) await page.waitForTimeout(30);
    check((await ply(page)) <= most * 2, 'the game does not end');
  }
  throw new Error('the game does not end');
}

/** Waits for a ply, or more. */
export const reach = (page, n) =>
  page.waitForFunction((n) => Number(document.querySelector('.page')?.dataset.ply) >= n, n, { timeout: 20_000 });
