/** How curves are told apart: by colour, by dashes and by the mark on their points. */

export type Mark = 'circle' | 'square' | 'triangle' | 'diamond' | 'cross';

const DASHES: number[][] = [[], [9, 4], [3, 3], [12, 3, 3, 3], [6, 2]];
const MARKS: Mark[] = ['circle', 'square', 'triangle', 'diamond', 'cross'];
const COLOURS = 8;

export interface Look {
  /** The name of a CSS variable. */
  colour: string;
  dash: number[];
  mark: Mark;
}

/** The look of the curve with this number in its chart. Eight colours and five dashes repeat together after forty. */
export function look(i: number): Look {
  return {
    colour: `--chart-${(i % COLOURS) + 1}`,
    dash: DASHES[i % DASHES.length] ?? [],
    mark: MARKS[i % MARKS.length] ?? 'circle',
  };
}

/** A mark around a point, as steps of a path: SVG and canvas draw the same. */
export function markPath(mark: Mark, x: number, y: number, r: number): string {
  const [l, t, rt, b] = [x - r, y - r, x + r, y + r];
  switch (mark) {
    case 'circle':
      return `M${l} ${y}A${r} ${r} 0 1 0 ${rt} ${y}A${r} ${r} 0 1 0 ${l} ${y}Z`;
    case 'square':
      return `M${l} ${t}H${rt}V${b}H${l}Z`;
    case 'triangle':
      return `M${x} ${t}L${rt} ${b}H${l}Z`;
    case 'diamond':
      return `M${x} ${t}L${rt} ${y}L${x} ${b}L${l} ${y}Z`;
    case 'cross':
      return `M${l} ${t}L${rt} ${b}M${rt} ${t}L${l} ${b}`;
  }
}
