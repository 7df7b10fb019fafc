import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from './api';
import { keepHere, waiting } from './learning';
import { lookStyle, type Looks } from './looks';
import { Progress } from './progress.svelte';

describe('what of the lessons is done', () => {
  beforeEach(() => {
    localStorage.clear();
    vi.restoreAllMocks();
  });

  it('waits here for each lesson of each game while the server cannot keep it', () => {
    const progress = new Progress();
    const step = { game: 'reversi', lesson: 'corners', step: 0 };
    progress.add(step, true);
    expect(waiting()).toEqual([]);
    progress.add({ ...step, step: 1 }, false);
    progress.add({ ...step, step: 1 }, false);
    expect(waiting()).toEqual([{ game: 'reversi', lesson: 'corners', steps: [1] }]);
    expect([...progress.of('reversi', 'corners')]).toEqual([0, 1]);
    expect(progress.of('checkers', 'corners').size).toBe(0);
  });

  it('is brought to the server once', async () => {
    const kept = [{ game: 'reversi', lesson: 'corners', steps: [2] }];
    const keep = vi.spyOn(api, 'keepLessons').mockResolvedValue(kept);
    const ask = vi.spyOn(api, 'lessonsDone').mockResolvedValue(kept);
    keepHere('reversi', 'corners', 2);
    const progress = new Progress();
    await progress.load();
    await progress.load();
    expect(keep).toHaveBeenCalledExactlyOnceWith(kept);
    expect(ask).toHaveBeenCalledOnce();
    expect([...progress.of('reversi', 'corners')]).toEqual([2]);
  });

  it('stays here while the server is away', async () => {
    vi.spyOn(api, 'keepLessons').mockRejectedValue(new Error('away'));
    keepHere('reversi', 'corners', 2);
    const progress = new Progress();
    await progress.load();
    expect([...progress.of('reversi', 'corners')]).toEqual([2]);
    expect(waiting()).toHaveLength(1);
  });

  it('is nothing where the store holds nonsense', () => {
    for (const text of [
      'nonsense',
      '[]',
      '7',
      '{"reversi/corners":"x"}',
      '{"reversi/corners":[null,"a",-1]}',
      '{"x":[1]}',
    ]) {
      localStorage.setItem('damero.lessons', text);
      expect(waiting()).toEqual([]);
    }
    keepHere('reversi', 'corners', 2);
    expect(waiting()).toEqual([{ game: 'reversi', lesson: 'corners', steps: [2] }]);
  });
});

describe('the look of a board', () => {
  const look = (id: string) => ({ id, name: { en: id, es: id }, style: `--of: ${id}` });
  const looks: Looks = { boards: [look('a'), look('b')], pieces: [look('c')] };

  it('is the usual one unless another one is chosen that there is', () => {
    expect(lookStyle(looks, {})).toBe('--of: a; --of: c');
    expect(lookStyle(looks, { board: 'b', pieces: 'gone' })).toBe('--of: b; --of: c');
  });
});
