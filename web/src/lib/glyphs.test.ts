import { expect, test } from 'vitest';
import { GLYPHS, pressed, signs } from './glyphs';
import { en } from '../i18n/study.en';
import { es } from '../i18n/study.es';

test('of moves and of values there is one at a time, remarks stand beside them', () => {
  expect(pressed([], 1)).toEqual([1]);
  expect(pressed([1], 1)).toEqual([]);
  expect(pressed([1, 14], 4)).toEqual([14, 4]);
  expect(pressed([4, 14], 19)).toEqual([4, 19]);
  expect(pressed([4, 22], 36)).toEqual([4, 22, 36]);
  expect(signs([3, 18])).toBe('!!+−');
  expect(signs([99])).toBe('');
});

test('every glyph has a name in both languages', () => {
  for (const { number } of GLYPHS) {
    expect(en.glyph[number], `$${number}`).toBeTruthy();
    expect(es.glyph[number], `$${number}`).toBeTruthy();
  }
});
