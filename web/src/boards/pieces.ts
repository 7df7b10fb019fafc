/**
 * Pieces keep their identity from one position to the next, so that they travel instead of vanishing here and
 * appearing there. What stays, stays; then the move itself says who went where; what is left is new or gone.
 */

export interface Piece {
  id: number;
  at: string;
  kind: string;
}

let ids = 0;

/**
 * @param old the pieces as they were
 * @param next which kind stands on each square now
 * @param from where the moved piece came from, if something moved
 * @param to where it went
 */
export function reconcile(old: Piece[], next: Map<string, string>, from?: string, to?: string): Piece[] {
  const rest = new Map(next);
  const result: Piece[] = [];
  const moved = from && to ? old.find((piece) => piece.at === from) : undefined;
  if (moved && to && next.has(to)) {
    result.push({ ...moved, at: to, kind: next.get(to) ?? moved.kind });
    rest.delete(to);
  }
  for (const piece of old) {
    if (piece === moved || rest.get(piece.at) !== piece.kind) continue;
    result.push(piece);
    rest.delete(piece.at);
  }
  for (const [at, kind] of rest) result.push({ id: ++ids, at, kind });
  // A fixed order keeps elements in place in the document, which transitions need.
  return result.sort((a, b) => a.id - b.id);
}
