/** Playing by clicking, as a person would: what can be done is read from the labels that a screen reader hears. */

import { check } from './fixtures.mjs';

export const ply = (page) => page.evaluate(() => Number(document.querySelector('.page')?.dataset.ply ?? 0));
export const status = (page) => page.evaluate(() => document.querySelector('.page')?.dataset.status);

const becomes = (page, status) =>
  page.waitForFunction((status) => document.querySelector('.page')?.dataset.status === status, status);
export const playing = (page) => becomes(page, 'playing');
export const over = (page) => becomes(page, 'over');

/** Waits until the board is drawn. */
export const ready = (page) => page.locator('.page [role=gridcell], .page .factory').first().waitFor();

/** Presses what a choice shows; the input itself is hidden, and the bar at the bottom may cover it until the page is scrolled. */
export async function choose(page, name, value) {
  await page.locator(`label:has(input[name="${name}"][value="${value}"])`).click();
}

/** Starts a game through the page for new games; returns its path. */
export async function begin(page, game, mode, options = {}, { rated = false } = {}) {
  await page.goto(`/new?game=${game}&mode=${mode}`);
  const button = page.locator('button.go');
  const enabled = () => page.waitForFunction(() => document.querySelector('button.go')?.disabled === false);
  // Before the catalogue of games has come there is nothing to choose from.
  await enabled();
  for (const [name, value] of Object.entries(options)) {
    await choose(page, name, value);
  }
  if (rated) await page.getByLabel('Rated').check();
  await enabled();
  await button.click();
  await page.waitForURL('**/play/**');
  await ready(page);
  return new URL(page.url()).pathname;
}

/** A number below n, from a sequence that is the same in every run. */
let seed = 12345;
function below(n) {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * n);
}

/** What a move is clicked together from: lists of elements, of which the first that is not empty is clicked. */
const cell = (words) => `[role=gridcell][aria-label*="${words}"]`;
const WAYS = {
  reversi: [cell('you can play here'), '.counts button'],
  quarto: [cell('you can play here'), '.shelf button:enabled'],
  chessfive: [cell('it would fall here'), cell('you can play here'), cell('you can move it')],
  checkers: [cell('you can play here'), cell('you can move it')],
  azul: ['.line.open', '.floor.open', '[data-take]:enabled:not([aria-hidden=true])'],
};
/** Games that the page has no folder for are played on the plain board. */
const PLAIN = [cell('you can play here'), '.board .moves button'];

export const GAMES = Object.keys(WAYS);

/** Clicks once towards a move of the game, with a real mouse; false when there is nothing to click. */
async function click(page, game) {
  // A piece from the hand, now and then another one.
  const hand = game === 'chessfive' && below(2) === 0 ? page.locator('.hand button:enabled') : null;
  // A move that was clicked before may arrive meanwhile: then there is nothing to choose any more.
  if (hand && (await hand.count()) > 0)
    await hand
      .nth(below(await hand.count()))
      .click({ timeout: 1000 })
      .catch(() => {});
  const at = await page.evaluate(
    ([ways, chance]) => {
      for (const way of ways) {
        const found = [...document.querySelectorAll(way)];
        if (found.length === 0) continue;
        const one = found[Math.floor(chance * found.length)];
        let box = one.getBoundingClientRect();
        if (box.top < 80 || box.bottom > innerHeight) {
          one.scrollIntoView({ block: 'center' });
          box = one.getBoundingClientRect();
        }
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      }
      return null;
    },
    [WAYS[game] ?? PLAIN, below(1000) / 1000],
  );
  if (at) await page.mouse.click(at.x, at.y);
  return at !== null;
}

/** Plays one own action, which may need several clicks; false when it is not our turn. */
export async function act(page, game) {
  const before = await ply(page);
  for (let i = 0; i < 8; i++) {
    // Nothing to click after a click: the move has just arrived.
    if (!(await click(page, game))) return (await ply(page)) !== before;
    const moved = await page
      .waitForFunction((n) => Number(document.querySelector('.page').dataset.ply) !== n, before, {
        timeout: i < 2 ? 250 : 1500,
      })
      .then(
        () => true,
        () => false,
      );
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
