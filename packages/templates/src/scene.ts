import type { Fill, Layer } from "./background.ts";
import type { Direction } from "./direction.ts";

/**
 * Padding in pixels: one number for all edges, or [top, end, bottom, start]. The start is the left edge, or the right edge
 * of a right-to-left card.
 */
export type Edges = number | readonly [number, number, number, number];

/** Corner radius in pixels, or one per corner, clockwise from the top left. A radius of more than half a side makes it round. */
export type Radius = number | readonly [number, number, number, number];

/** How a node is laid out in its parent: CSS flexbox, except that `shrink` is 0 by default. Lengths in pixels. */
export interface Placement {
  readonly width?: number;
  readonly height?: number;
  readonly maxWidth?: number;
  readonly grow?: number;
  readonly shrink?: number;
  /**
   * Marks a node that may be dropped. While the texts don't fit at their smallest sizes, the nodes with the highest number
   * are dropped first; a node without a number is never dropped.
   */
  readonly dropPriority?: number;
}

/** The appearance of a box and the layout of its children. Lengths in pixels. */
export interface BoxStyle extends Placement {
  readonly padding?: Edges;
  readonly gap?: number;
  readonly align?: "start" | "center" | "end" | "stretch";
  readonly justify?: "start" | "center" | "end" | "between";
  readonly fill?: Fill;
  readonly radius?: Radius;
}

/** A box of nodes, laid out along one axis. */
export interface Box extends BoxStyle {
  readonly kind: "box";
  readonly direction: "row" | "column";
  readonly children: readonly Node[];
}

/** A font size that the renderer chooses: the largest whole number of pixels from `min` to `max` that fits. */
export interface Fit {
  readonly max: number;
  readonly min: number;
}

/** The available font weights. */
export type Weight = 500 | 800;

/** The typography of a text. Sizes in pixels; line height as a multiple of the size. */
export interface TextStyle extends Placement {
  readonly size: number | Fit;
  readonly weight: Weight;
  readonly color: string;
  readonly lineHeight: number;
  /** A text with more lines is truncated with an ellipsis. */
  readonly maxLines: number;
  readonly align?: "start" | "center" | "end";
  /** Makes lines similarly long instead of filling each (CSS `text-wrap: balance`): for titles. */
  readonly balance?: boolean;
  /** The data field that the text comes from. */
  readonly field?: string;
}

/** A run of text in one style. */
export interface Text extends TextStyle {
  readonly kind: "text";
  readonly text: string;
}

/** A remote image: it covers its area (CSS `object-fit: cover`). Lengths in pixels. */
export interface Image extends Placement {
  readonly kind: "image";
  readonly width: number;
  readonly height: number;
  readonly radius?: Radius;
  /** The data field that holds its URL. */
  readonly field: string;
}

/** Any child of a box. */
export type Node = Box | Text | Image;

/** A card as data: background layers, and in front of them a tree of boxes that is as large as the canvas. */
export interface Scene {
  /** "rtl" mirrors the whole card, background included. */
  readonly direction: Direction;
  readonly background: readonly Layer[];
  readonly root: Box;
}

/** Children as templates list them: `undefined` for absent fields. */
export type Children = readonly (Node | undefined)[];

/** Creates a box whose children are placed from top to bottom. */
export function column(style: BoxStyle, children: Children = []): Box {
  return { kind: "box", direction: "column", ...style, children: withoutUndefined(children) };
}

/** Creates a box whose children are placed from start to end. */
export function row(style: BoxStyle, children: Children = []): Box {
  return { kind: "box", direction: "row", ...style, children: withoutUndefined(children) };
}

/** Creates a text; undefined for an absent or empty string, so that optional fields need no condition. */
export function text(value: string, style: TextStyle): Text;
export function text(value: string | undefined, style: TextStyle): Text | undefined;
export function text(value: string | undefined, style: TextStyle): Text | undefined {
  return value ? { kind: "text", text: value, ...style } : undefined;
}

/** Creates an image; undefined for an absent or empty URL. The scene holds only the field: the image is fetched later. */
export function image(url: string | undefined, style: Omit<Image, "kind">): Image | undefined {
  return url ? { kind: "image", ...style } : undefined;
}

/** A font size to choose between two limits, in pixels. */
export function fit(max: number, min: number): Fit {
  return { max, min: Math.min(min, max) };
}

function withoutUndefined(children: Children): Node[] {
  return children.filter((child) => child !== undefined);
}
