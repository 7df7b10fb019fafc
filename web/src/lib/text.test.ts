import { describe, expect, it } from 'vitest';
import { catalogue } from './catalogue.svelte';
import { clockName, clockText } from './clock';
import { inline, markdown } from './markdown';
import { label, marksOf, valueForFirst } from './opinion';
import { networkPlays, presetValues, rulesId } from './rules';
import type { Analysis, GameInfo } from './wire';

describe('markdown', () => {
  it('reads headings, paragraphs, lists and tables', () => {
    const blocks = markdown('# A\n\none\ntwo\n\n1. x\n   y\n2. z\n\n- p\n- q\n\n| a | b |\n|---|---|\n| 1 | 2 |\n');
    expect(blocks.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'list', 'list', 'table']);
    expect(blocks[2]).toMatchObject({ ordered: true, items: [[{ text: 'x y' }], [{ text: 'z' }]] });
    expect(blocks[4]).toMatchObject({ rows: [[[{ text: '1' }], [{ text: '2' }]]] });
  });

  it('keeps code and emphasis apart', () => {
    expect(inline('a `b` **c** *d*').map((span) => span.kind)).toEqual([
      'plain',
      'code',
      'plain',
      'strong',
      'plain',
      'em',
    ]);
  });

  it('never makes HTML of a text', () => {
    expect(markdown('<b>x</b>')).toEqual([{ kind: 'paragraph', spans: [{ text: '<b>x</b>', kind: 'plain' }] }]);
  });

  it('ends on lines that look like a beginning of something else', () => {
    expect(markdown('#x\n|').length).toBeGreaterThan(0);
  });
});

describe('clocks', () => {
  it('writes times', () => {
    expect(clockText(299_000)).toBe('4:59');
    expect(clockText(3_723_000)).toBe('1:02:03');
    expect(clockText(9_440)).toBe('9.4');
    expect(clockText(-5)).toBe('0.0');
  });
  it('names controls', () => {
    expect(clockName({ base_ms: 300_000, increment_ms: 3000 })).toBe('5+3');
    expect(clockName(null)).toBe('∞');
  });
});

describe('rules', () => {
  const text = { en: '', es: '' };
  const info = {
    options: [
      { name: 'squares', doc: text, values: text, choices: ['on', 'off'], default: 'on' },
      { name: 'limit', doc: text, values: text, choices: null, default: '3' },
    ],
    presets: [
      { name: 'square', doc: text, changes: {} },
      { name: 'standard', doc: text, changes: { squares: 'off' } },
    ],
  } as unknown as GameInfo;

  it('names only what differs from the preset', () => {
    expect(rulesId(info, 'standard', presetValues(info, 'standard'))).toBe('standard');
    expect(rulesId(info, 'square', { squares: 'off', limit: '3' })).toBe('square,squares=off');
    expect(rulesId(info, 'standard', { squares: 'off', limit: ' 5 ' })).toBe('standard,limit=5');
  });

  it('are those of a network however they are written', () => {
    const learned = { ...info, network: { rules: 'standard' } };
    expect(networkPlays(learned, 'standard')).toBe(true);
    expect(networkPlays(learned, 'square,squares=off')).toBe(true);
    expect(networkPlays(learned, 'square')).toBe(false);
    expect(networkPlays(learned, 'standard,limit=5')).toBe(false);
    expect(networkPlays({ ...info, network: null }, 'standard')).toBe(false);
    expect(networkPlays(undefined, 'standard')).toBe(false);
  });
});

describe('opinions', () => {
  const opinion = (text: string, value: number, plies: number | null = null) => ({
    text,
    value,
    score: 0,
    plies_to_end: plies,
    line: [],
  });
  const analysis: Analysis = {
    by: 'second',
    best: opinion('a', 0.4),
    line: ['a'],
    moves: [opinion('a', 0.4), opinion('b', 0.4), opinion('c', -0.2), opinion('d', 0, -3)],
    depth: 3,
    nodes: 1,
    seconds: 1,
  };

  it('turns values to the first player', () => {
    expect(valueForFirst(analysis)).toBe(-0.4);
  });
  it('marks every equally good move as best, and tells forced ends', () => {
    const marks = marksOf('checkers', analysis);
    expect([...marks].filter(([, mark]) => mark.best).map(([text]) => text)).toEqual(['a', 'b']);
    expect(marks.get('d')?.label).toBe('−#3');
    expect(marks.get('c')?.label).toContain('20');
  });
  it('counts Reversi in discs: whole when solved, else with a digit', () => {
    catalogue.games = [{ id: 'reversi', score_per_point: 100 } as GameInfo];
    const reversi = (value: number, score: number | null, flip = false) =>
      label('reversi', { text: 'a', value, score, plies_to_end: null, line: [] }, flip);
    expect(reversi(1, 400)).toBe('+4');
    expect(reversi(-1, -1200, true)).toBe('+12');
    expect(reversi(0, 0)).toBe('0');
    expect(reversi(0.31, 234)).toMatch(/^\+2[.,]3$/);
    expect(reversi(-0.99, -2680)).toMatch(/^[-−]27$/);
    expect(reversi(0.31, null)).toBe('+31');
  });
});
