import { expect, test } from 'vitest';
import { drawn, MOST_SHAPES, type Shape } from './shapes';

const arrow = (from: string, to: string | null, colour: Shape['colour'] = 'green'): Shape => ({ from, to, colour });

test('a shape drawn twice goes, in another colour it changes, and there are not too many', () => {
  const one = drawn([], arrow('a1', 'b2'));
  expect(one).toEqual([arrow('a1', 'b2')]);
  expect(drawn(one, arrow('a1', 'b2'))).toEqual([]);
  expect(drawn(one, arrow('a1', 'b2', 'red'))).toEqual([arrow('a1', 'b2', 'red')]);
  expect(drawn(one, arrow('a1', null))).toHaveLength(2);
  let many: Shape[] = [];
  for (let i = 0; i < 100; i++) many = drawn(many, arrow(String(i), null));
  expect(many).toHaveLength(MOST_SHAPES);
});
