/** The looks of ChessFive. */

import type { Looks } from '../../lib/looks';

export const looks: Looks = {
  boards: [
    { id: 'dusk', name: { en: 'Dusk', es: 'Crepúsculo' }, style: '--edge: #222a4a; --ground-ink: #e6eaff' },
    {
      id: 'sand',
      name: { en: 'Sand', es: 'Arena' },
      style: '--cf-frame: #4a3b26; --cf-light: #d9c39a; --cf-dark: #b89a68; --edge: #3a2d1a; --ground-ink: #fff6e2',
    },
    {
      id: 'forest',
      name: { en: 'Forest', es: 'Bosque' },
      style: '--cf-frame: #1c3327; --cf-light: #5f8a6f; --cf-dark: #45705a; --edge: #12241b; --ground-ink: #e5f4ea',
    },
    {
      id: 'contrast',
      name: { en: 'High contrast', es: 'Alto contraste' },
      style: '--cf-frame: #000; --cf-light: #8f959c; --cf-dark: #5b6168; --edge: #000; --ground-ink: #fff',
    },
  ],
  pieces: [
    { id: 'figures', name: { en: 'Figures', es: 'Figuras' }, style: '' },
    // Letters instead of figures; see Token.svelte.
    { id: 'letters', name: { en: 'Letters', es: 'Letras' }, style: '--cf-figure: none; --cf-letter: inline' },
    {
      id: 'flat',
      name: { en: 'Flat', es: 'Planas' },
      style:
        '--cf-shadow: transparent; --cf-first: #4dd4e6; --cf-first-edge: #06323a; --cf-first-ring: transparent; --cf-second: #a3106d; --cf-second-edge: #3b0427; --cf-second-ring: transparent',
    },
  ],
};
