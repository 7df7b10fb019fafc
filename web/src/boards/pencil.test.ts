import { describe, expect, it } from 'vitest';
import { pencil } from './pencil.svelte';

const PLAIN = { shiftKey: false, altKey: false };

describe('the pencil', () => {
  it('draws an arrow between two places and a circle around one', () => {
    expect(pencil.press('a1', PLAIN)).toBeNull();
    expect(pencil.press('c3', PLAIN)).toEqual({ from: 'a1', to: 'c3', colour: 'green' });
    pencil.press('b2', PLAIN);
    expect(pencil.press('b2', PLAIN)).toEqual({ from: 'b2', to: null, colour: 'green' });
  });

  it('takes other colours from the keys that are held', () => {
    const colour = (shiftKey: boolean, altKey: boolean) => pencil.colourOf({ shiftKey, altKey });
    expect([colour(true, false), colour(false, true), colour(true, true)]).toEqual(['red', 'blue', 'yellow']);
  });

  it('forgets what was begun when it ends nowhere', () => {
    pencil.press('a1', PLAIN);
    expect(pencil.shape).toEqual({ from: 'a1', to: null, colour: 'green' });
    expect(pencil.end(null, PLAIN)).toBeNull();
    expect(pencil.shape).toBeNull();
  });
});
