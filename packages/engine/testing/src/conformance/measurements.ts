/** A rectangle in CSS pixels, relative to the card's top left corner and before transforms. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a renderer placed the elements and the texts of a card. */
export interface Measurements {
  /** Border boxes of elements by `data-path`; of an inline element: the bounds of its parts on all lines. */
  readonly boxes: Readonly<Record<string, Rect>>;
  /**
   * Content areas of text: a rectangle per line, from top to bottom. By the `data-path` of the parent and the
   * position of the text node (`0/2#1`). Lines that an ancestor clips are left out.
   */
  readonly lines: Readonly<Record<string, readonly Rect[]>>;
}

/** A card as a renderer drew it. */
export interface RenderedCard extends Measurements {
  readonly png: Buffer;
}
