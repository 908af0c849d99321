import type {
  ColorMix,
  Border,
  Color,
  ConicGradient,
  FilterFunction,
  LinearGradient,
  RadialGradient,
  ImageSource,
  Sides,
  Style,
  TextDecoration,
} from "@placard/templates/scene";
import type { CanvasRenderingContext2D } from "canvas";
import type { Rect, TextFragment } from "../layout/placed.ts";
import type { ClipShape } from "./clip-shape.ts";
import type { Matrix } from "./matrix.ts";
import type { RoundedRect } from "./rounded-rect.ts";

/**
 * One thing to paint. Lengths are pixels of the card before transforms. Commands that are equal as JSON paint
 * the same, unless they contain text or a remote image.
 */
export type PaintCommand =
  FillCommand | TileCommand | BorderCommand | ImageCommand | TextCommand | LineCommand;

export interface FillCommand {
  readonly kind: "fill";
  readonly shape: RoundedRect;
  /** What of the shape is not filled. */
  readonly hole?: RoundedRect;
  readonly color: Color;
}

/** One layer of a background. */
export interface TileCommand {
  readonly kind: "tile";
  readonly image: ResolvedGradient | ImageSource;
  readonly clip: RoundedRect;
  /** The position and size of one tile. */
  readonly tile: Rect;
  readonly repeat: { readonly x: boolean; readonly y: boolean };
  /** The space between repeated tiles, in pixels. */
  readonly gap?: { readonly x: number; readonly y: number };
}

/** Positions increase. 1 is the end of the gradient line or the ending shape. */
export interface ResolvedStop {
  readonly color: Color;
  readonly position: number;
  /** How the colors from this stop to the next one are mixed. Default: in sRGB. */
  readonly mix?: ColorMix;
  /** The position at which the color is halfway to the next one; otherwise the middle. */
  readonly hint?: number;
}

/** A gradient within one tile. */
export type ResolvedGradient = { readonly isRepeating: boolean; readonly stops: readonly ResolvedStop[] } & (
  | {
      readonly kind: LinearGradient["kind"];
      readonly x0: number;
      readonly y0: number;
      readonly x1: number;
      readonly y1: number;
    }
  | {
      readonly kind: RadialGradient["kind"];
      readonly x: number;
      readonly y: number;
      readonly radiusX: number;
      readonly radiusY: number;
    }
  | {
      readonly kind: ConicGradient["kind"];
      readonly x: number;
      readonly y: number;
      /** Where it starts, as a share of the circle; 0 points up. */
      readonly from: number;
    }
);

/** A border or an outline: it lies inside `shape`. */
export interface BorderCommand {
  readonly kind: "border";
  readonly shape: RoundedRect;
  readonly sides: Sides<Border>;
}

export interface ImageCommand {
  readonly kind: "image";
  readonly source: ImageSource;
  /** Where the whole image goes. */
  readonly area: Rect;
  readonly clip: RoundedRect;
  /** With `object-fit: auto`: where the image goes instead if it has a ground. */
  readonly fitted?: FittedImage;
}

/** An image with transparent or plain edges, which is shown whole. */
export interface FittedImage {
  readonly area: Rect;
  /** Whether the element has a background, which is then the ground of a transparent image. */
  readonly hasBackground: boolean;
}

/** The glyphs of a text. */
export interface TextCommand {
  readonly kind: "text";
  readonly fragment: TextFragment;
  readonly color: Color;
  readonly stroke?: TextStroke;
}

/** The outline of glyphs. Half of its width, in pixels, is outside of them. */
export type TextStroke = NonNullable<Style["textStroke"]>;

export interface LineCommand {
  readonly kind: "line";
  /** Its full length and thickness. */
  readonly rect: Rect;
  readonly style: TextDecoration["style"];
  readonly color: Color;
  /** The text whose glyphs interrupt the line. */
  readonly skipped?: { readonly fragment: TextFragment; readonly skipInk: TextDecoration["skipInk"] };
}

/** What commands are painted in: a clip or a transform, inside of `parent`. */
export type Scope = { readonly parent: Scope | undefined } & (
  | { readonly kind: "clip"; readonly shape: ClipShape }
  | { readonly kind: "transform"; readonly matrix: Matrix }
);

/** A command with its scope. */
export interface Item {
  readonly kind: "item";
  readonly scope: Scope | undefined;
  readonly command: PaintCommand;
}

/**
 * Items that are painted together on a layer. It is filtered, masked, made translucent and blended with what
 * is below, in this order (Filter Effects 1, section 3; CSS Masking 1, section 3).
 */
export interface Group {
  readonly kind: "group";
  /** From 0 to 1. */
  readonly opacity: number;
  readonly items: readonly DisplayItem[];
  /** The opaque color of all that is painted, if it is the shadow of a box or a text. */
  readonly shadow?: Color;
  /** Whether the items blend only with each other, so that they need a layer. */
  readonly isIsolated?: true;
  /** The clips and transforms of the element: for the filtered layer, lengths of filters and the backdrop. */
  readonly scope?: Scope | undefined;
  readonly filter?: readonly FilterFunction[];
  /** What is below the shape is filtered and replaced. */
  readonly backdrop?: { readonly filter: readonly FilterFunction[]; readonly shape: RoundedRect };
  /** Items whose alpha is the opacity of the layer. */
  readonly mask?: readonly DisplayItem[];
  readonly blend?: CanvasRenderingContext2D["globalCompositeOperation"];
}

/** What is painted, in order from the back to the front. */
export type DisplayItem = Item | Group;
