/** The looks of Reversi. */

import type { Looks } from '../../lib/looks';

export const looks: Looks = {
  boards: [
    { id: 'cloth', name: { en: 'Green cloth', es: 'Paño verde' }, style: '--edge: #123b2a' },
    {
      id: 'sea',
      name: { en: 'Sea', es: 'Mar' },
      style: '--rv-frame: #12212e; --rv-cloth-1: #3a7fae; --rv-cloth-2: #275f87; --rv-line: #123a56; --edge: #123a56',
    },
    {
      id: 'wood',
      name: { en: 'Wood', es: 'Madera' },
      style: '--rv-frame: #3d2413; --rv-cloth-1: #b98552; --rv-cloth-2: #9a6a3c; --rv-line: #4a2c18; --edge: #4a2c18',
    },
    {
      id: 'contrast',
      name: { en: 'High contrast', es: 'Alto contraste' },
      style: '--rv-frame: #000; --rv-cloth-1: #5f7d6c; --rv-cloth-2: #5f7d6c; --rv-line: #000; --edge: #000',
    },
  ],
  pieces: [
    { id: 'rings', name: { en: 'Rings', es: 'Anillos' }, style: '' },
    {
      id: 'flat',
      name: { en: 'Flat', es: 'Planas' },
      style:
        '--rv-shadow: transparent; --rv-shine: 0; --rv-first: #111; --rv-first-ring: #111; --rv-second: #fff; --rv-second-ring: #fff; --rv-second-edge: #555',
    },
    {
      id: 'stone',
      name: { en: 'Stones', es: 'Piedras' },
      style:
        '--rv-shine: 0.75; --rv-first: #1c2733; --rv-first-ring: #1c2733; --rv-second: #f6e7c8; --rv-second-ring: #f6e7c8; --rv-second-edge: #a58f62',
    },
  ],
};
