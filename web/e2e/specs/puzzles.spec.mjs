/** Puzzles: solved by clicking, missed and tried again, hints, solutions, the daily one, on a phone and by keyboard. */

import { check, test } from '../fixtures.mjs';
import { GAMES, ready } from '../play.mjs';
import { fits, sound } from '../sound.mjs';

/** What the server says about a puzzle: the page itself knows no solution. */
const ask = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const init = body && {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      };
      return (await fetch(path, init || {})).json();
    },
    [path, body],
  );

const phase = (page, wanted) =>
  page.waitForFunction((wanted) => document.querySelector('.page')?.dataset.status === wanted, wanted, {
    timeout: 20_000,
  });

/** The puzzle of the page, and its own moves: another visitor looks at the solution, so that ours stays rated. */
async function solutionOf(page, visit) {
  const [, , game, id] = new URL(page.url()).pathname.split('/');
  const other = await visit();
  // The cookie of a visitor comes with this answer.
  const known = other.waitForResponse((answer) => answer.url().endsWith('/api/me') && answer.ok());
  await other.goto('/settings');
  await known;
  const task = await ask(other, `/api/puzzles/${game}/${id}`);
  const { moves, frames } = await ask(other, `/api/puzzles/${game}/${id}/solution`, {});
  await other.context().close();
  const turns = [task.player, ...frames.map((frame) => frame.turn)];
  return { task, own: moves.filter((_, i) => turns[i] === task.player) };
}

/** A Reversi move is one click. */
const place = (page, square) => page.locator(`[role=gridcell][aria-label^="${square},"]`).click({ force: true });

test('the puzzle of the day has an address of its own, and is asked for once', async ({ visit }) => {
  const page = await visit();
  const asked = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/puzzles/quarto/daily')) asked.push(request.url());
  });
  await page.goto('/puzzles/quarto/daily');
  await ready(page);
  const { id } = await ask(page, '/api/puzzles/quarto/daily');
  check(new URL(page.url()).pathname === `/puzzles/quarto/${id}`, `the address says which: ${page.url()}`);
  check(asked.length === 2, `asked for once by the page and once by this test: ${asked.length}`);
});

test('a puzzle is solved on the board and rated, and the next one comes', async ({ visit }) => {
  const page = await visit();
  await page.goto('/puzzles/reversi?theme=two-moves');
  await page.waitForURL('**/puzzles/reversi/*');
  await ready(page);
  const { own } = await solutionOf(page, visit);
  check(own.length === 2, 'two moves to find');
  await place(page, own[0]);
  await page.waitForFunction(() => Number(document.querySelector('.page').dataset.ply) >= 2);
  await place(page, own[1]);
  await phase(page, 'solved');
  await page.getByTestId('message').getByText('Solved!').waitFor();
  await page.getByText('Streak: 1').waitFor();
  await sound(page, 'a solved puzzle');
  const before = page.url();
  await page.getByRole('link', { name: 'Analyse' }).waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.waitForFunction((before) => location.href !== before, before);
  await phase(page, 'find');
  check(page.url().includes('theme=two-moves'), 'the theme stays');
  await page.goBack();
  await page.waitForFunction((before) => location.href === before, before);
  await page.goto('/puzzles');
  await page.getByRole('cell', { name: 'Solved' }).waitFor();
});

test('a wrong move says so, counts once, and the puzzle can still be solved', async ({ visit }) => {
  const page = await visit();
  await page.goto('/puzzles/reversi?theme=one-move');
  await page.waitForURL('**/puzzles/reversi/*');
  await ready(page);
  const { task, own } = await solutionOf(page, visit);
  const wrong = task.frame.legal.find((move) => !own.includes(move));
  await place(page, wrong);
  await phase(page, 'wrong');
  await page.getByText('Try again').waitFor();
  await place(page, own[0]);
  await phase(page, 'solved');
  await page.getByText('Solved, after a failure.').waitFor();
  await page.getByText('Streak: 0').waitFor();
  await page.getByRole('link', { name: 'Analyse' }).click();
  await page.waitForURL('**/analysis?**');
  await page.locator('.best ol li button').first().waitFor();
});

test('a hint leaves a few moves, and the solution is shown step by step', async ({ visit }) => {
  const page = await visit();
  await page.goto('/puzzles/quarto');
  await page.waitForURL('**/puzzles/quarto/*');
  await ready(page);
  await page.keyboard.press('h');
  await page.getByText('It is one of these').waitFor();
  await sound(page, 'a hint');
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await phase(page, 'shown');
  await page.getByText('This is the solution.').waitFor();
  await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Previous position' }).click();
  await page.getByRole('button', { name: 'Once more' }).click();
  await phase(page, 'find');
  await page.getByText('You have tried it before').waitFor();
});

for (const game of GAMES) {
  test(`the daily puzzle of ${game} opens on its board, on a phone, in both languages`, async ({ visit }) => {
    const page = await visit({ viewport: { width: 360, height: 740 }, hasTouch: true });
    await page.goto('/puzzles');
    await page.locator(`a.daily[href^="/puzzles/${game}/"]`).click();
    await page.waitForURL(`**/puzzles/${game}/*`);
    await ready(page);
    await fits(page, game);
    await sound(page, game);
    const spanish = await visit({ settings: { lang: 'es' } });
    await spanish.goto(new URL(page.url()).pathname);
    await ready(spanish);
    await spanish.getByText('Mueve: ').waitFor();
  });
}

test('the choice of puzzles is accessible and leads on, and nonsense is answered', async ({ visit, allow }) => {
  allow(/status of 404/);
  const page = await visit();
  await page.goto('/');
  await page.getByRole('navigation').getByRole('link', { name: 'Puzzles' }).click();
  await page.getByRole('heading', { name: 'Puzzles' }).waitFor();
  await page
    .locator('li.card')
    .nth(GAMES.length - 1)
    .waitFor();
  await sound(page, 'the choice of puzzles');
  // All of every position is seen, however its board is built.
  const pictures = await page
    .locator('.picture')
    .evaluateAll((all) =>
      all.map((one) => [one.getBoundingClientRect(), one.firstElementChild.getBoundingClientRect()]),
    );
  for (const [frame, drawn] of pictures)
    check(
      drawn.height > 40 && drawn.bottom <= frame.bottom + 1 && drawn.right <= frame.right + 1,
      'a picture is cut off',
    );
  await page.goto('/puzzles/reversi/nowhere');
  await page.getByRole('alert').getByText('there is no such puzzle').waitFor();
});
