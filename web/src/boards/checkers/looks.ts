/** The looks of checkers. */

import type { Looks } from '../../lib/looks';

export const looks: Looks = {
  boards: [
    { id: 'walnut', name: { en: 'Walnut', es: 'Nogal' }, style: '--edge: #4a2c18' },
    {
      id: 'green',
      name: { en: 'Tournament green', es: 'Verde de torneo' },
      style:
        '--ck-frame-1: #41583a; --ck-frame-2: #2c3d27; --ck-light: #eeeed2; --ck-dark: #5f8648; --ck-number: #f4f7e4; --edge: #24331f',
    },
    {
      id: 'slate',
      name: { en: 'Slate', es: 'Pizarra' },
      style:
        '--ck-frame-1: #3c4753; --ck-frame-2: #27303a; --ck-light: #dfe5ea; --ck-dark: #6b7f92; --ck-number: #eef3f7; --edge: #1f2831',
    },
    {
      id: 'contrast',
      name: { en: 'High contrast', es: 'Alto contraste' },
      style:
        '--ck-frame-1: #000; --ck-frame-2: #000; --ck-light: #fff; --ck-dark: #6f7a84; --ck-number: #fff; --edge: #000',
    },
  ],
  pieces: [
    { id: 'turned', name: { en: 'Turned wood', es: 'Madera torneada' }, style: '' },
    {
      id: 'flat',
      name: { en: 'Flat', es: 'Planas' },
      style:
        '--ck-shadow: transparent; --ck-shine: 0; --ck-first: #d9291c; --ck-first-edge: #5c0a05; --ck-first-groove: #ffc9c2; --ck-second: #1d1b1a; --ck-second-edge: #000; --ck-second-groove: #b9b4ae',
    },
    {
      id: 'glass',
      name: { en: 'Glass', es: 'Vidrio' },
      style:
        '--ck-shine: 0.6; --ck-first: #b81f3c; --ck-first-edge: #f3b3bf; --ck-first-groove: #f7c9d2; --ck-second: #20303f; --ck-second-edge: #8fb3cf; --ck-second-groove: #a9c4d8',
    },
  ],
};
