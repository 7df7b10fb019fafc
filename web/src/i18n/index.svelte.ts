/** The words in the chosen language, and numbers and dates written as that language writes them. */

import { settings } from '../lib/settings.svelte';
import type { Text } from '../lib/wire';
import { en } from './en';
import { es, type Dictionary } from './es';

/** The dictionary now; reading it inside a component keeps the component up to date. */
export function t(): Dictionary {
  return settings.lang === 'es' ? es : en;
}

/** One of two dictionaries, for words that only a part of the page uses. */
export function pick<T>(dictionaries: Record<'en' | 'es', T>): T {
  return dictionaries[settings.lang];
}

/** The sentence of the server in the chosen language. */
export function say(text: Text | null | undefined): string {
  return text?.[settings.lang] ?? '';
}

export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(settings.lang, { maximumFractionDigits: digits }).format(value);
}

/** A large count in few characters: 12 k, 3.4 M. */
export function compact(value: number): string {
  return new Intl.NumberFormat(settings.lang, { notation: 'compact', maximumFractionDigits: 1 }).format(value);
}

export function signed(value: number, digits = 0): string {
  const format = { signDisplay: 'exceptZero', maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(settings.lang, format).format(value);
}

export function date(ms: number): string {
  return new Intl.DateTimeFormat(settings.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(ms);
}

export function day(ms: number): string {
  return new Intl.DateTimeFormat(settings.lang, { dateStyle: 'medium' }).format(ms);
}
