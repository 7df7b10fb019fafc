import { expect, test } from 'vitest';
import { mainLine, players, resultText, variations } from './game-tree';
import type { GameTree } from './wire';

const tree: GameTree = {
  game: 'none',
  rules: 'usual',
  start: null,
  tags: [
    ['Black', 'Ana'],
    ['Date', '2026.11.18'],
  ],
  result: { win: 'second' },
  nodes: [
    { parent: 0, text: '', by: null },
    { parent: 0, text: 'a', by: 'first' },
    { parent: 0, text: 'x', by: 'first' },
    { parent: 1, text: 'b', by: 'second' },
    { parent: 2, text: 'y', by: 'second' },
    { parent: 1, text: 'z', by: 'second' },
  ],
};

test('the main line is that of the first children', () => {
  expect(mainLine(tree).moves).toEqual(['a', 'b']);
  expect(variations(tree.nodes)).toBe(2);
  expect(players(tree)).toBe('Ana – ?');
  expect(players({ ...tree, tags: [] })).toBe('');
  expect([resultText(tree), resultText({ ...tree, result: 'draw' }), resultText({ ...tree, result: null })]).toEqual([
    '0–1',
    '½–½',
    '*',
  ]);
});
