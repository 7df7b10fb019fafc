/** Games with variations as the server reads and writes them, and as the analysis shows them. */

import type { Line } from './api';
import type { AnalysisTree } from './analysis-tree.svelte';
import type { GameTree, TreeNode } from './wire';

/** The main line: the first child of each node. */
export function mainLine({ game, rules, start, nodes }: GameTree): Line {
  const first = new Map<number, number>();
  nodes.forEach(({ parent }, i) => {
    if (i > 0 && !first.has(parent)) first.set(parent, i);
  });
  const moves: string[] = [];
  for (let at = first.get(0); at !== undefined; at = first.get(at)) moves.push(nodes[at]!.text);
  return { game, rules, start, moves };
}

export const emptyTree = (game: string, rules: string): GameTree => ({
  game,
  rules,
  start: null,
  tags: [],
  result: null,
  nodes: [{ parent: 0, text: '', by: null }],
});

/** What is shown, with the tags and the result of the game that it began with. */
export function treeOf(tree: AnalysisTree, about: Pick<GameTree, 'tags' | 'result'>): GameTree | null {
  if (!tree.base) return null;
  return { ...tree.base, ...about, nodes: tree.saved() };
}

export const tag = ({ tags }: Pick<GameTree, 'tags'>, ...names: string[]): string =>
  tags.find(([name]) => names.includes(name))?.[1] ?? '';

/** Who played, by whatever names the format has for them. */
export function players(tree: GameTree): string {
  const first = tag(tree, 'First', 'Black');
  const second = tag(tree, 'Second', 'White');
  return first || second ? `${first || '?'} – ${second || '?'}` : '';
}

export function resultText({ result }: GameTree): string {
  if (!result) return '*';
  if (result === 'draw') return '½–½';
  return result.win === 'first' ? '1–0' : '0–1';
}

/** How many lines branch off. */
export function variations(nodes: TreeNode[]): number {
  const parents = new Set<number>();
  return nodes.filter(({ parent }, i) => {
    if (i === 0) return false;
    const more = parents.has(parent);
    parents.add(parent);
    return more;
  }).length;
}
