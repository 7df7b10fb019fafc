/** Machines as opponents: which can be chosen, what they are called, and what is known of their strength. */

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { seatName } from '../lib/names';
import { save } from '../lib/settings.svelte';
import type { GameInfo, Head, Seat } from '../lib/wire';
import NewGame from '../pages/NewGame.svelte';
import PlayerBar from './PlayerBar.svelte';

save({ lang: 'en', pace: 'none' });
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  save({ lang: 'en' });
});

const text = (en: string) => ({ en, es: en });
const info = (id: GameInfo['id'], network: string | null): GameInfo => ({
  id,
  name: text(id),
  summary: text(''),
  seats: { first: text('First'), second: text('Second') },
  chance: false,
  presets: [
    { name: 'square', doc: text('squares too'), changes: {} },
    { name: 'standard', doc: text('only lines'), changes: { squares: 'off' } },
  ],
  options: [{ name: 'squares', doc: text('Squares'), values: text('on|off'), choices: ['on', 'off'], default: 'on' }],
  formats: [],
  levels: ['easy', '2', '3', '4', 'medium', '6', 'hard', '8', '9', 'max'],
  network: network ? { rules: network } : null,
  strengths: [
    ...(network ? [{ machine: 'neural' as const, rating: 1700, margin: 60, games: 160 }] : []),
    { machine: '4', rating: 1290, margin: 35, games: 400 },
  ],
  score_per_point: null,
  spelling: 'exact',
  flips: false,
  wide: false,
  sounds: [{ text: '', sound: 'move' }],
});

describe('a new game', () => {
  const asked: { path: string; body: string }[] = [];
  function open() {
    asked.length = 0;
    const games = [info('checkers', null), info('quarto', 'square')];
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      asked.push({ path, body: String(init?.body ?? '') });
      if (path === '/api/games') return new Response(JSON.stringify(games));
      return new Response(
        JSON.stringify(path === '/api/rooms' ? { room: 'abc' } : { id: 'x', name: 'x', guest: true, ratings: [] }),
      );
    });
    render(NewGame);
  }
  const radio = (name: string) => screen.getByRole('radio', { name }) as HTMLInputElement;

  it('offers the neural network where there is one, and plays against it', async () => {
    open();
    await fireEvent.click(await screen.findByRole('radio', { name: 'quarto' }));
    await fireEvent.click(await screen.findByRole('radio', { name: 'Neural network' }));
    await fireEvent.click(screen.getByRole('button', { name: 'Start' }));
    await waitFor(() => expect(location.pathname).toBe('/play/abc'));
    const body = JSON.parse(asked.find(({ path }) => path === '/api/rooms')?.body ?? '{}');
    expect(body.seats).toEqual({ first: { kind: 'me' }, second: { kind: 'machine', level: 'neural' } });
  });

  it('offers ten levels, says how strong the chosen one is, and plays against it', async () => {
    open();
    await fireEvent.click(await screen.findByRole('radio', { name: 'quarto' }));
    const levels = screen.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).name === 'level');
    expect(levels.map((radio) => radio.getAttribute('aria-label') ?? 'neural')).toEqual([
      'Easy',
      'Level 2',
      'Level 3',
      'Level 4',
      'Medium',
      'Level 6',
      'Hard',
      'Level 8',
      'Level 9',
      'Maximum',
      'neural',
    ]);
    await fireEvent.click(radio('Level 4'));
    expect(screen.getByText(/Strength 1,?290 ± 35/)).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Start' }));
    await waitFor(() => expect(location.pathname).toBe('/play/abc'));
    const body = JSON.parse(asked.find(({ path }) => path === '/api/rooms')?.body ?? '{}');
    expect(body.seats.second).toEqual({ kind: 'machine', level: '4' });
    expect(seatName({ kind: 'machine', level: '4', rating: null, provisional: true })).toBe('Machine (level 4)');
  });

  it('forgets the network with a game that has none, and says which rules it knows', async () => {
    open();
    await fireEvent.click(await screen.findByRole('radio', { name: 'quarto' }));
    await fireEvent.click(await screen.findByRole('radio', { name: 'Neural network' }));
    await fireEvent.click(screen.getByRole('radio', { name: /only lines/ }));
    expect(radio('Neural network').disabled).toBe(true);
    expect(screen.getByText('The neural network knows only the rules “lines and squares”.')).toBeTruthy();
    await waitFor(() => expect(radio('Medium').checked).toBe(true));
    await fireEvent.click(radio('checkers'));
    expect(screen.queryByRole('radio', { name: 'Neural network' })).toBeNull();
  });

  it('lets two of them play each other', async () => {
    open();
    await fireEvent.click(await screen.findByRole('radio', { name: 'quarto' }));
    await fireEvent.click(screen.getByRole('radio', { name: /^Machine against machine/ }));
    const both = screen.getAllByRole('radio', { name: 'Neural network' });
    expect(both).toHaveLength(2);
    await fireEvent.click(both[1]!);
    await fireEvent.click(screen.getByRole('button', { name: 'Start' }));
    await waitFor(() => expect(asked.some(({ path }) => path === '/api/rooms')).toBe(true));
    const body = JSON.parse(asked.find(({ path }) => path === '/api/rooms')?.body ?? '{}');
    expect(body.seats).toEqual({
      first: { kind: 'machine', level: 'medium' },
      second: { kind: 'machine', level: 'neural' },
    });
  });
});

describe('a machine at the board', () => {
  const seat = (rating: number | null, level: 'easy' | 'neural' = 'easy'): Seat => ({
    kind: 'machine',
    level,
    rating,
    provisional: true,
  });
  const bar = (seat: Seat) =>
    render(PlayerBar, {
      player: 'first',
      colour: 'Black',
      seat,
      head: {
        clock: null,
        status: 'playing',
        frame: { turn: 'first' },
        thinking: null,
        result: null,
      } as unknown as Head,
      clockAt: 0,
      presence: null,
      thinking: null,
      you: false,
      label: seatName(seat),
      rated: false,
    });

  it('is called by its level, or a neural network, in both languages', () => {
    expect(seatName(seat(null))).toBe('Machine (easy)');
    expect(seatName(seat(null, 'neural'))).toBe('Neural network');
    save({ lang: 'es' });
    expect(seatName(seat(null, 'neural'))).toBe('Red neuronal');
  });

  it('shows no rating before its first game, and no sign that stands for one', () => {
    bar(seat(null, 'neural'));
    expect(screen.queryByText('–')).toBeNull();
    expect(screen.queryByText(/1500/)).toBeNull();
    cleanup();
    bar(seat(1612));
    expect(screen.getByText(/1612\?/)).toBeTruthy();
  });
});
