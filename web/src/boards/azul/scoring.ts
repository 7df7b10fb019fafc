/**
 * The scoring of a round as a list of pictures: both boards after each tile, after the floor line and after the
 * bonuses. Points come from the server; here they are only put in order.
 */

import type { ByPlayer, Player } from '../../lib/wire';
import type { AzulBoardView, AzulView, Tiling } from './view';

export interface Picture {
  boards: ByPlayer<AzulBoardView>;
  /** What just happened; null in the first picture. */
  event:
    | { kind: 'tile'; player: Player; row: number; column: number; points: number }
    | { kind: 'floor'; player: Player; points: number }
    | { kind: 'bonus'; player: Player; points: number; complete: [number, number, number] }
    | null;
}

/**
 * @param before the table before the last move of the round
 * @param after a table after it, when walls and scores are done
 * @param text the move
 * @returns the pictures, or null when the move did not end a round
 */
export function pictures(before: AzulView, after: AzulView, text: string): Picture[] | null {
  const end = before.round_ends?.find((end) => end.move === text);
  if (!end) return null;
  const players: Player[] = ['first', 'second'];
  let boards = {
    first: full(before, after, 'first', end.boards.first),
    second: full(before, after, 'second', end.boards.second),
  };
  const list: Picture[] = [{ boards, event: null }];
  const add = (player: Player, change: Partial<AzulBoardView>, event: Picture['event']) => {
    boards = { ...boards, [player]: { ...boards[player], ...change } };
    list.push({ boards, event });
  };
  for (const player of players) {
    for (const tile of end.boards[player].tiles) {
      const { wall, lines, score } = boards[player];
      const letter = before.pattern[tile.row]?.[tile.column] ?? '.';
      const row = wall[tile.row] ?? '';
      const laid = row.slice(0, tile.column) + letter + row.slice(tile.column + 1);
      add(
        player,
        { wall: wall.with(tile.row, laid), lines: lines.with(tile.row, ''), score: score + tile.points },
        { kind: 'tile', player, ...tile },
      );
    }
    const { penalty, score, bonus } = end.boards[player];
    // Nobody falls below nothing: what is counted is what the score loses.
    const lost = boards[player].score - score;
    if (penalty > 0) add(player, { floor: '', penalty: 0, score }, { kind: 'floor', player, points: -lost });
    if (bonus && bonus.points > 0) {
      add(player, { score: score + bonus.points }, { kind: 'bonus', player, ...bonus });
    }
  }
  return list;
}

/** The board after the last move and before any tile went to the wall. */
function full(before: AzulView, after: AzulView, player: Player, tiling: Tiling): AzulBoardView {
  const old = before.boards[player];
  let lines = after.boards[player].lines;
  for (const { row, column } of tiling.tiles) {
    lines = lines.with(row, (before.pattern[row]?.[column] ?? '').repeat(row + 1));
  }
  return { ...old, lines, penalty: tiling.penalty };
}
