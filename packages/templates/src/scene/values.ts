import type { blendModes } from "../language/css/properties/background.ts";

/** A percentage of the reference length of its property. */
export interface Percent {
  readonly percent: number;
}

/** A multiple of a fitted font size (`font-size: fit(…)`), whose pixels only the layout knows. */
export interface Ems {
  readonly em: number;
}

/** A sum of lengths, or the smallest or largest of some (CSS Values 4, section 10). */
export type Calculation =
  | { readonly kind: "length"; readonly px: number; readonly percent: number; readonly em: number }
  | { readonly kind: "sum" | "min" | "max"; readonly args: readonly Calculation[] };

/** A length that only the layout can compute, such as `calc(100% - 20px)`. */
export interface CalculatedLength {
  readonly calculation: Calculation;
  readonly hasPercent: boolean;
}

/** A length in pixels, a percentage, or a multiple of a fitted font size. Other units become pixels. */
export type Length = number | Percent | Ems | CalculatedLength;
export type LengthOrAuto = Length | "auto";

/** The size of a box along one axis. */
export type Size = LengthOrAuto | "min-content" | "max-content" | "fit-content" | "stretch";

/** Where boxes stand along an axis (CSS Box Alignment 3). `isSafe`: if they overflow, at the start. */
export interface Alignment<P extends string> {
  readonly position: P;
  readonly isSafe: boolean;
}

/** A color: `#rrggbb`, or `#rrggbbaa` if it is not opaque. */
export type Color = string;

/** One value for each physical side of a box. */
export interface Sides<T> {
  readonly top: T;
  readonly right: T;
  readonly bottom: T;
  readonly left: T;
}

/** One value for each physical corner of a box. */
export interface Corners<T> {
  readonly topLeft: T;
  readonly topRight: T;
  readonly bottomRight: T;
  readonly bottomLeft: T;
}

/** The radii of a corner. */
export interface CornerRadius {
  readonly x: Length;
  readonly y: Length;
  /** The parameter of a superellipse if it is not an ellipse: 0 is a straight line. */
  readonly curve?: number;
}

/** A point on an axis: a percentage of the free space plus pixels (`right 10px` is 100 % − 10 px). */
export type Position =
  { readonly percent: number; readonly px: number } | { readonly calculation: Calculation };

/** A point in a box. */
export interface Point {
  readonly x: Position;
  readonly y: Position;
}

/** A color stop; without a position, it is placed evenly between its neighbors. */
export interface ColorStop {
  readonly color: Color;
  /** Of a conic gradient: a percentage of the circle. */
  readonly position?: Length;
  /** How the colors from this stop to the next one are mixed. Default: in sRGB. */
  readonly mix?: ColorMix;
}

/** Colors between two others, in the arguments of CSS's `color-mix()`. */
export interface ColorMix {
  /** `oklch longer hue`. */
  readonly space: string;
  /** CSS colors, which may be outside sRGB. */
  readonly from: string;
  readonly to: string;
  /** How many parts the colors between them are computed in. */
  readonly parts: number;
}

/** Where the color between two stops is halfway (CSS Images 4, section 3.5.3). */
export interface ColorHint {
  readonly position: Length;
}

interface GradientBase {
  readonly isRepeating: boolean;
  readonly stops: readonly (ColorStop | ColorHint)[];
}

/** CSS Images 3, section 3.1. The angle is in degrees: 0 points up, 90 to the right. */
export interface LinearGradient extends GradientBase {
  readonly kind: "linear-gradient";
  readonly direction:
    | { readonly angle: number }
    | { readonly toX: "left" | "right" | "center"; readonly toY: "top" | "bottom" | "center" };
}

/** CSS Images 3, section 3.2. */
export interface RadialGradient extends GradientBase {
  readonly kind: "radial-gradient";
  readonly shape: "circle" | "ellipse";
  readonly size:
    | "closest-side"
    | "closest-corner"
    | "farthest-side"
    | "farthest-corner"
    | { readonly x: Length; readonly y: Length };
  readonly center: Point;
}

/** CSS Images 4, section 3.3. `from` is in degrees; 0 points up. */
export interface ConicGradient extends GradientBase {
  readonly kind: "conic-gradient";
  readonly from: number;
  readonly center: Point;
}

export type Gradient = LinearGradient | RadialGradient | ConicGradient;

/** The pixels of an image: a stored asset, an SVG document, or a remote image. */
export type ImageSource =
  | {
      readonly kind: "asset";
      /** Asset ID, or a data URL of the template. */
      readonly id: string;
      /** Intrinsic size in pixels. */
      readonly width: number;
      readonly height: number;
    }
  | {
      readonly kind: "svg";
      /** Markup or, for an asset, its ID; `currentColor` in it is `color`. */
      readonly svg: { readonly markup: string } | { readonly id: string };
      readonly color: Color;
      /** Intrinsic size in pixels; absent if the document has none. */
      readonly width?: number;
      readonly height?: number;
      /** Width divided by height, from its size or its viewBox. */
      readonly aspectRatio?: number;
    }
  | {
      readonly kind: "remote";
      readonly url: string;
      /** The path of the data field that holds the URL. */
      readonly field: string;
    };

/** How an image fills its area a whole number of times: `round` scales it, `space` puts space between. */
export type Repeat = "repeat" | "no-repeat" | "round" | "space";

/** A part of a box that something covers. */
export type BoxName = "border-box" | "padding-box" | "content-box";

/** One layer of `background-image` with its placement (CSS Backgrounds 3, section 2). */
export interface BackgroundLayer {
  readonly image: Gradient | ImageSource;
  readonly size: "cover" | "contain" | { readonly width: LengthOrAuto; readonly height: LengthOrAuto };
  readonly position: Point;
  readonly repeat: { readonly x: Repeat; readonly y: Repeat };
  readonly origin: BoxName;
  readonly clip: BoxName | "text";
  /** How it is blended with the layers below it; absent if it is not. */
  readonly blend?: BlendMode;
}

