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
      // Made when somebody looks: all of them together would be long.
      get position() {
        return moves.slice(0, ply).join(' ');
      },
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
    const again = new AnalysisTree();
    await again.open(line, tree.address, tree.saved());
    expect(again.address).toBe('2~x~z');
    expect(again.frame?.position).toBe('a b x z');
    expect(texts(again)).toEqual(texts(tree));
    await again.go(again.opened[2]!.children[1]!.children[0]);
    expect(again.frame?.position).toBe('a b x y');
  });

  it('keeps comments, glyphs, drawings and the engine at their nodes', async () => {
    const tree = new AnalysisTree();
    await tree.open(line, '0');
    tree.annotate({ comment: 'the beginning' });
    await tree.to(2);
    await tree.attempt('x');
    const shapes = [{ from: 'a1', to: 'b2', colour: 'red' as const }];
    tree.annotate({ comment: 'half writ', glyphs: [1, 14], shapes });
    tree.judge(tree.node!, { value: 0.5, label: '+3', line: ['y'], depth: 9 });
    tree.judge(tree.node!, { value: -0.5, depth: 3 });
    const saved = JSON.parse(JSON.stringify(tree.saved())) as ReturnType<typeof tree.saved>;
    expect(saved[0]).toEqual({ parent: 0, text: '', by: null, comment: 'the beginning' });
    expect(saved.find(({ text }) => text === 'd')).toEqual({ parent: 3, text: 'd', by: 'second' });
    const again = new AnalysisTree();
    await again.open(line, '2~x', saved);
    const { comment, glyphs, shapes: drawings, opinion } = again.node!;
    expect({ comment, glyphs, drawings }).toEqual({ comment: 'half writ', glyphs: [1, 14], drawings: shapes });
    expect(opinion).toEqual({ value: 0.5, label: '+3', line: ['y'], depth: 9 });
    expect(again.root!.comment).toBe('the beginning');
    expect(again.saved()).toEqual(saved);
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
    const nodes = [
      { parent: 0, text: '', by: null },
      { parent: 0, text: 'x', by: 'first' as const },
    ];
    const said = [nodes[0]!, { ...nodes[1]!, comment: 'good' }];
    for (let i = 0; i < 20; i++) keep({ of: `room:${i}`, nodes: said, review: null });
    expect(load('room:19')?.nodes).toEqual(said);
    keep({ of: 'room:19', nodes, review: null });
    expect(load('room:19'), 'a plain line is not worth keeping').toBeNull();
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
