/** What a person prefers on this device. Kept in local storage, never sent anywhere. */

export type Theme = 'system' | 'light' | 'dark';
export type Pace = 'none' | 'fast' | 'normal' | 'slow';

interface Stored {
  lang: 'es' | 'en';
  theme: Theme;
  pace: Pace;
  sound: boolean;
  volume: number;
  hints: boolean;
  letters: boolean;
  coordinates: boolean;
  confirm: boolean;
  /** Ask before a move counts. */
  confirmMoves: boolean;
  /** Which look the board and the pieces of a game have. */
  looks: Record<string, { board?: string; pieces?: string }>;
  premove: boolean;
}

const KEY = 'damero.settings';
const MILLISECONDS: Record<Pace, number> = { none: 0, fast: 140, normal: 260, slow: 520 };

function browserLanguage(): 'es' | 'en' {
  const wanted = navigator.languages?.length ? navigator.languages : [navigator.language ?? 'en'];
  for (const tag of wanted) {
    if (tag.startsWith('es')) return 'es';
    if (tag.startsWith('en')) return 'en';
  }
  return 'en';
}

function defaults(): Stored {
  return {
    lang: browserLanguage(),
    theme: 'system',
    pace: 'normal',
    sound: true,
    volume: 0.5,
    hints: true,
    letters: false,
    coordinates: true,
    confirm: true,
    confirmMoves: false,
    looks: {},
    premove: true,
  };
}

function load(): Stored {
  try {
    return { ...defaults(), ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return defaults();
  }
}

export const settings = $state(load());

export function save(change: Partial<Stored>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays; the choice lasts until the page is closed.
  }
}

const still = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : undefined;

/** How long a piece takes to travel, in milliseconds; 0 when the person wants no motion. */
export function motion(): number {
  return still?.matches ? 0 : MILLISECONDS[settings.pace];
}
