/** Glyphs of moves and positions, by the numbers that chess files have for them. */

export interface Glyph {
  number: number;
  sign: string;
  /** Of those in one group a move has at most one. */
  group: 'move' | 'value' | 'remark';
}

export const GLYPHS: readonly Glyph[] = [
  { number: 1, sign: '!', group: 'move' },
  { number: 3, sign: '!!', group: 'move' },
  { number: 5, sign: '!?', group: 'move' },
  { number: 6, sign: '?!', group: 'move' },
  { number: 2, sign: '?', group: 'move' },
  { number: 4, sign: '??', group: 'move' },
  { number: 7, sign: '□', group: 'remark' },
  { number: 22, sign: '⨀', group: 'remark' },
  { number: 10, sign: '=', group: 'value' },
  { number: 13, sign: '∞', group: 'value' },
  { number: 14, sign: '+/=', group: 'value' },
  { number: 15, sign: '=/+', group: 'value' },
  { number: 16, sign: '±', group: 'value' },
  { number: 17, sign: '∓', group: 'value' },
  { number: 18, sign: '+−', group: 'value' },
  { number: 19, sign: '−+', group: 'value' },
  { number: 36, sign: '↑', group: 'remark' },
  { number: 40, sign: '→', group: 'remark' },
  { number: 132, sign: '⇆', group: 'remark' },
  { number: 138, sign: '⊕', group: 'remark' },
  { number: 146, sign: 'N', group: 'remark' },
];

export const signs = (numbers: readonly number[]): string =>
  numbers.map((number) => GLYPHS.find((glyph) => glyph.number === number)?.sign ?? '').join('');

/** The list with a glyph that was pressed: the same one again takes it away, one of its group gives way. */
export function pressed(numbers: readonly number[], number: number): number[] {
  if (numbers.includes(number)) return numbers.filter((one) => one !== number);
  const group = GLYPHS.find((glyph) => glyph.number === number)?.group;
  const stays = (one: number) => {
    const other = GLYPHS.find((glyph) => glyph.number === one)?.group;
    return other === 'remark' || other !== group;
  };
  return [...numbers.filter(stays), number];
}
