/** The paths of the icons. */

export const ICONS = {
  sun: 'M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  sound: 'M4 9v6h4l5 4V5L8 9ZM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12',
  mute: 'M4 9v6h4l5 4V5L8 9ZM17 9.5l5 5M22 9.5l-5 5',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  flag: 'M5 21V4M5 4h13l-3 4.5L18 13H5',
  draw: 'M4 9h16M4 15h16',
  swap: 'M7 4L3 8l4 4M3 8h14M17 12l4 4l-4 4M21 16H7',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9V15h7v-1.1A6 6 0 0 0 12 3Z',
  share: 'M12 3v12M8 7l4-4l4 4M5 12v8h14v-8',
  chart: 'M4 20V4M4 20h16M8 15l4-5l3 3l5-7',
  bar: 'M9 3h6v18H9ZM9 12h6',
  first: 'M19 5l-8 7l8 7ZM6 5v14',
  previous: 'M16 5l-8 7l8 7Z',
  next: 'M8 5l8 7l-8 7Z',
  last: 'M5 5l8 7l-8 7ZM18 5v14',
  play: 'M7 4l13 8l-13 8Z',
  pause: 'M8 5v14M16 5v14',
  step: 'M5 5l9 7l-9 7ZM18 5v14',
  copy: 'M9 9h11v11H9ZM5 15H4V4h11v1',
  download: 'M12 4v11M8 11l4 4l4-4M5 20h14',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  user: 'M12 12a4 4 0 1 0 0-8a4 4 0 0 0 0 8ZM4 21a8 8 0 0 1 16 0',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18.5 14a6.5 6.5 0 0 1 3 6',
  machine: 'M5 8h14v11H5ZM12 8V4M9 13v1.5M15 13v1.5M2.5 12v4M21.5 12v4M12 4h.01',
  eye: 'M2 12s3.5-7 10-7s10 7 10 7s-3.5 7-10 7S2 12 2 12ZM12 9a3 3 0 1 0 0 6a3 3 0 0 0 0-6',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  bolt: 'M13 2L5 14h6l-1 8l8-12h-6Z',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4v6M9 14v6',
} as const;

export type IconName = keyof typeof ICONS;
