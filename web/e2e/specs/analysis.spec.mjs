/** Analysis, texts that come and go, and set-up positions. */

import { check, test } from '../fixtures.mjs';
import { act, begin, GAMES, ply, reach } from '../play.mjs';

/** A piece put on a cell of the usual beginning, and the text that this makes. */
const SETUPS = {
  checkers: {
    piece: 'red king',
    cell: '12',
    expected: 'B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,K12',
  },
  reversi: { piece: 'black disc', cell: 'a1', expected: `X${'-'.repeat(26)}OX------XO${'-'.repeat(27)} X` },
  quarto: { piece: 'tall, light, square, hollow', cell: 'b2', expected: '..../.F../..../.... -' },
  chessfive: { piece: 'cyan queen', cell: 'd1', turn: 'Magenta', expected: '8/8/8/8/8/8/8/3Q4 m RRNNBBK/rrnnbbqk 0' },
};

test('analysis: values on squares, best lines, the graph of a game', async ({ visit }) => {
  const page = await visit();
  const path = await begin(page, 'reversi', 'screen');
  for (let i = 0; i < 6; i++) await act(page, 'reversi');
  await page.goto(`/analysis?room=${path.split('/').at(-1)}`);
  await page.locator('[role=gridcell][aria-label*="value"]').first().waitFor();
  await page.locator('.best ol li').first().waitFor();
  await page.getByRole('button', { name: 'Analyse the whole game' }).click();
  await page.getByRole('heading', { name: 'Mistakes' }).waitFor({ timeout: 40_000 });
  await page.locator('.graph polyline').waitFor({ state: 'attached' });
});

test('the bar has the colours of the pieces, and says who has won a game that is over', async ({ visit }) => {
  const page = await visit();
  const won = `${'X'.repeat(48)}${'O'.repeat(16)} X`;
  await page.goto(`/analysis?${new URLSearchParams({ game: 'reversi', start: won })}`);
  const bar = page.locator('.eval[data-share="100"]');
  await bar.waitFor();
  const colours = await bar.evaluate((node) =>
    [node, node.querySelector('span')].map((part) => getComputedStyle(part).backgroundColor),
  );
  const [above, below] = colours.map((colour) => Number(/\d+/.exec(colour)[0]));
  check(below < 64 && above > 192, `black fills it from below, white is above: ${colours}`);
  check(/Black/.test(await bar.getAttribute('aria-label')), 'it says so in words');
});

test('arrows show the best moves in checkers', async ({ visit }) => {
  const page = await visit();
  await page.goto('/analysis?game=checkers');
  await page.locator('.advice .arrowhead').first().waitFor({ state: 'attached' });
});

test('analysis by the neural network that comes with the program, and back to the engine', async ({ visit }) => {
  const page = await visit();
  await page.goto('/analysis?game=quarto');
  await page.getByText('By the engine').waitFor();
  await page.getByRole('button', { name: 'Ask the neural network' }).click();
  await page.getByText('By the neural network').waitFor();
  await page.locator('.best ol li button').first().waitFor();
  await page.getByRole('button', { name: 'Back to the engine' }).click();
  await page.getByText('By the engine').waitFor();
  await page.locator('.best ol li button').first().waitFor();
});

for (const game of GAMES) {
  test(`analysis of ${game} from its beginning, with a move tried`, async ({ visit }) => {
    const page = await visit();
    await page.goto(`/analysis?game=${game}`);
    await page.locator('.best ol li button').first().waitFor();
    const before = await ply(page);
    await page.locator('.best ol li button').first().click();
    await reach(page, before + 1);
  });
}

test('positions and games come and go as text', async ({ visit }) => {
  const page = await visit();
  await page.goto('/analysis?game=reversi');
  await page.locator('form textarea').fill('f5d6c3d3c4');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.waitForFunction(() => document.querySelector('.page').dataset.ply === '5');
  await page.getByRole('link', { name: 'Play from here' }).click();
  await page.waitForURL('**/new?**');
  await page.waitForFunction(() => document.querySelector('button.go')?.disabled === false);
  await page.locator('button.go').click();
  await page.waitForURL('**/play/**');
  await page.getByText('Share', { exact: true }).click();
  await page.getByRole('button', { name: /Download \(damero\)/ }).waitFor();
});

for (const [game, { piece, cell, turn, expected }] of Object.entries(SETUPS)) {
  test(`a position of ${game} is set up by hand, analysed and played`, async ({ visit, allow }) => {
    // Half-finished positions are refused on the way.
    allow(/status of 4\d\d/);
    const page = await visit();
    await page.goto(`/editor?game=${game}`);
    await page.locator(`[role=gridcell][aria-label^="${cell},"]`).waitFor();
    await page.getByRole('radio', { name: piece, exact: true }).check({ force: true });
    await page.locator(`[role=gridcell][aria-label^="${cell},"]`).click({ force: true });
    if (turn) await page.getByRole('radio', { name: turn, exact: true }).check({ force: true });
    const text = await page.locator('textarea').inputValue();
    check(text === expected, `the text says what the board shows: ${text}`);
    await page.getByText('This position can be played.').waitFor();
    await page.getByRole('link', { name: 'Analyse' }).click();
    await page.waitForURL('**/analysis?**');
    await page.locator('.best ol li button').first().waitFor();
    await page.getByRole('link', { name: 'Play from here' }).click();
    await page.waitForFunction(() => document.querySelector('button.go')?.disabled === false);
    await page.locator('button.go').click();
    await page.waitForURL('**/play/**');
    await page.locator(`[role=gridcell][aria-label^="${cell}"]`).first().waitFor();
  });
}

test('a position of azul is written, refused with a reason, and played', async ({ visit, allow }) => {
  allow(/status of 4\d\d/);
  const page = await visit();
  await page.goto('/editor?game=azul');
  await page.locator('.factory').first().waitFor();
  const text = page.locator('textarea');
  const good = await text.inputValue();
  await text.fill(`${good} nonsense`);
  await text.blur();
  await page.locator('.verdict.bad').waitFor();
  await text.fill(good);
  await text.blur();
  await page.getByText('This position can be played.').waitFor();
  await page.getByRole('link', { name: 'Play from here' }).click();
  await page.waitForURL('**/new?**');
});
