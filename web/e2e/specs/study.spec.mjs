/** Studies, files with many games, the explorer, pictures, and previews of links. */

import { check, test } from '../fixtures.mjs';
import { act, begin, over, reach } from '../play.mjs';
import { fits, sound } from '../sound.mjs';

const saved = (page) => page.locator('[data-state=saved]').waitFor();
/** Waits until the comment of the position shown is this one. */
const says = (page, text) =>
  page.waitForFunction((text) => document.querySelector('.notes textarea')?.value === text, text);
const comment = (page) => page.getByLabel('Comment', { exact: true });
/** Opens a line in the analysis. */
async function analyse(page, query) {
  await page.goto(`/analysis?${query}`);
  await page.locator('.move[aria-current]').waitFor();
}
/** A file that the page gives away, as text. */
async function given(page, press) {
  const coming = page.waitForEvent('download');
  await press();
  const stream = await (await coming).createReadStream();
  const parts = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

test('comments, signs and the review survive tried moves and a reload', async ({ visit }) => {
  const page = await visit();
  const path = await begin(page, 'reversi', 'screen');
  for (let i = 0; i < 4; i++) await act(page, 'reversi');
  await page.goto(`/analysis?room=${path.split('/').at(-1)}`);
  await page.getByRole('button', { name: 'Analyse the whole game' }).click();
  await page.getByRole('heading', { name: 'Mistakes' }).waitFor({ timeout: 40_000 });
  await comment(page).fill('Half a comm');
  await page.getByRole('button', { name: '!? interesting move' }).click();
  await page.getByRole('button', { name: 'slightly better' }).first().click();
  await page.getByRole('button', { name: 'Previous' }).click();
  await reach(page, 3);
  const before = await page.locator('.move').count();
  await act(page, 'reversi');
  await page.waitForFunction((n) => document.querySelectorAll('.move').length >= n, before);
  await page.reload();
  await page.locator('.move').first().waitFor();
  await page.getByText('Half a comm').first().waitFor();
  check((await page.locator('.move i', { hasText: '!?+/=' }).count()) === 1, 'the signs stand in the list');
  await page.getByRole('heading', { name: 'Mistakes' }).waitFor();
  check((await page.locator('.move').count()) >= before, 'no line is lost');
  await page.locator('.best ol li').nth(2).waitFor();
  const lines = await page.locator('.best ol li .line').allInnerTexts();
  check(
    lines.slice(0, 3).every((line) => line.trim().split(/\s+/).length > 1),
    `several lines: ${lines.join(' | ')}`,
  );
});

test('a study is made of an analysis, shared, forked and deleted', async ({ visit, allow }) => {
  // A private study is not there for others.
  allow(/status of 404/);
  const page = await visit();
  await analyse(page, 'game=checkers&rules=english&moves=11-15~23-19');
  await page.getByRole('button', { name: 'Save as a study' }).click();
  await page.waitForURL('**/study/**');
  await page.locator('.move').first().waitFor();
  await page.locator('.move', { hasText: '11-15' }).click();
  const hostile = '<img src=x onerror=alert(1)> "half \'written {';
  await comment(page).fill(hostile);
  await page.getByLabel('Name of the study').fill('Traps <b>of</b> mine');
  await saved(page);
  const address = new URL(page.url()).pathname;

  const other = await visit();
  await other.goto(address);
  await other.getByText('there is no such study, or it is private').waitFor();
  await page.getByLabel('Who may read it').selectOption('unlisted');
  await saved(page);
  await other.goto(address);
  await other.getByText(hostile).first().waitFor();
  check((await other.locator('img[src=x]').count()) === 0, 'a comment is text');
  check((await other.getByLabel('Name of the study').count()) === 0, 'others cannot write');
  await other.getByRole('button', { name: 'Make a copy of my own' }).click();
  await other.waitForURL((url) => url.pathname.startsWith('/study/') && url.pathname !== address);
  await other.getByLabel('Name of the study').waitFor();
  await other.goto('/study');
  await other.getByText('Traps <b>of</b> mine').waitFor();
  await other.getByLabel('Public').check({ force: true });
  await other.getByText('No studies here yet.').waitFor();

  await page.getByRole('button', { name: 'Add a chapter' }).click();
  await page.locator('ol button', { hasText: 'Chapter 2' }).waitFor();
  await saved(page);
  await page.reload();
  await page.locator('ol button', { hasText: 'Chapter 2' }).waitFor();
  await page.getByRole('button', { name: 'Delete the study' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.waitForURL('**/study');
  await page.getByText('No studies here yet.').waitFor();
});

test('a study that is open in two windows loses nothing', async ({ visit, allow }) => {
  allow(/status of 409/);
  const one = await visit();
  await one.goto('/study');
  await one.getByRole('button', { name: 'New study' }).click();
  await one.waitForURL('**/study/*');
  await comment(one).waitFor();
  const two = await one.context().newPage();
  await two.goto(one.url());
  await comment(two).waitFor();
  await comment(one).fill('from the first window');
  await saved(one);
  await comment(two).fill('from the second window');
  await two.getByText('This study was changed in another window.').waitFor();
  await two.getByRole('button', { name: 'Keep mine as a copy' }).click();
  await two.getByText('(copy)').first().waitFor();
  await says(two, 'from the second window');
  await one.reload();
  await comment(one).waitFor();
  await says(one, 'from the first window');

  const three = await one.context().newPage();
  await three.goto(one.url());
  await comment(three).waitFor();
  await comment(one).fill('newer');
  await saved(one);
  await comment(three).fill('older');
  await three.getByRole('button', { name: 'Take the other version' }).click();
  await three.getByText('newer').first().waitFor();
  await comment(three).fill('newest');
  await saved(three);
});

test('many games come in and go out', async ({ visit }) => {
  const page = await visit();
  await page.goto('/import?game=checkers');
  const pdn =
    '[Event "One"]\n[Black "Ana"]\n[White "Eva"]\n\n1. 11-15 {best} 23-19 (1... 22-18) *\n\n' +
    '[Event "Two"]\n\n1. 12-16 *\n\n[Event "Broken"]\n\n1. 11-99 *\n';
  await page.getByLabel('Checkers').check({ force: true });
  await page.getByLabel('Games as text').fill(pdn);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('2 games · 1 cannot be read').waitFor();
  await page.getByText('Ana – Eva').waitFor();
  await page.getByRole('button', { name: 'All as chapters of a study' }).click();
  await page.waitForURL('**/study/**');
  await page.locator('ol button', { hasText: 'Two' }).waitFor();
  await page.getByText('best', { exact: true }).first().waitFor();
  await page.locator('.export summary').click();
  const text = (await given(page, () => page.getByRole('button', { name: 'All chapters (pdn)' }).click())).toString();
  check(text.includes('1. 11-15 {best} 1... 23-19 (1... 22-18) *') && text.includes('[Event "Two"]'), text);
  const svg = (await given(page, () => page.getByRole('button', { name: 'SVG' }).click())).toString();
  check(svg.startsWith('<svg'), svg.slice(0, 80));
  const film = await given(page, () => page.getByRole('button', { name: 'moving picture' }).click());
  check(film.subarray(1, 4).toString() === 'PNG', 'a picture');

  await page.goto('/import?game=checkers');
  await page.getByLabel('Checkers').check({ force: true });
  await page.getByLabel('Games as text').fill(pdn);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('button', { name: 'Analyse', exact: true }).first().click();
  await page.waitForURL('**/analysis?**');
  await page.locator('.branch', { hasText: '22-18' }).waitFor();
  // A text with one game opens with its variations; one with many leads to their list.
  await page.getByLabel('Position or game').fill(pdn.split('\n\n[Event "Two"]')[0]);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.locator('.branch', { hasText: '22-18' }).waitFor();
  await page.getByLabel('Position or game').fill(pdn);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.waitForURL('**/import');
  await page.getByText('2 games · 1 cannot be read').waitFor();

  await begin(page, 'quarto', 'screen');
  await act(page, 'quarto');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await over(page);
  await page.goto('/import');
  const mine = (await given(page, () => page.getByRole('button', { name: 'All my games' }).click())).toString();
  check(mine.includes('[Game "quarto"]') && mine.includes('[MoveTimes'), mine);
});

test('the explorer counts public games', async ({ visit }) => {
  const page = await visit();
  await page.goto('/');
  // Two people on two screens would do the same; what counts is that the game is public and over.
  await page.evaluate(async () => {
    await fetch('/api/me');
    const me = { kind: 'me' };
    const seats = { first: me, second: me };
    const body = JSON.stringify({ game: 'reversi', seats, public: true });
    const made = await fetch('/api/rooms', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const { room } = await made.json();
    history.pushState(null, '', `/play/${room}`);
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.locator('.page [role=gridcell]').first().waitFor();
  for (let i = 0; i < 2; i++) await act(page, 'reversi');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await over(page);
  await page.goto('/analysis?game=reversi');
  await page.locator('.explorer summary').click();
  const row = page.locator('.explorer tbody tr');
  for (let i = 0; i < 30 && (await row.count()) === 0; i++) {
    await page.waitForTimeout(300);
    await page.reload();
    await page.locator('.explorer table, .explorer [role=status]').first().waitFor();
  }
  check((await row.count()) === 1, 'one first move');
  await row.locator('button').click();
  await reach(page, 1);
  await page.goto('/analysis?game=azul');
  await page.getByText('Chance decides what comes here').waitFor();
});

test('links have a picture of the position', async ({ visit, server }) => {
  const page = await visit();
  const path = await begin(page, 'chessfive', 'screen');
  const html = await (await fetch(`${server.base}${path}`)).text();
  const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1];
  const answer = await fetch(picture);
  check(answer.status === 200 && answer.headers.get('content-type') === 'image/png', picture);
});

test('studies and imports break no rule of accessibility, light or dark', async ({ visit }) => {
  const page = await visit();
  await analyse(page, 'game=reversi&moves=f5~d6~c3');
  await page.getByRole('button', { name: 'Save as a study' }).click();
  await page.waitForURL('**/study/**');
  await comment(page).fill('A comment');
  await page.locator('.export summary').click();
  await page.locator('.explorer summary').click();
  await saved(page);
  await sound(page, 'a study');
  await page.getByRole('button', { name: 'Delete the study' }).click();
  await sound(page, 'a study about to go');
  await page.goto('/study');
  await page.locator('li a').first().waitFor();
  await sound(page, 'the studies');
  await page.goto('/import');
  await page.getByLabel('Games as text').fill('f5d6\nf5f6');
  await page.getByLabel('Reversi').check({ force: true });
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByText('2 games').waitFor();
  await sound(page, 'an import');
});

test('a study fits a phone, upright and on its side', async ({ visit }) => {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 844, height: 390 },
  ]) {
    const page = await visit({ viewport, hasTouch: true, settings: { lang: 'es' } });
    await analyse(page, 'game=reversi&moves=f5~d6~c3');
    await page.getByRole('button', { name: 'Guardar como estudio' }).click();
    await page.waitForURL('**/study/**');
    await page.getByLabel('Nombre del estudio').fill('W'.repeat(80));
    await page.getByLabel('Comentario', { exact: true }).fill('M'.repeat(300));
    await page.locator('[data-state=saved]').waitFor();
    await fits(page, 'a study');
    await page.goto('/study');
    await page.locator('li a').first().waitFor();
    await fits(page, 'the studies');
  }
});
