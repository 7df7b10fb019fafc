/**
 * A game being analysed: every line that was tried, as a tree, and a place in it. Nothing is thrown away by trying a move;
 * the line that was opened stays the first one. Rules stay with the server: every line is replayed there.
 */

import { drawChance } from '../boards/game';
import type { Change } from '../boards/types';
import { api, type Line } from './api';
import { ApiError } from './http';
import type { Shape } from './shapes';
import { play as sound } from './sound';
import type { Analysis, Frame, KeptOpinion, LogEntry, Player, TreeNode } from './wire';

/** A position and the move that led to it. */
export interface Node {
  readonly parent: Node | null;
  /** The move; empty at the root. */
  readonly text: string;
  readonly by: Player | null;
  readonly ply: number;
  /** The number of the turn, from 1: actions of one player in a row are one turn. */
  readonly turn: number;
  /** Fetched when somebody looks. */
  frame: Frame | null;
  /** What was played here, the line that was opened first. */
  readonly children: Node[];
  /** What the engine said of it last, and on which terms. */
  analysis: { terms: string; analysis: Analysis } | null;
  /** What is kept of that. */
  opinion: KeptOpinion | null;
  comment: string;
  /** By their numbers, see `glyphs.ts`. */
  glyphs: number[];
  shapes: Shape[];
}

/** What somebody says of a position. */
export type Note = Pick<Node, 'comment' | 'glyphs' | 'shapes'>;

/** Trees that grow beyond this are not meant by a person. */
export const MOST_NODES = 10_000;

const SEPARATOR = '~';

function made(parent: Node | null, text: string, by: Player | null, frame: Frame | null): Node {
  const turn = parent === null || by === null ? (parent?.turn ?? 0) : parent.turn + (by === parent.by ? 0 : 1);
  const ply = (parent?.ply ?? -1) + 1;
  const nothing = { analysis: null, opinion: null, comment: '', glyphs: [], shapes: [] };
  return { parent, text, by, ply, turn, frame, children: [], ...nothing };
}

export class AnalysisTree {
  /** Where the analysis began, without moves. */
  base = $state.raw<Omit<Line, 'moves'> | null>(null);
  root = $state.raw<Node | null>(null);
  node = $state.raw<Node | null>(null);
  /** The line that was opened, the root first. */
  opened = $state.raw<Node[]>([]);
  /** Counts changes of the tree, as its nodes are plain objects. */
  shape = $state(0);
  /** Counts what is said of nodes, by people and by the engine. */
  notes = $state(0);
  opinions = $state(0);
  size = 0;
  /** The step that was just made, for boards that show it. */
  change = $state.raw<Change<unknown> | null>(null);
  refusal = $state.raw<ApiError | null>(null);
  #serial = 0;
  #openings = 0;

