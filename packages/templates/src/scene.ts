import type { Fill, Layer } from "./background.ts";
import type { Direction } from "./direction.ts";

/** Space inside a box's edges, in pixels: one number for all four, or [top, end, bottom, start]; a card that runs from right to left starts at the right. */
export type Edges = number | readonly [number, number, number, number];

/** Corner radius, or one a corner from the top left clockwise, in pixels; larger than half a side means round. */
export type Radius = number | readonly [number, number, number, number];

/** How a node sits in its parent: flexbox, as CSS has it, except that nothing shrinks unless it says so. */
export interface Placement {
  readonly width?: number;
  readonly height?: number;
  readonly maxWidth?: number;
  readonly grow?: number;
  readonly shrink?: number;
  /**
   * Marks a node the card can do without. While the title has no room at its smallest size, the node with
   * the highest number goes first; a node without a number always stays.
   */
  readonly expendable?: number;
}

/** What a box looks like and how it arranges its children. Lengths in pixels. */
export interface BoxStyle extends Placement {
  readonly padding?: Edges;
  readonly gap?: number;
  readonly align?: "start" | "center" | "end" | "stretch";
  readonly justify?: "start" | "center" | "end" | "between";
  readonly fill?: Fill;
  readonly radius?: Radius;
}

/** A box of other nodes, laid out along one axis. */
export interface Box extends BoxStyle {
  readonly kind: "box";
  readonly direction: "row" | "column";
  readonly children: readonly Node[];
}

/** A font size found by the renderer: the largest whole number of pixels from `min` to `max` that fits. */
export interface Fit {
  readonly max: number;
  readonly min: number;
}

/** The two weights of the cards. */
export type Weight = 500 | 800;

/** How a text is set. Sizes in pixels, line height as a factor of the size. */
export interface TextStyle extends Placement {
  readonly size: number | Fit;
  readonly weight: Weight;
  readonly color: string;
  readonly lineHeight: number;
  /** Lines past this many are cut with an ellipsis. */
  readonly maxLines: number;
  readonly align?: "start" | "center" | "end";
  /** Evens out the lengths of the lines instead of filling each: for titles. */
  readonly balance?: boolean;
  /** The data field this text shows. */
  readonly field?: string;
}

/** A run of text in one style. */
export interface Text extends TextStyle {
  readonly kind: "text";
  readonly text: string;
}

/** A picture from elsewhere: it covers its area, cropped where the proportions differ. Lengths in pixels. */
export interface Image extends Placement {
  readonly kind: "image";
  readonly width: number;
  readonly height: number;
  /** As a box has it. */
  readonly radius?: Radius;
  /** The data field that holds its URL. */
  readonly field: string;
}

/** Anything a box may hold. */
export type Node = Box | Text | Image;

/** A card as data: layers behind, one tree of boxes as large as the canvas before them. */
export interface Scene {
  /** "rtl" mirrors the whole card, background included. */
  readonly direction: Direction;
  readonly background: readonly Layer[];
  readonly root: Box;
}

/** Nodes as a template writes them down: what an absent field leaves out is `undefined`. */
export type Children = readonly (Node | undefined)[];

/** A box whose children stand under each other. */
export function column(style: BoxStyle, children: Children = []): Box {
  return { kind: "box", direction: "column", ...style, children: present(children) };
}

/** A box whose children stand beside each other. */
export function row(style: BoxStyle, children: Children = []): Box {
  return { kind: "box", direction: "row", ...style, children: present(children) };
}

/** A text. An absent or empty string is no node at all, so that optional fields need no condition. */
export function text(value: string, style: TextStyle): Text;
export function text(value: string | undefined, style: TextStyle): Text | undefined;
export function text(value: string | undefined, style: TextStyle): Text | undefined {
  return value ? { kind: "text", text: value, ...style } : undefined;
}

/** A picture. An absent or empty URL is no node at all. Only the field is part of the scene: pictures come later. */
export function image(url: string | undefined, style: Omit<Image, "kind">): Image | undefined {
  return url ? { kind: "image", ...style } : undefined;
}

/** A font size to be found between two bounds, in pixels. */
export function fit(max: number, min: number): Fit {
  return { max, min: Math.min(min, max) };
}

function present(children: Children): Node[] {
  return children.filter((child) => child !== undefined);
}