/** Compositing and Blending 1, section 10. */
export type BlendMode = (typeof blendModes)[number];

/** One layer of `mask-image` with its placement (CSS Masking 1, section 4). The first one is on top. */
export interface MaskLayer extends BackgroundLayer {
  readonly clip: BoxName;
  readonly composite: "add" | "subtract" | "intersect" | "exclude";
}

/** Four rows of five: red, green, blue and alpha of the result, from the source's and a constant. */
export type ColorMatrix = readonly number[];

/** A filter function (Filter Effects 1, section 5). Lengths in pixels; deviations of Gaussian blurs. */
export type FilterFunction =
  | { readonly kind: "blur"; readonly deviation: number }
  | { readonly kind: "color-matrix"; readonly matrix: ColorMatrix }
  | {
      readonly kind: "drop-shadow";
      readonly x: number;
      readonly y: number;
      readonly deviation: number;
      readonly color: Color;
    };

/** An absolute command of a path. */
export type PathSegment =
  | readonly ["M" | "L", number, number]
  | readonly ["C", number, number, number, number, number, number]
  | readonly ["Z"];

type ShapeRadius = Position | "closest-side" | "farthest-side";

/** CSS Shapes 1, section 3. */
export type BasicShape =
  | ({ readonly kind: "inset"; readonly radii: Corners<CornerRadius> } & Sides<Position>)
  | {
      readonly kind: "ellipse";
      readonly isCircle: boolean;
      readonly x: ShapeRadius;
      readonly y: ShapeRadius;
      readonly center: Point;
    }
  | {
      readonly kind: "polygon";
      readonly rule: "nonzero" | "evenodd";
      readonly points: readonly Point[];
    }
  | {
      readonly kind: "path";
      readonly rule: "nonzero" | "evenodd";
      readonly segments: readonly PathSegment[];
    };

/** A shape in a box, or the box with its rounded corners. */
export interface ClipPath {
  readonly box: BoxName;
  readonly shape?: BasicShape;
}

/** What paints an element and its descendants as one layer, besides `opacity`. */
export interface LayerStyle {
  readonly filter: readonly FilterFunction[];
  readonly backdropFilter: readonly FilterFunction[];
  readonly blend: BlendMode;
  readonly clipPath?: ClipPath;
  readonly mask: readonly MaskLayer[];
}

/** Lengths in pixels. */
export interface BoxShadow {
  readonly x: number;
  readonly y: number;
  readonly blur: number;
  readonly spread: number;
  readonly color: Color;
  readonly isInset?: true;
}

/** Lengths in pixels, or multiples of a fitted font size. */
export interface TextShadow {
  readonly x: number | Ems;
  readonly y: number | Ems;
  readonly blur: number | Ems;
  readonly color: Color;
}

/** One transform function; angles in degrees. */
export type Transform =
  | { readonly kind: "translate"; readonly x: Length; readonly y: Length }
  | { readonly kind: "rotate"; readonly angle: number }
  | { readonly kind: "scale"; readonly x: number; readonly y: number }
  | { readonly kind: "skew"; readonly x: number; readonly y: number };

/** The weights of fonts that are not variable. */
export type FontWeight = 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900;

export type BorderStyle = "none" | "solid" | "double" | "dashed" | "dotted";

export interface Border {
  /** Pixels; 0 if the style is `none`. */
  readonly width: number;
  readonly style: BorderStyle;
  readonly color: Color;
}

export type TextDecorationLine = "underline" | "overline" | "line-through";

/** The edges that the first and the last line are trimmed to (CSS Inline 3, section 5); undefined if not. */
export interface TextBox {
  readonly over: "text" | "cap" | "ex" | undefined;
  readonly under: "text" | "alphabetic" | undefined;
}

/** `text-fit` (CSS Text 5, section 1.1): the range of the factor by which lines are scaled, which has 1. */
export interface TextFit {
  readonly min: number;
  readonly max: number;
  readonly target: "consistent" | "per-line" | "per-line-all";
}

/** A sizing function of a grid track (CSS Grid 2, section 7.2). */
export type TrackBreadth = Length | "auto" | "min-content" | "max-content";

/** The smallest and the largest size of a grid track. */
export interface TrackSize {
  readonly min: TrackBreadth;
  readonly max: TrackBreadth | { readonly fr: number } | { readonly fitContent: Length };
}

/** Tracks, and the names of the lines around them: one list more than tracks. */
export interface Tracks {
  readonly sizes: readonly TrackSize[];
  readonly lineNames: readonly (readonly string[])[];
}

/** A track list: plain tracks and at most one automatic repetition. Other repetitions are expanded. */
export type TrackList = readonly (Tracks & { readonly repeat?: "auto-fill" | "auto-fit" })[];

/** An edge of a grid item (CSS Grid 2, section 8.3). */
export type GridLine =
  | "auto"
  | { readonly kind: "line"; readonly name?: string | undefined; readonly index: number }
  | { readonly kind: "span"; readonly name?: string | undefined; readonly count: number }
  /** A named area, or a line with a name. */
  | { readonly kind: "name"; readonly name: string };

/** Grid lines of a named area, from 0. */
export interface GridArea {
  readonly rowStart: number;
  readonly rowEnd: number;
  readonly columnStart: number;
  readonly columnEnd: number;
}

/** `grid-template-areas`. */
export interface GridAreas {
  readonly rows: number;
  readonly columns: number;
  readonly areas: Readonly<Record<string, GridArea>>;
}
