import { beforeEach, describe, expect, it } from 'vitest';
import { doneOf, keepDone } from './learning';
import { lookStyle, type Looks } from './looks';

describe('what of the lessons is done', () => {
  beforeEach(() => localStorage.clear());

  it('is kept for each lesson of each game', () => {
    keepDone('reversi', 'corners', 0);
    keepDone('reversi', 'corners', 1);
    keepDone('reversi', 'corners', 1);
    expect([...doneOf('reversi', 'corners')]).toEqual([0, 1]);
    expect(doneOf('checkers', 'corners').size).toBe(0);
  });

  it('is nothing where the store holds nonsense', () => {
    for (const text of ['nonsense', '[]', '7', '{"reversi/corners":"x"}', '{"reversi/corners":[null,"a"]}']) {
      localStorage.setItem('damero.lessons', text);
      expect(doneOf('reversi', 'corners').size).toBe(0);
    }
    keepDone('reversi', 'corners', 2);
    expect([...doneOf('reversi', 'corners')]).toEqual([2]);
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
