/** The rules id of a game: a preset, and after it the options that differ from the preset. */

import type { GameInfo } from './wire';

export function presetValues(info: GameInfo, preset: string): Record<string, string> {
  const values = Object.fromEntries(info.options.map((option) => [option.name, option.default]));
  const changes = info.presets.find((other) => other.name === preset)?.changes ?? {};
  return { ...values, ...changes };
}

/** Whether the neural network that comes with the program for a game has learned these rules. */
export function networkPlays(info: GameInfo | undefined, rules: string): boolean {
  if (!info?.network) return false;
  const [learned, asked] = [valuesOf(info, info.network.rules), valuesOf(info, rules)];
  return info.options.every(({ name }) => learned[name] === asked[name]);
}

/** The value of every option under a rules id. */
export function valuesOf(info: GameInfo, rules: string): Record<string, string> {
  const [preset = '', ...changed] = rules.split(',');
  return { ...presetValues(info, preset), ...Object.fromEntries(changed.map((change) => change.split('='))) };
}

export function rulesId(info: GameInfo, preset: string, values: Record<string, string>): string {
  const base = presetValues(info, preset);
  const changed = info.options
    .map((option) => option.name)
    .filter((name) => values[name] !== undefined && values[name]!.trim() !== '' && values[name] !== base[name]);
  return [preset, ...changed.map((name) => `${name}=${values[name]!.trim()}`)].join(',');
}
