/**
 * Dragging something to a cell. It begins after a few pixels, so that a click stays a click; letting go outside every
 * cell cancels. The board draws the ghost at `x`, `y` on the screen.
 */

const THRESHOLD = 5;

export class Drag<T> {
  item = $state.raw<T | null>(null);
  x = $state(0);
  y = $state(0);
  /** Side of a cell on the screen, for the size of the ghost. */
  size = $state(0);
  over = $state<string | null>(null);

  constructor(
    private readonly begin: (item: T) => void,
    private readonly drop: (item: T, cell: string) => void,
  ) {}

  start(event: PointerEvent, item: T): void {
    if (event.button !== 0) return;
    const source = event.currentTarget as Element;
    const from = { x: event.clientX, y: event.clientY };
    const size = source.getBoundingClientRect().width;
    const pointer = event.pointerId;
    // Touches capture their first target; without release no other cell would be seen.
    if (source.hasPointerCapture?.(pointer)) source.releasePointerCapture(pointer);

    const move = (event: PointerEvent) => {
      if (event.pointerId !== pointer) return;
      if (!this.item) {
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < THRESHOLD) return;
        this.item = item;
        this.size = size;
        this.begin(item);
      }
      event.preventDefault();
      this.x = event.clientX;
      this.y = event.clientY;
      this.over = cellAt(event);
    };
    const end = (event: PointerEvent) => {
      if (event.pointerId !== pointer) return;
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      if (!this.item) return;
      const cell = event.type === 'pointerup' ? cellAt(event) : null;
      this.item = null;
      this.over = null;
      // The click that follows a drag is not a click.
      addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
      if (cell) this.drop(item, cell);
    };
    addEventListener('pointermove', move, { passive: false });
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }
}

/** Dragging a piece from cell to cell: taking it chooses it, letting it go on another cell moves it. */
export function between(choose: (from: string) => void, move: (from: string, to: string) => void): Drag<string> {
  return new Drag(choose, (from, to) => {
    if (from !== to) move(from, to);
  });
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function cellAt(event: PointerEvent): string | null {
  const element = document.elementFromPoint(event.clientX, event.clientY);
  return element?.closest<HTMLElement>('[data-cell]')?.dataset.cell ?? null;
}
