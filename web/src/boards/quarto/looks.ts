/** The looks of Quarto. */

import type { Looks } from '../../lib/looks';

export const looks: Looks = {
  boards: [
    { id: 'moss', name: { en: 'Moss', es: 'Musgo' }, style: '--edge: #2a3328' },
    {
      id: 'oak',
      name: { en: 'Oak', es: 'Roble' },
      style: '--qt-ground: #6d4a2a; --qt-rim: #a97d4f; --qt-cell: #86603a; --qt-ring: #c49a68; --edge: #3a2411',
    },
    {
      id: 'night',
      name: { en: 'Night', es: 'Noche' },
      style: '--qt-ground: #242b3d; --qt-rim: #4a5675; --qt-cell: #37415a; --qt-ring: #6b7aa0; --edge: #141a28',
    },
    {
      id: 'contrast',
      name: { en: 'High contrast', es: 'Alto contraste' },
      style: '--qt-ground: #000; --qt-rim: #fff; --qt-cell: #5d6469; --qt-ring: #fff; --edge: #000',
    },
  ],
  pieces: [
    { id: 'wood', name: { en: 'Wood', es: 'Madera' }, style: '' },
    {
      id: 'marble',
      name: { en: 'Marble', es: 'Mármol' },
      style:
        '--ql-left: #e9ecef; --ql-right: #c5ccd3; --ql-top: #fff; --ql-edge: #5c6670; --ql-hole: #3c444c; --ql-lip: #9aa4ad; --ql-band: #7c8a97; --qd-left: #3d4650; --qd-right: #2a3138; --qd-top: #55606b; --qd-edge: #0d1115; --qd-hole: #07090b; --qd-lip: #1c2228; --qd-band: #b7c4d0; --qd-hatch: #8d9aa6',
    },
    {
      id: 'candy',
      name: { en: 'Bright', es: 'Vivas' },
      style:
        '--ql-left: #ffd43b; --ql-right: #f2b705; --ql-top: #ffe88a; --ql-edge: #7a5a00; --ql-hole: #5b4300; --ql-lip: #d19c00; --ql-band: #a87a00; --qd-left: #3b5bdb; --qd-right: #2a43ad; --qd-top: #5c7cfa; --qd-edge: #0f1c57; --qd-hole: #0a1238; --qd-lip: #1d2f7d; --qd-band: #b9c6ff; --qd-hatch: #9db0ff',
    },
  ],
};
