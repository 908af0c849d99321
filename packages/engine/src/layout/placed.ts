import type { FontMetrics } from "../fonts/sfnt.ts";
import type { ElementNode, ImageNode, SvgTextRun, TextNode } from "@placard/templates/scene";

/** A rectangle in pixels of the canvas, before transforms. Fractions are kept: painting snaps boxes. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What was laid out with a fitted font size. */
interface Fitted {
  /** The font size that lengths in `Ems` refer to, in pixels; 0 without one. */
  readonly em: number;
}

export interface PlacedElement extends Rect, Fitted {
  readonly kind: "element";
  readonly node: ElementNode;
  /** In document order, absolutely positioned ones included; each is painted within its parent. */
  readonly children: readonly PlacedBox[];
  /** The lines of its text, if it contains inline content; several groups if blocks stand between them. */
  readonly texts: readonly PlacedText[];
}

/** A replaced element with its border box. */
export interface PlacedImage extends Rect, Fitted {
  readonly kind: "image";
  readonly node: ImageNode;
  /** The texts of an inline SVG. */
  readonly texts: readonly PlacedSvgRun[];
}

/** A text of an inline SVG. */
export interface PlacedSvgRun extends Fitted {
  readonly run: SvgTextRun;
  /** In the coordinates of the run. */
  readonly fragments: readonly TextFragment[];
}

export type PlacedBox = PlacedElement | PlacedImage;

/** Inline content that was broken into lines. `Atomic`: what stands for an atomic box in a line. */
export interface PlacedText<Atomic = AtomicFragment> extends Rect {
  readonly lines: readonly Line<Atomic>[];
  /** Whether content is missing at the end. */
  readonly isTruncated: boolean;
  /** Whether its lines run down the card; their coordinates are those before they are turned. */
  readonly isVertical?: boolean;
}

export interface Line<Atomic = AtomicFragment> extends Rect {
  /** The y coordinate of the baseline. */
  readonly baseline: number;
  /** In visual order from left to right. */
  readonly fragments: readonly Fragment<Atomic>[];
}

export type Fragment<Atomic = AtomicFragment> = TextFragment | InlineBoxFragment | Atomic;

/** Text in one style and direction. Its rectangle is its content area (ascent and descent of its font). */
export interface TextFragment extends Rect, Fitted {
  readonly kind: "text";
  readonly node: TextNode;
  readonly text: string;
  /** The y coordinate of the baseline. */
  readonly baseline: number;
  /** Pixels. */
  readonly fontSize: number;
  readonly direction: "ltr" | "rtl";
  /** The language to draw it in, as fontconfig names it. */
  readonly language: string;
  /** The CSS families to draw it with, fallbacks included: the value for `context.font`. */
  readonly families: string;
  /** Of the first of them. */
  readonly metrics: FontMetrics;
  /** Whether upright letters are drawn slanted, because the first of them has no italics. */
  readonly isSlanted?: boolean;
  /** If `text-fit` scales it: shadows and strokes are scaled too. */
  readonly factor?: number;
  /** Its emphasis marks, if it has some. */
  readonly emphasis?: TextFragment;
  /** If letters are spaced: the graphemes and their x coordinates, which are drawn one by one. */
  readonly letters?: readonly { readonly text: string; readonly x: number }[];
}

/** The part of an inline element on one line: its background and borders, painted below the text. */
export interface InlineBoxFragment extends Rect, Fitted {
  readonly kind: "inline-box";
  readonly node: ElementNode;
  /** Whether the element starts or ends here: only there it has a border, padding and rounded corners. */
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

/** An inline-block, inline-flex or image in a line. */
export interface AtomicFragment extends Rect {
  readonly kind: "atomic";
  readonly box: PlacedBox;
}
