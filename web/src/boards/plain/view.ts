/**
 * Games without a folder of their own. Their view is a `GridView`: `rows`, `columns`, `cells` row by row from the top, and
 * `names`, the text by which a move names each cell. A click on a cell narrows the legal moves down to those that name it;
 * when one is left, it is played. Any other view still shows its moves as buttons.
 */

import type { GridView } from '../../wire';

/** The view as a grid, or null when it is none. */
export function readGrid(view: unknown): GridView | null {
  const { rows, columns, cells, names } = (view ?? {}) as Partial<GridView>;
  if (!rows || !columns || !Array.isArray(cells) || !Array.isArray(names)) return null;
  return cells.length === rows * columns && names.length === cells.length ? { rows, columns, cells, names } : null;
}

/** Whether a move names a cell: `a1` is in `a1-b2`, not in `a10`. */
export function namesCell(move: string, cell: string): boolean {
  if (cell === '') return false;
  for (let at = move.indexOf(cell); at >= 0; at = move.indexOf(cell, at + 1)) {
    const digit = (char: string | undefined) => char !== undefined && char >= '0' && char <= '9';
    if (!digit(move[at + cell.length]) && !(digit(cell[0]) && digit(move[at - 1]))) return true;
  }
  return false;
}

/** The legal moves that name all the chosen cells. A move that is spelled as the one cell chosen is meant alone. */
export function movesAt(legal: string[], chosen: string[]): string[] {
  const [only, ...more] = chosen;
  if (only !== undefined && more.length === 0 && legal.includes(only)) return [only];
  return legal.filter((move) => chosen.every((cell) => namesCell(move, cell)));
}
