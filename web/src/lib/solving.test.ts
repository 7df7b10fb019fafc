/** A puzzle being solved: only the server decides, moves and replies come one by one, and failures leave nothing behind. */

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './http';
import { puzzles } from './puzzles';
import { Solving } from './solving.svelte';
import type { Frame, PuzzleAnswer, PuzzleTask } from './wire';

const frame = (ply: number, turn: Frame['turn']): Frame => ({
  ply,
  turn,
  outcome: null,
  view: { ply },
  legal: turn ? ['a', 'b', 'c'] : [],
  position: `p${ply}`,
  scores: null,
  opening: null,
});
const standing = { rating: 1500, provisional: true, played: 0, streak: 0, best_streak: 0 };
const task: PuzzleTask = {
  id: 'abcdef',
  game: 'reversi',
  rules: 'standard',
  frame: frame(0, 'first'),
  player: 'first',
  goal: 'gain',
  decisions: 2,
  rating: 1400,
  played: 3,
  solved: null,
  standing,
};
const nothing: PuzzleAnswer = {
  right: false,
  done: false,
  moves: [],
  frames: [],
  change: null,
  standing,
  themes: [],
};
const theme = { id: 'corner', name: { en: 'Corner', es: 'Esquina' }, count: 1 };

beforeEach(() => vi.restoreAllMocks());

describe('solving', () => {
  it('plays what is found, shows the replies, and ends when the server says so', async () => {
    const attempt = vi.spyOn(puzzles, 'attempt');
    const solving = new Solving(task, 0);
    expect(solving.legal).toEqual(['a', 'b', 'c']);
    attempt.mockResolvedValueOnce({
      ...nothing,
      right: true,
      moves: ['a', 'x'],
      frames: [frame(1, 'second'), frame(2, 'first')],
    });
    await solving.play('a');
    expect(solving.phase).toBe('right');
    expect([solving.at, solving.moves.join(' ')]).toEqual([2, 'a x']);
    expect(solving.last).toMatchObject({ by: 'second', text: 'x' });
    attempt.mockResolvedValueOnce({
      ...nothing,
      right: true,
      done: true,
      moves: ['b'],
      frames: [frame(3, null)],
      change: { before: 1500, after: 1560 },
      standing: { ...standing, rating: 1560, played: 1, streak: 1, best_streak: 1 },
      themes: [theme],
    });
    await solving.play('b');
    expect(attempt.mock.calls.map(([, moves]) => moves)).toEqual([['a'], ['a', 'b']]);
    expect([solving.phase, solving.over, solving.legal.length]).toEqual(['solved', true, 0]);
    expect([solving.rating?.after, solving.standing?.streak]).toEqual([1560, 1]);
    expect(solving.themes).toEqual([theme]);
    solving.go(0);
    expect(solving.frame?.position).toBe('p0');
    await solving.play('c');
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  it('lets one try again after a wrong move, from the same position', async () => {
    const attempt = vi.spyOn(puzzles, 'attempt');
    const solving = new Solving(task, 0);
    attempt.mockResolvedValueOnce({ ...nothing, change: { before: 1500, after: 1420 } });
    await solving.play('c');
    expect([solving.phase, solving.missed, solving.at]).toEqual(['wrong', 'c', 0]);
    expect(solving.legal).toEqual(['a', 'b', 'c']);
    attempt.mockResolvedValueOnce({ ...nothing, right: true, done: true, moves: ['a'], frames: [frame(1, null)] });
    await solving.play('a');
    expect(attempt.mock.calls[1]?.[1]).toEqual(['a']);
    expect(solving.phase).toBe('solved');
    expect(solving.rating?.after).toBe(1420);
  });

  it('shows a hint among the moves, and the whole solution from the beginning', async () => {
    vi.spyOn(puzzles, 'hint').mockResolvedValue({ moves: ['a', 'b'], change: null, standing });
    const solution = { ...nothing, done: true, moves: ['a', 'x'], frames: [frame(1, 'second'), frame(2, 'first')] };
    vi.spyOn(puzzles, 'solution').mockResolvedValue(solution);
    const solving = new Solving(task, 0);
    await solving.hint();
    expect(solving.hints).toEqual(['a', 'b']);
    await solving.solution();
    expect([solving.phase, solving.at, solving.hints.length]).toEqual(['shown', 2, 0]);
  });

  it('tells a refused move from a lost line, and loses nothing by either', async () => {
    const attempt = vi.spyOn(puzzles, 'attempt');
    const solving = new Solving(task, 0);
    const text = { en: 'no', es: 'no' };
    attempt.mockRejectedValueOnce(new ApiError(422, 'illegal', text));
    await solving.play('z');
    expect([solving.refusal?.code, solving.error, solving.phase]).toEqual(['illegal', null, 'find']);
    attempt.mockRejectedValueOnce(new ApiError(0, 'unreachable', text));
    await solving.play('a');
    expect(solving.refusal).toBeNull();
    expect(solving.error).toBeInstanceOf(ApiError);
    expect([solving.at, solving.busy]).toEqual([0, false]);
  });
});
