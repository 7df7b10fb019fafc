/**
 * Drawing over a board. With a mouse the right button draws; where there is none, or no mouse at all, a pencil is taken up
 * and the places are pressed one after another: the same place twice is a circle, two places are an arrow.
 */

import { COLOURS, type Shape } from '../lib/shapes';

type Keys = Pick<MouseEvent, 'shiftKey' | 'altKey'>;

class Pencil {
  /** Whether presses draw instead of playing. */
  on = $state(false);
  colour = $state<Shape['colour']>(COLOURS[0]);
  /** Where an arrow begins that is being drawn. */
  from = $state<string | null>(null);
  /** Where it would end now. */
  over = $state<string | null>(null);

  /** The colour of a stroke: that of the pencil, or another one by the keys that are held. */
  colourOf({ shiftKey, altKey }: Keys): Shape['colour'] {
    if (shiftKey && altKey) return 'yellow';
    if (shiftKey) return 'red';
    return altKey ? 'blue' : this.colour;
  }

  /** The shape while it is drawn, to be shown. */
  get shape(): Shape | null {
    if (this.from === null) return null;
    const to = this.over === this.from ? null : this.over;
    return { from: this.from, to, colour: this.colour };
  }

  /** A place was pressed: the first begins a shape, the second ends it. */
  press(place: string, keys: Keys): Shape | null {
    if (this.from === null) {
      this.from = place;
      this.over = place;
      return null;
    }
    return this.end(place, keys);
  }

  end(place: string | null, keys: Keys): Shape | null {
    const { from } = this;
    this.from = null;
    this.over = null;
    if (from === null || place === null) return null;
    return { from, to: place === from ? null : place, colour: this.colourOf(keys) };
  }

  toggle(): void {
    this.on = !this.on;
    this.from = null;
    this.over = null;
  }
}

export const pencil = new Pencil();
