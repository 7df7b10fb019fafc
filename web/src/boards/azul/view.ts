/** Moves of Azul as they are written. The view's types are the server's. */

export type { AzulBoardView, AzulView, Tiling } from '../../wire';

export interface AzulMove {
  source: string;
  colour: string;
  target: string;
}

/** Reads `2B-3`, `CK-F`. */
export function readMove(text: string): AzulMove | null {
  const parts = /^([1-5C])([BYRKW])-([1-5F])$/.exec(text);
  return parts ? { source: parts[1]!, colour: parts[2]!, target: parts[3]! } : null;
}
