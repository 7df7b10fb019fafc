import { describe, expect, it } from 'vitest';
import { reconcile } from './pieces';

describe('reconcile', () => {
  it('keeps the identity of what stays and of what moves', () => {
    const before = reconcile(
      [],
      new Map([
        ['a', 'x'],
        ['b', 'o'],
      ]),
    );
    const after = reconcile(
      before,
      new Map([
        ['a', 'x'],
        ['c', 'o'],
      ]),
      'b',
      'c',
    );
    const id = (list: typeof before, at: string) => list.find((piece) => piece.at === at)?.id;
    expect(id(after, 'a')).toBe(id(before, 'a'));
    expect(id(after, 'c')).toBe(id(before, 'b'));
  });

  it('lets a piece change its kind on the way, as a crowned man does', () => {
    const before = reconcile([], new Map([['b', 'man']]));
    const after = reconcile(before, new Map([['c', 'king']]), 'b', 'c');
    expect(after).toEqual([{ id: before[0]!.id, at: 'c', kind: 'king' }]);
  });

  it('drops what was taken and makes what is new', () => {
    const before = reconcile(
      [],
      new Map([
        ['a', 'x'],
        ['b', 'o'],
      ]),
    );
    const after = reconcile(before, new Map([['b', 'x']]));
    expect(after).toHaveLength(1);
    expect(before.some((piece) => piece.id === after[0]!.id)).toBe(false);
  });

  it('handles a move back to its own square', () => {
    const before = reconcile(
      [],
      new Map([
        ['b', 'king'],
        ['c', 'o'],
      ]),
    );
    const after = reconcile(before, new Map([['b', 'king']]), 'b', 'b');
    expect(after).toEqual([before.find((piece) => piece.at === 'b')]);
  });
});
