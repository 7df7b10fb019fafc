import { beforeEach, describe, expect, it } from 'vitest';
import { save } from '../lib/settings.svelte';
import { words } from './azul/words';
import { best } from './best';
import { boardOf, voiceOf } from './game';
import type { Mark } from './types';

const SAID: Record<string, [text: string, en: RegExp, es: RegExp][]> = {
  checkers: [
    ['11-15', /^from 11 to 15$/, /^de 11 a 15$/],
    ['12x19x26', /^from 12 captures, jumping to 19 and 26$/, /^de 12 captura saltando a 19 y a 26$/],
    ['c3xe5', /^from c3 captures, jumping to e5$/, /^de c3 captura saltando a e5$/],
  ],
  quarto: [
    ['b2', /^places on b2$/, /^coloca en b2$/],
    ['TLQH', /^gives the piece tall, light, square, hollow$/, /^entrega la pieza alta, clara, cuadrada, hueca$/],
  ],
  chessfive: [
    ['R@e', /^drops a rook down column e$/, /^suelta torre en la columna e$/],
    ['Re1-e5', /^rook from e1 to e5$/, /^torre de e1 a e5$/],
  ],
  azul: [
    [
      '3R-F',
      /^takes the red tiles from factory 3 to the floor$/,
      /^toma las rojas de la fábrica 3 y las pone en el suelo$/,
    ],
    ['CB-2', /from the centre to line 2$/, /^toma las azules del centro y las pone en la línea 2$/],
  ],
  reversi: [
    ['f5', /^plays f5$/, /^juega f5$/],
    ['--', /^passes$/, /^pasa$/],
  ],
};

describe('moves in words', () => {
  beforeEach(() => save({ lang: 'en' }));

  for (const [game, moves] of Object.entries(SAID)) {
    it(`are said in both languages: ${game}`, async () => {
      const voice = await voiceOf(game);
      for (const [text, en, es] of moves) {
        save({ lang: 'en' });
        expect(voice.spoken(text)).toMatch(en);
        save({ lang: 'es' });
        expect(voice.spoken(text)).toMatch(es);
      }
      const { guide } = (await boardOf(game)?.guide?.()) ?? {};
      expect(guide?.goal.en).toBeTruthy();
      expect(guide?.goal.es).toBeTruthy();
      expect(guide?.sections.length).toBeGreaterThanOrEqual(3);
      for (const { text } of [...(guide?.sections ?? []), guide!.idea]) expect(text.en && text.es).toBeTruthy();
    });
  }

  it('of a game without words are said as they are written', async () => {
    expect((await voiceOf('unknown')).spoken('a1')).toBe('a1');
  });

  it('count tiles as Spanish does', () => {
    save({ lang: 'es' });
    expect(words().tiles(1, 'B')).toBe('1 azul');
    expect(words().tiles(2, 'B')).toBe('2 azules');
    expect(words().tiles(3, 'R')).toBe('3 rojas');
  });
});

describe('arrows of analysis', () => {
  const mark = (value: number, best = false): Mark => ({ label: '', best, value });

  it('show the best few moves, not the bad ones', () => {
    const marks = new Map([
      ['bad', mark(-0.5)],
      ['good', mark(0.35)],
      ['best', mark(0.4, true)],
    ]);
    expect(best(marks)).toEqual([
      { text: 'best', weight: 1 },
      { text: 'good', weight: 0.55 },
    ]);
    expect(best(new Map())).toEqual([]);
  });
});
