/** How seats are called. */

import { boardOf } from '../boards/game';
import { number, say, t } from '../i18n/index.svelte';
import type { Level, Machine, Outcome, Player, Result, Seat, Text } from './wire';

export function seatName(seat: Seat): string {
  switch (seat.kind) {
    case 'machine':
      return machineName(seat.level);
    case 'trained':
      return t().board.trained(seat.run, number(seat.step));
    case 'open':
      return t().board.open;
    case 'human':
      return seat.guest ? `${seat.name || t().board.guest}` : seat.name;
  }
}

/** All levels, weakest first; four of them have a name. */
export const LEVELS: Level[] = ['easy', '2', '3', '4', 'medium', '6', 'hard', '8', '9', 'max'];

/** `Easy`, `Level 2`, `Neural network`. */
export function levelWord(machine: Machine): string {
  const named: Partial<Record<Machine, string>> = t().setup.machines;
  return named[machine] ?? t().setup.level(machine);
}

export function machineName(machine: Machine): string {
  const name = levelWord(machine);
  return machine === 'neural' ? name : t().board.machine(name.toLowerCase());
}

/** The rules of a game as people call them: the preset, and a mark when options were changed. */
export function rulesName(game: string, rules: string): string {
  const [preset = '', ...changed] = rules.split(',');
  const name = say(boardOf(game)?.presets?.[preset]) || preset;
  return changed.length > 0 ? `${name} (${t().setup.changed(changed.length)})` : name;
}

export const winner = (outcome: Outcome | null): Player | null =>
  outcome && typeof outcome === 'object' ? outcome.win : null;

/** `48–16`: the points of a game that was played to its end and counts some. */
export const pointsText = (result: Result): string =>
  result.points ? `${result.points.first}–${result.points.second}` : '';

/** The result in a few words. `colours` names the seats, `you` the seats of the reader. */
export function resultText(result: Result, colours: Record<Player, Text>, you: Player[]): string {
  const won = winner(result.outcome);
  if (!result.outcome) return t().board.aborted;
  if (!won) return t().board.draw;
  if (you.length === 1) return you[0] === won ? t().board.youWon : t().board.youLost;
  return t().board.won(say(colours[won]));
}
