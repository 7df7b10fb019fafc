/**
 * What somebody draws over a position: arrows and circles. A shape is kept at the node of a tree; a board is given a list of
 * them (`shapes`) and reports each one that is drawn (`ondraw`). Places are called as the board calls them: `a1`, `12`.
 */

export interface Shape {
  from: string;
  /** Where an arrow ends; null for a circle. */
  to: string | null;
  colour: 'green' | 'red' | 'blue' | 'yellow';
}

/** The colours, the usual one first. */
export const COLOURS = ['green', 'red', 'blue', 'yellow'] as const satisfies readonly Shape['colour'][];

/** As many as a position may have. */
export const MOST_SHAPES = 64;

const same = (a: Shape, b: Shape) => a.from === b.from && a.to === b.to;

/** The list with a shape that was drawn: the same one again takes it away, in another colour it is coloured anew. */
export function drawn(shapes: readonly Shape[], shape: Shape): Shape[] {
  const others = shapes.filter((one) => !same(one, shape));
  const known = shapes.find((one) => same(one, shape));
  if (known?.colour === shape.colour) return others;
  return [...others, shape].slice(-MOST_SHAPES);
}
