import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keep, keyOf, load } from './analysis-store';
import { AnalysisTree, branches } from './analysis-tree.svelte';
import { api, type Line } from './api';
import type { Frame } from './wire';

/** A server that knows one rule: nobody plays `bad`. */
beforeEach(() => {
  localStorage.clear();
  vi.spyOn(api, 'replay').mockImplementation(async ({ moves }: Line) => {
    if (moves.includes('bad')) throw new Error('refused');
    return [...moves, ''].map((_, ply) => ({
      ply,
      turn: ply % 2 === 0 ? 'first' : 'second',
      position: moves.slice(0, ply).join(' '),
    })) as unknown as Frame[];
  });
});

const line: Line = { game: 'none', rules: 'usual', start: null, moves: ['a', 'b', 'c', 'd'] };
const texts = (tree: AnalysisTree) =>
  branches(tree.root!).map(({ depth, nodes }) => [depth, nodes.map((n) => n.text).join(' ')]);

describe('a tree of lines', () => {
  it('keeps the rest of the game when a move is tried', async () => {
    const tree = new AnalysisTree();
    await tree.open(line);
    await tree.to(1);
    await tree.attempt('x');
    await tree.attempt('y');
    expect(tree.here?.moves).toEqual(['a', 'x', 'y']);
    expect(tree.varied).toBe(true);
    expect(tree.fork).toBe(1);
    expect(tree.address).toBe('1~x~y');
    expect(tree.original?.moves).toEqual(['a', 'b', 'c', 'd']);
    await tree.back();
    expect(tree.here?.moves).toEqual(['a']);
    expect(tree.varied).toBe(false);
    await tree.attempt('b');
    expect(tree.address).toBe('2');
    expect(texts(tree)).toEqual([
      [0, 'a b'],
      [1, 'x y'],
      [0, 'c d'],
    ]);
  });

  it('shows the line that was asked for last, whichever answer comes last', async () => {
    const tree = new AnalysisTree();
    const replay = vi.mocked(api.replay).getMockImplementation()!;
    let answer = () => {};
    vi.mocked(api.replay).mockImplementationOnce(async (asked) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return replay(asked);
    });
    const slow = tree.open({ ...line, moves: [] });
    expect(await tree.open(line)).toBe(true);
    answer();
    expect(await slow).toBe(false);
    expect(tree.here?.moves).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lists branches of branches after the move that they replace', async () => {
    const tree = new AnalysisTree();
    await tree.open(line, '1~x~y');
    await tree.previous();
    await tree.attempt('z');
    await tree.to(0);
    await tree.attempt('w');
    expect(texts(tree)).toEqual([
      [0, 'a'],
      [1, 'w'],
      [0, 'b'],
      [1, 'x y'],
      [2, 'z'],
      [0, 'c d'],
    ]);
  });

  it('comes back to every node by its address, with branches that were kept', async () => {
    const tree = new AnalysisTree();
    await tree.open(line, '2~x~y');
    await tree.previous();
    await tree.attempt('z');
    const rows = tree.rows();
    const again = new AnalysisTree();
    await again.open(line, tree.address, rows);
    expect(again.address).toBe('2~x~z');
    expect(again.frame?.position).toBe('a b x z');
    expect(texts(again)).toEqual(texts(tree));
    await again.go(again.opened[2]!.children[1]!.children[0]);
    expect(again.frame?.position).toBe('a b x y');
  });

  it('goes as far as a broken address leads', async () => {
    for (const [address, at] of [
      ['3~bad', '3'],
      ['99', '4'],
      ['nonsense', '0'],
    ] as const) {
      const tree = new AnalysisTree();
      await tree.open(line, address);
      expect(tree.address).toBe(at);
    }
  });

  it('removes a branch, and makes one the main line', async () => {
    const tree = new AnalysisTree();
    await tree.open(line, '1~x~y');
    tree.promote();
    expect(tree.original?.moves).toEqual(['a', 'x', 'y']);
    await tree.to(1);
    await tree.attempt('b');
    expect(tree.varied).toBe(true);
    await tree.remove();
    expect(texts(tree)).toEqual([[0, 'a x y']]);
  });

  it('lists ten thousand nodes', async () => {
    const tree = new AnalysisTree();
    await tree.open({ ...line, moves: Array.from({ length: 9_990 }, (_, i) => `m${i}`) });
    await tree.to(5000);
    await tree.attempt('x');
    expect(branches(tree.root!).map(({ nodes }) => nodes.length)).toEqual([5001, 1, 4989]);
  });
});

describe('what is kept of analyses', () => {
  it('is found under the game that was opened, the latest few of them', () => {
    for (let i = 0; i < 20; i++) keep({ of: `room:${i}`, rows: [[0, 'x', 'first']], review: null });
    expect(load('room:19')?.rows).toEqual([[0, 'x', 'first']]);
    expect(load('room:1')).toBeNull();
    expect(keyOf('r', line)).toBe('room:r');
    expect(keyOf(null, line)).toBe('none usual  a b c d');
  });

  it('does not mind what else lies in its place', () => {
    localStorage.setItem('damero.analyses', '{"half');
    expect(load('room:1')).toBeNull();
    localStorage.setItem('damero.analyses', '[null, {"of": 3}, {"of": "x"}]');
    expect(load('x')).toBeNull();
  });
});
