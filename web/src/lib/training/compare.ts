/** Several trainings beside each other: which of their settings differ. */

import { byName } from './metrics';

export interface Setting {
  key: string;
  /** One for each training; null where it has no such key. */
  values: (string | null)[];
  differs: boolean;
}

export function settings(configs: readonly Record<string, string>[]): Setting[] {
  const keys = [...new Set(configs.flatMap((config) => Object.keys(config)))].sort(byName);
  return keys.map((key) => {
    const values = configs.map((config) => config[key] ?? null);
    return { key, values, differs: new Set(values).size > 1 };
  });
}

/** With more settings that differ, a legend would be no place to tell them. */
const FEW = 2;

/** What trainings are called in a legend: their names, with the settings that tell them apart if those are few. */
export function labels(names: readonly string[], configs: readonly Record<string, string>[]): string[] {
  const different = settings(configs).filter(({ differs }) => differs);
  if (different.length > FEW) return [...names];
  return names.map((name, i) => {
    const told = different.map(({ key, values }) => `${key.split('.').at(-1)} ${values[i] ?? '–'}`);
    return [name, ...told].join(' · ');
  });
}
