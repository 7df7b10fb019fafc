import { describe, expect, it } from 'vitest';
import { meant } from './premove';

describe('a premove', () => {
  it('is played as it was said when that is legal', () => {
    expect(meant('exact', 'f5', ['d3', 'f5'])).toBe('f5');
    expect(meant('exact', 'a1', ['b1'])).toBeNull();
  });
  it('finds a jump by where it begins and ends, if there is one way only', () => {
    expect(meant('ends', '12-26', ['12x19x26', '9-13'])).toBe('12x19x26');
    expect(meant('ends', '12x26', ['12x19x26', '12x17x26'])).toBeNull();
  });
  it('does not mind whether something is taken', () => {
    expect(meant('capture', 'Re1-e5', ['Re1xe5'])).toBe('Re1xe5');
    expect(meant('exact', '1B-2', ['1B-3'])).toBeNull();
  });
});
