import type { Direction } from "../direction.ts";
import type { Longhands } from "../language/css/properties/longhands.ts";
import type { Style } from "../language/style/to-style.ts";
import type { ImageSource, Length } from "./values.ts";

/**
 * A font size that the layout chooses: the largest whole number of pixels from `min` to `max` that fits. One
 * object per element that declares `font-size: fit(…)`, shared with the descendants that inherit it. It never
 * changes: layouts have the chosen sizes.
 */
export interface Fit {
  readonly min: number;
  readonly max: number;
}

interface NodeBase {
  /**
   * The position of the node's element in the template: child indexes from the root (`""`). Repeated elements
   * have the index of the repetition. `0/2:1/0` is the first child of the second repetition of the third
   * child of the first.
   */
  readonly path: string;
  readonly style: Style;
  /** The fitted font size that lengths in `Ems` are relative to. */
  readonly fit?: Fit;
}

/** The columns and rows of a table that a cell spans. */
export interface CellSpan {
  readonly columns: number;
  /** 0: all rows that follow in its section. */
  readonly rows: number;
}

export interface ElementNode extends NodeBase {
  readonly kind: "element";
  /** In document order. White space between elements is kept as text; the layout collapses it. */
  readonly children: readonly SceneNode[];
  readonly span?: CellSpan;
  /** Its class names, if they depend on the data. */
  readonly classes?: ReadonlySet<string>;
  /** Whether it is a list marker outside of the lines, however these are aligned. */
  readonly isOutsideMarker?: true;
  /** Elements with the highest number are dropped first while the card does not fit. */
  readonly drop?: number;
}

/** Text in the style of its parent element, with placeholders replaced and `text-transform` applied. */
export interface TextNode extends NodeBase {
  readonly kind: "text";
  readonly text: string;
  /** The paths of the data fields that the text contains. */
  readonly fields: readonly string[];
}

/** A replaced element: `img`, or inline SVG. */
export interface ImageNode extends NodeBase {
  readonly kind: "image";
  /** Absent if the image is unavailable: the box keeps its space and is painted without it. */
  readonly source?: ImageSource;
  /** The texts of an inline SVG, which are painted over its shapes. */
  readonly svgText?: SvgText;
  readonly drop?: number;
}

/** How the coordinates of an SVG are placed in its box. */
export interface SvgViewport {
  /** Absent: the coordinates are pixels. */
  readonly viewBox?: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly fit: "contain" | "cover" | "fill";
  /** Shares of the free space before the `viewBox`: 0, 0.5 or 1. */
  readonly alignX: number;
  readonly alignY: number;
}

export interface SvgText extends SvgViewport {
  readonly runs: readonly SvgTextRun[];
}

/** A part of a text of an inline SVG in one style, on one line. Percentages refer to the `viewBox`. */
export interface SvgTextRun {
  readonly node: TextNode;
  /** Where it starts; with either of them, it is aligned by itself. Absent: after the run before it. */
  readonly x?: Length;
  readonly y?: Length;
  /** Distances that are added. */
  readonly dx: Length;
  readonly dy: Length;
  /** The styles with a transform, from the outermost one. */
  readonly transforms: readonly Style[];
  readonly anchor: "start" | "middle" | "end";
  /** The line of a font that is placed at `y`. */
  readonly baseline: Longhands["dominant-baseline"];
  readonly opacity: number;
}

/** A forced line break. */
export interface BreakNode extends NodeBase {
  readonly kind: "break";
}

export type SceneNode = ElementNode | TextNode | ImageNode | BreakNode;

/** The first and the last weight or width of a font. */
export type FontRange = readonly [min: number, max: number];

/** A font file of the template or its brand. */
export interface FontFace {
  readonly family: string;
  /** A declared range replaces that of the axis of a variable font. A number does not. */
  readonly weight: number | FontRange;
  /** The width in percent, as `weight`. */
  readonly stretch: number | FontRange;
  readonly style: "normal" | "italic";
  /** Asset ID of the font file. */
  readonly asset: string;
}

/** A card as a tree of styled nodes: made from a template, data and a size, and read by the layout. */
export interface Scene {
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  readonly direction: Direction;
  /** Fills the canvas unless its style has another size. */
  readonly root: ElementNode;
  readonly fontFaces: readonly FontFace[];
}
