/** The parts of the training pages in a DOM: what can be pressed, read and heard. */

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { save } from '../../lib/settings.svelte';
import type { Training, TrainingRun } from '../../lib/wire';
import Chart from './Chart.svelte';
import Checkpoints from './Checkpoints.svelte';
import Heatmaps from './Heatmaps.svelte';
import RunList from './RunList.svelte';
import Settings from './Settings.svelte';

save({ lang: 'en', pace: 'none' });
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
// There is no canvas here: the drawing itself is seen by the tests in a real browser.
vi.mock('../../lib/training/plot', () => ({
  Plot: class {
    update() {}
    point() {}
    destroy() {}
  },
}));

const run = (name: string, change: Partial<TrainingRun> = {}): TrainingRun => ({
  name,
  game: 'quarto',
  rules: 'square',
  algo: 'dqn',
  seed: 1,
  created: 1e9,
  state: 'finished',
  error: null,
  epoch: 4,
  epochs: 10,
  time: 75,
  headline: 'win_rate/greedy',
  best: 0.25,
  ...change,
});

describe('the list of trainings', () => {
  const answer = (runs: TrainingRun[]) =>
    vi.stubGlobal('fetch', async (path: string) => new Response(JSON.stringify(path === '/api/training' ? runs : [])));

  it('tells how to begin when there is none', async () => {
    answer([]);
    render(RunList);
    expect(await screen.findByText('damero train quarto')).toBeTruthy();
  });

  it('sorts, filters and chooses for comparison', async () => {
    answer([
      run('a-2', { best: 0.5 }),
      run('a-10', { best: 0.75, state: 'running', created: 2e9 }),
      run('b', { game: 'reversi', best: null }),
    ]);
    render(RunList);
    await screen.findByText('a-10');
    const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
    expect(names()).toEqual(['a-10', 'a-2', 'b']);
    await fireEvent.click(screen.getByRole('button', { name: 'Sort by Training' }));
    expect(names()).toEqual(['a-2', 'a-10', 'b']);
    await fireEvent.click(screen.getByRole('button', { name: 'Sort by Best' }));
    expect(names()).toEqual(['a-10', 'a-2', 'b']);
    expect(screen.getByText('75 %')).toBeTruthy();
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Choose a-2 for comparison' }));
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Choose a-10 for comparison' }));
    expect(screen.getByRole('link', { name: 'Compare 2 trainings' }).getAttribute('href')).toBe(
      '/compare?run=a-2&run=a-10',
    );
    await fireEvent.change(screen.getByLabelText('Game'), { target: { value: 'reversi' } });
    expect(names()).toEqual(['b']);
  });
});

describe('a chart', () => {
  const curves = [
    { id: 'a', label: 'greedy', x: [1, 2, 3], y: [0.1, 0.2, 0.4] },
    { id: 'b', label: 'random', x: [1, 2, 3], y: [0.5, 0.75, 0.9] },
  ];
  it('says its numbers and has them in a table', () => {
    render(Chart, { title: 'Win rate', curves, axis: 'epoch', share: true, file: 'x' });
    expect(screen.getByText(/greedy: now 40 %, between 10 % and 40 %/)).toBeTruthy();
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('epoch 3: greedy 40 %, random 90 %');
    const table = screen.getByRole('table', { hidden: true });
    expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(4);
  });
  it('hides and shows curves by its legend', async () => {
    render(Chart, { title: 'Win rate', curves, axis: 'epoch', share: true, file: 'x' });
    const button = screen.getByRole('button', { name: 'greedy' });
    expect(button.getAttribute('aria-pressed')).toBe('true');
    await fireEvent.click(button);
    expect(button.getAttribute('aria-pressed')).toBe('false');
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('epoch 3: random 90 %');
  });
});

describe('distributions', () => {
  it('are told in words, and their means in a table', () => {
    const of = (epoch: number, counts: number[]) => ({
      epoch,
      values: { 'q/place/win': { low: -1, high: 1, counts } },
    });
    render(Heatmaps, { histograms: [of(1, [1, 1]), of(2, [0, 4])] });
    expect(screen.getByRole('img', { name: 'Q of placing, won games: mean 0 at first, 0.5 now' })).toBeTruthy();
    expect(within(screen.getByRole('table', { hidden: true })).getByText('epoch 2')).toBeTruthy();
  });
});

describe('settings', () => {
  it('of several trainings show what differs, and all when asked', async () => {
    render(Settings, {
      names: ['a', 'b'],
      configs: [
        { lr: '1', seed: '7' },
        { lr: '2', seed: '7' },
      ],
    });
    expect(screen.queryByText('seed')).toBeNull();
    expect(screen.getByText('lr').closest('tr')?.className).toContain('differs');
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Only what differs' }));
    expect(screen.getByText('seed')).toBeTruthy();
  });
});

describe('checkpoints', () => {
  const training: Training = {
    run: run('r'),
    config: {},
    games: [],
    checkpoints: [
      { step: 48, epoch: 2, score: 0.25, best: true, spec: 'dqn:r@step-48' },
      { step: 96, epoch: 4, score: null, best: false, spec: 'dqn:r@step-96' },
    ],
  };

  it('are played after asking who begins', async () => {
    const asked: { path: string; body: string }[] = [];
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      asked.push({ path, body: String(init?.body ?? '') });
      return new Response(
        JSON.stringify(path === '/api/rooms' ? { room: 'abc' } : { id: 'x', name: 'x', guest: true, ratings: [] }),
      );
    });
    render(Checkpoints, { training });
    const [newest, best] = screen.getAllByRole('button', { name: 'Play this network' });
    expect(newest?.closest('li')?.dataset.step).toBe('96');
    await fireEvent.click(best!);
    await fireEvent.click(screen.getByRole('radio', { name: 'The network' }));
    await fireEvent.click(screen.getByRole('button', { name: 'Start' }));
    await waitFor(() => expect(location.pathname).toBe('/play/abc'));
    const body = JSON.parse(asked.find(({ path }) => path === '/api/rooms')?.body ?? '{}');
    expect(body).toMatchObject({ game: 'quarto', rules: 'square', rated: false });
    expect(body.seats).toEqual({ first: { kind: 'trained', spec: 'dqn:r@step-48' }, second: { kind: 'me' } });
  });

  it('say why one cannot be played', async () => {
    const why = { error: { code: 'trained', message: { en: 'The file is damaged.', es: 'El archivo está dañado.' } } };
    vi.stubGlobal('fetch', async (path: string) =>
      path === '/api/rooms' ? new Response(JSON.stringify(why), { status: 422 }) : new Response('{}'),
    );
    render(Checkpoints, { training });
    await fireEvent.click(screen.getAllByRole('button', { name: 'Play this network' })[0]!);
    await fireEvent.click(screen.getByRole('button', { name: 'Start' }));
    expect(await screen.findByText('The file is damaged.')).toBeTruthy();
  });
});
