/** Pieces and moves of ChessFive. The view's types are the server's. */

export type { ChessFiveView } from '../../wire';
import type { Player } from '../../lib/wire';
import { words } from './words';

export const KINDS = ['R', 'N', 'B', 'Q', 'K'] as const;

export type Written =
  { kind: 'drop'; piece: string; column: string } | { kind: 'move'; piece: string; from: string; to: string };

/** Reads `R@e`, `R@e1`, `Re1-e5` or `Re1xe5`. */
export function written(text: string): Written | null {
  const drop = /^([RNBQK])@([a-h])/i.exec(text);
  if (drop) return { kind: 'drop', piece: drop[1]!.toUpperCase(), column: drop[2]! };
  const move = /^([RNBQK])([a-h]\d)[-x]([a-h]\d)$/i.exec(text);
  return move ? { kind: 'move', piece: move[1]!.toUpperCase(), from: move[2]!, to: move[3]! } : null;
}

/** How many of each kind a hand holds. */
export function counts(hand: string): Record<string, number> {
  const result: Record<string, number> = {};
  for (const letter of hand.toUpperCase()) result[letter] = (result[letter] ?? 0) + 1;
  return result;
}

/** The letter of a kind as this player's. */
export const letterOf = (kind: string, player: Player | null): string =>
  player === 'second' ? kind.toLowerCase() : kind.toUpperCase();

export const ownerOf = (letter: string): Player => (letter === letter.toUpperCase() ? 'first' : 'second');

/** A piece in words. */
export const pieceName = (letter: string): string =>
  words().piece(words().kinds[letter.toUpperCase()] ?? '', words().side[ownerOf(letter)]);

/** The two ends of a line of squares, given where they lie. */
export function ends(squares: string[], far: (a: string, b: string) => number): [string, string] | null {
  let best: [string, string] | null = null;
  for (const a of squares) for (const b of squares) if (a !== b && (!best || far(a, b) > far(...best))) best = [a, b];
  return best;
}