  readonly frame = $derived(this.node?.frame ?? null);
  readonly ply = $derived(this.node?.ply ?? 0);
  /** The line up to the position shown. */
  readonly here = $derived<Line | null>(this.base && this.node ? this.#lineTo(this.node) : null);
  /** The last move of a player. */
  readonly last = $derived.by<LogEntry | null>(() => {
    for (let at = this.node; at?.parent; at = at.parent) if (at.by) return entry(at);
    return null;
  });
  /** The line that was opened. */
  readonly original = $derived<Line | null>(
    this.base ? { ...this.base, moves: this.opened.slice(1).map(({ text }) => text) } : null,
  );
  /** How far the position shown lies along the line that was opened, and whether it lies on it. */
  readonly fork = $derived(this.node ? this.#forkOf(this.node) : 0);
  readonly varied = $derived(this.node !== null && this.opened[this.fork] !== this.node);
  /** Where we are, for an address: so many moves of the line that was opened, then others. */
  readonly address = $derived.by(() => {
    const moves = this.here?.moves.slice(this.fork) ?? [];
    return [String(this.fork), ...moves].join(SEPARATOR);
  });

  /**
   * Opens a line, at its end unless an address says where, with what was kept of it. Of several at once the last one
   * counts, whichever answer of the server comes last; the answer is whether this one did.
   */
  async open(next: Line, address: string | null = null, kept: TreeNode[] = []): Promise<boolean> {
    const opening = ++this.#openings;
    const full = await replay(next);
    if (opening !== this.#openings) return false;
    const { moves, ...base } = full.line;
    this.base = base;
    this.root = made(null, '', null, full.frames[0] ?? null);
    this.size = 1;
    this.opened = [this.root, ...this.#adopt(this.root, moves, full.frames)];
    this.#restore(kept);
    this.change = null;
    this.refusal = null;
    // A chance event that was just drawn belongs to the beginning.
    this.node = this.opened.at(-1) ?? this.root;
    if (address !== null) await this.#follow(address);
    this.shape += 1;
    return true;
  }

  async go(target: Node | null | undefined): Promise<void> {
    if (!target) return;
    this.refusal = null;
    if (!target.frame) {
      const line = this.#lineTo(target);
      this.#adopt(this.root!, line.moves, await api.replay(line));
    }
    const step = target.parent === this.node && target.parent?.frame;
    this.change = step ? { before: step.view, added: [entry(target)], serial: ++this.#serial } : null;
    if (step) sound('move');
    this.node = target;
  }

  /** To a place on the line that was opened. */
  to(ply: number): Promise<void> {
    return this.go(this.opened[ply]);
  }
  previous = () => this.go(this.node?.parent);
  next = () => this.go(this.node?.children[0]);
  first = () => this.go(this.root);
  latest(): Promise<void> {
    let at = this.node;
    while (at?.children[0]) at = at.children[0];
    return this.go(at);
  }

  /** Tries a move here. What was played here before stays beside it. */
  async attempt(move: string): Promise<void> {
    const { node, base } = this;
    if (!base || !node?.frame) return;
    this.refusal = null;
    const known = node.children.find(({ text }) => text === move);
    if (known) return this.go(known);
    if (this.size >= MOST_NODES) return;
    try {
      const line = this.#lineTo(node);
      const full = await replay({ ...line, moves: [...line.moves, move] });
      const way = this.#adopt(this.root!, full.line.moves, full.frames);
      const end = way.at(-1);
      if (!end || this.node !== node) return;
      this.change = { before: node.frame.view, added: [entry(way[node.ply]!)], serial: ++this.#serial };
      this.node = end;
      sound('move');
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      this.refusal = failure;
    }
  }

  /** Back to the line that was opened, where this one left it. */
  back = () => this.to(this.fork);

  /** Makes the line shown the one that was opened; the other becomes a branch of it. */
  promote(): void {
    const way: Node[] = [];
    for (let at = this.node; at; at = at.parent) way.push(at);
    way.reverse();
    for (const node of way) {
      const beside = node.parent?.children ?? [];
      if (beside[0] !== node) beside.unshift(...beside.splice(beside.indexOf(node), 1));
    }
    for (let at = way.at(-1)?.children[0]; at; at = at.children[0]) way.push(at);
    this.opened = way;
    this.shape += 1;
  }

  /** Removes the branch that is shown, from where it left the line that was opened or another branch. */
  async remove(): Promise<void> {
    let top = this.node;
    if (!top || !this.varied) return;
    while (top.parent && top.parent.children.length === 1 && this.opened[top.parent.ply] !== top.parent)
      top = top.parent;
    const parent = top.parent;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(top), 1);
    this.shape += 1;
    await this.go(parent);
  }

  /** Says something of the position shown. */
  annotate(note: Partial<Note>): void {
    if (!this.node) return;
    Object.assign(this.node, note);
    this.notes += 1;
  }

  /** Keeps what the engine said of a position, unless it said more before. */
  judge(node: Node, opinion: KeptOpinion): void {
    if ((node.opinion?.depth ?? -1) > (opinion.depth ?? 0)) return;
    node.opinion = opinion;
    this.opinions += 1;
  }

  /** All nodes, the root first and each after its parent, to be kept. */
  saved(): TreeNode[] {
    if (!this.root) return [];
    const numbers = new Map<Node, number>([[this.root, 0]]);
    const order = [this.root];
    for (let i = 0; i < order.length; i++)
      for (const child of order[i]!.children) {
        numbers.set(child, order.length);
        order.push(child);
      }
    return order.map(({ parent, text, by, comment, glyphs, shapes, opinion }) => ({
      parent: parent ? (numbers.get(parent) ?? 0) : 0,
      text,
      by,
      ...(comment && { comment }),
      ...(glyphs.length > 0 && { glyphs }),
      ...(shapes.length > 0 && { shapes }),
      ...(opinion && { opinion }),
    }));
  }

  #restore(kept: TreeNode[]): void {
    if (!this.root) return;
    const nodes = [this.root];
    kept.forEach(({ parent, text, by, comment, glyphs, shapes, opinion }, i) => {
      const above = nodes[parent];
      if (i > 0) {
        if (!above || this.size >= MOST_NODES) return;
        const known = above.children.find((child) => child.text === text);
        nodes[i] = known ?? this.#add(above, text, by, null);
      }
      Object.assign(nodes[i]!, {
        comment: comment ?? '',
        glyphs: glyphs ?? [],
        shapes: shapes ?? [],
        opinion: opinion ?? null,
      });
    });
  }

  #add(parent: Node, text: string, by: Player | null, frame: Frame | null): Node {
    const node = made(parent, text, by, frame);
    parent.children.push(node);
    this.size += 1;
    this.shape += 1;
    return node;
  }

  /** Walks a line from the root, adds what is new and notes its positions; returns the way. */
  #adopt(root: Node, moves: string[], frames: Frame[]): Node[] {
    const way: Node[] = [];
    let at = root;
    moves.forEach((text, i) => {
      const frame = frames[i + 1] ?? null;
      const known = at.children.find((child) => child.text === text);
      at = known ?? this.#add(at, text, frames[i]?.turn ?? null, frame);
      at.frame ??= frame;
      way.push(at);
    });
    return way;
  }

  /** An address that leads nowhere leads as far as it can. */
  async #follow(address: string): Promise<void> {
    const [count, ...rest] = address.split(SEPARATOR);
    const from = this.opened[Math.min(Number(count) || 0, this.opened.length - 1)] ?? this.root;
    this.node = from;
    if (!from || rest.length === 0) return;
    const line = this.#lineTo(from);
    const moves = [...line.moves, ...rest];
    const frames = await api.replay({ ...line, moves }).catch(() => null);
    if (frames) this.node = this.#adopt(this.root!, moves, frames).at(-1) ?? from;
  }

  #lineTo(node: Node): Line {
    const moves: string[] = [];
    for (let at = node; at.parent; at = at.parent) moves.push(at.text);
    return { ...this.base!, moves: moves.reverse() };
  }

