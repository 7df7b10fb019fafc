/** The looks of Azul: the table with its factories, and the tiles. */

import type { Looks } from '../../lib/looks';

export const looks: Looks = {
  boards: [
    { id: 'linen', name: { en: 'Linen', es: 'Lino' }, style: '' },
    {
      id: 'terracotta',
      name: { en: 'Terracotta', es: 'Terracota' },
      style: '--az-plate-1: #e8b795; --az-plate-2: #c98a63; --az-rim: #8f5330',
    },
    {
      id: 'sea',
      name: { en: 'Sea', es: 'Mar' },
      style: '--az-plate-1: #a9d3e4; --az-plate-2: #6fa9c4; --az-rim: #2f6a87',
    },
  ],
  pieces: [
    { id: 'ornaments', name: { en: 'Ornaments', es: 'Adornos' }, style: '' },
    {
      id: 'bright',
      name: { en: 'Bright', es: 'Vivos' },
      style: '--az-b: #1363d1; --az-y: #ffc21a; --az-r: #e0321c; --az-k: #16171b; --az-w: #ffffff',
    },
    {
      id: 'pastel',
      name: { en: 'Pastel', es: 'Pastel' },
      style: '--az-b: #6f9fd0; --az-y: #f0d284; --az-r: #d88a78; --az-k: #5d606b; --az-w: #eef6f4',
    },
  ],
};
