/** Beginning with one press, leaving and coming back: running games, finished ones, the back button, a server that is away. */

import { check, CUT, test } from '../fixtures.mjs';
import { act, begin, choose, over, playing, ply, reach, ready } from '../play.mjs';

const path = (page) => new URL(page.url()).pathname;

async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await over(page);
}

test('one press begins a game as it was played last, and Continue leads back to it', async ({ visit }) => {
  const page = await visit();
  await begin(page, 'reversi', 'machine', { level: 'medium', side: 'second' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play: Reversi, Machine (medium) · White' }).click();
  await page.waitForURL('**/play/**');
  await ready(page);
  await page.locator('.bar').getByText('Machine (medium)').waitFor();
  await reach(page, 1);
  await act(page, 'reversi');
  await reach(page, 2);
  const room = path(page);
  await page.goto('/');
  await page
    .getByRole('region', { name: 'Continue' })
    .getByRole('link', { name: /Reversi/ })
    .click();
  check(path(page) === room, 'the game goes on where it was');
  await ready(page);
  await page.goto('/rules');
  await page.locator('header .continue').click();
  check(path(page) === room, 'from every page');
  await resign(page);
  await page.goto('/library');
  await page.getByRole('button', { name: 'Only mine' }).click();
  await page.locator(`main a[href="${room}"]`).waitFor();
});

test('a finished game with a rematch can be opened, and the back button leads back', async ({ visit }) => {
  const page = await visit();
  const first = await begin(page, 'quarto', 'screen');
  await act(page, 'quarto');
  await resign(page);
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.waitForFunction((first) => location.pathname !== first, first);
  await playing(page);
  await page.goBack();
  await over(page);
  await page.waitForTimeout(500);
  check(path(page) === first, 'the finished game stays open');
  await page.reload();
  await over(page);
  check(path(page) === first, 'and opens by its link');
  await page.getByRole('link', { name: 'Rematch' }).click();
  await playing(page);
});

test('another game keeps level, side and clock, also one of its own', async ({ visit }) => {
  const page = await visit();
  await page.goto('/new?game=reversi&mode=machine');
  await page.waitForFunction(() => document.querySelector('button.go')?.disabled === false);
  await choose(page, 'level', 'hard');
  await page.getByLabel('Other…').check();
  await page.getByLabel('Minutes of Black').fill('2');
  await page.getByLabel('Minutes of White').fill('7');
  await page.getByLabel('Seconds per turn').fill('4');
  await page.getByLabel('Seconds per turn').blur();
  await page.locator('button.go').click();
  await page.waitForURL('**/play/**');
  await ready(page);
  const clocks = await page.getByRole('timer').allInnerTexts();
  check(clocks.sort().join() === '2:00,7:00', `each has time of their own: ${clocks}`);
  await act(page, 'reversi');
  await resign(page);
  await page.getByRole('link', { name: 'Another game' }).click();
  await page.waitForURL('**/new?**');
  check(await page.locator('input[name="level"][value="hard"]').isChecked(), 'the level stays');
  await page.getByText('Reversi · Machine (hard) · Black · 2/7+4').waitFor();
});

test('start is on the screen of a phone without scrolling', async ({ visit }) => {
  const page = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true });
  for (const mode of ['machine', 'link', 'watch']) {
    await page.goto(`/new?game=checkers&mode=${mode}`);
    const box = await page.locator('button.go').boundingBox();
    check(box.y + box.height <= 844, `${mode}: ${box.y}`);
  }
});

test('back from a paired game does not seek again', async ({ visit }) => {
  const people = [await visit(), await visit()];
  for (const page of people) await page.goto('/lobby?seek=quarto&clock=0');
  await Promise.all(people.map((page) => page.waitForURL('**/play/**')));
  await people[0].goBack();
  await people[0].getByRole('button', { name: 'Find an opponent' }).waitFor();
  check(new URL(people[0].url()).search === '', 'the search is not in the address any more');
});

test('a page that cannot be fetched says so and is fetched when the server is back', async ({ visit, allow }) => {
  allow(CUT);
  allow(/Failed to load resource|Failed to fetch/);
  const page = await visit();
  await page.goto('/');
  await page.locator('h1').waitFor();
  await page.context().setOffline(true);
  await page.route('**/assets/**', (route) => route.abort());
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Leaderboard' }).click();
  await page.getByText('The server cannot be reached').first().waitFor();
  await page.unroute('**/assets/**');
  await page.unroute('**/api/**');
  await page.context().setOffline(false);
  // A module that failed once is not asked for again by every browser: the page is loaded anew then.
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Leaderboard' }).waitFor();
});

test('trying moves keeps the game, its review and the place, also after a reload', async ({ visit }) => {
  const page = await visit();
  const room = await begin(page, 'reversi', 'screen');
  for (let i = 0; i < 6; i++) await act(page, 'reversi');
  await resign(page);
  const moves = await ply(page);
  await page.goto(`/analysis?room=${room.split('/').at(-1)}`);
  await reach(page, moves);
  await page.getByRole('button', { name: 'Analyse the whole game' }).click();
  await page.getByRole('heading', { name: 'Mistakes' }).waitFor({ timeout: 60_000 });
  for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'Previous' }).click();
  await page.waitForFunction((n) => Number(document.querySelector('.page').dataset.ply) === n, moves - 3);
  // Without the sign of a mistake.
  const played = (await page.locator('.move').allInnerTexts())[moves - 3].slice(0, 2);
  const other = page
    .locator('[role=gridcell][aria-label*="you can play here"]:not([data-cell="' + played + '"])')
    .first();
  const tried = await other.getAttribute('data-cell');
  await other.click({ force: true });
  await page.locator('[data-depth="1"]').getByText(tried).waitFor();
  check((await page.locator('.move').count()) === moves + 1, 'the rest of the game is still there');
  await page.locator('.graph polyline').waitFor({ state: 'attached' });
  await page.reload();
  await page.locator('[data-depth="1"] .move[aria-current]').getByText(tried).waitFor();
  await page.locator('.graph polyline').waitFor({ state: 'attached' });
  // The address alone leads there too, for somebody who has nothing else.
  const friend = await visit();
  await friend.goto(page.url());
  await friend.locator('[data-depth="1"] .move[aria-current]').getByText(tried).waitFor();
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await page.waitForFunction((n) => Number(document.querySelector('.page').dataset.ply) === n, moves - 3);
});

test('errors of pasted text stand where it was pasted', async ({ visit, allow }) => {
  allow(/status of 4\d\d/);
  const page = await visit();
  await page.goto('/analysis?game=reversi');
  await page.locator('form textarea').fill('f5 zz');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.locator('form [role=alert]').waitFor();
});