  #forkOf(node: Node): number {
    let at: Node | null = node;
    while (at && this.opened[at.ply] !== at) at = at.parent;
    return at?.ply ?? 0;
  }
}

export const entry = ({ ply, turn, by, text }: Node): LogEntry => ({ ply: ply - 1, turn, by, text, ms: 0 });

/** Moves that stand together in a list: a piece of a line, and how deep it branches off. */
export interface Branch {
  depth: number;
  nodes: Node[];
}

/** The tree as a list: a line goes on after the branches beside its moves. */
export function branches(root: Node): Branch[] {
  const result: Branch[] = [];
  const waiting: { at: Node; depth: number }[] = root.children[0] ? [{ at: root.children[0], depth: 0 }] : [];
  const beside = (node: Node, depth: number) =>
    node.parent?.children[0] === node ? node.parent.children.slice(1).map((at) => ({ at, depth: depth + 1 })) : [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { depth } = next;
    const nodes: Node[] = [];
    for (let at: Node | undefined = next.at; at; at = at.children[0]) {
      nodes.push(at);
      const others = beside(at, depth);
      if (others.length === 0) continue;
      if (at.children[0]) waiting.push({ at: at.children[0], depth });
      waiting.push(...others.reverse());
      break;
    }
    result.push({ depth, nodes });
  }
  return result;
}

/** Replays a line; where chance has to decide, it does. */
async function replay(line: Line): Promise<{ line: Line; frames: Frame[] }> {
  const frames = await api.replay(line);
  const event = await drawChance(line.game, frames.at(-1)?.view);
  if (!event) return { line, frames };
  const full = { ...line, moves: [...line.moves, event] };
  return { line: full, frames: await api.replay(full) };
}
