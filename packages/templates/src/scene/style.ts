import type { Direction } from "../direction.ts";
import type {
  BackgroundLayer,
  BoxShadow,
  Color,
  CornerRadius,
  Corners,
  Ems,
  Length,
  LengthOrAuto,
  Position,
  Sides,
  Size,
  TextShadow,
  Transform,
} from "./values.ts";

/** The weights of fonts. */
export type FontWeight = 100 | 200 | 300 | 400 | 500 | 600 | 700 | 800 | 900;

export type BorderStyle = "none" | "solid" | "dashed" | "dotted";

export interface Border {
  /** Pixels; 0 if the style is `none`. */
  readonly width: number;
  readonly style: BorderStyle;
  readonly color: Color;
}

export type ItemAlignment = "stretch" | "flex-start" | "flex-end" | "center" | "baseline";
export type ContentDistribution =
  | "normal"
  | "stretch"
  | "flex-start"
  | "flex-end"
  | "center"
  | "space-between"
  | "space-around"
  | "space-evenly";

/** The computed layout properties of a box, with physical sides. */
export interface LayoutStyle {
  readonly display: "block" | "flex" | "inline" | "inline-block" | "inline-flex";
  readonly position: "static" | "relative" | "absolute";
  readonly inset: Sides<LengthOrAuto>;
  readonly width: Size;
  readonly height: Size;
  readonly minWidth: Size;
  readonly minHeight: Size;
  readonly maxWidth: Size | "none";
  readonly maxHeight: Size | "none";
  /** Width divided by height. */
  readonly aspectRatio: number | undefined;
  readonly boxSizing: "border-box" | "content-box";
  readonly margin: Sides<LengthOrAuto>;
  readonly padding: Sides<Length>;
  readonly border: Sides<Border>;
  readonly overflow: "visible" | "hidden";
  readonly flexDirection: "row" | "row-reverse" | "column" | "column-reverse";
  readonly flexWrap: "nowrap" | "wrap" | "wrap-reverse";
  readonly flexGrow: number;
  readonly flexShrink: number;
  readonly flexBasis: Size | "content";
  readonly order: number;
  readonly justifyContent: ContentDistribution;
  readonly alignItems: ItemAlignment;
  readonly alignContent: ContentDistribution;
  readonly alignSelf: ItemAlignment | "auto";
  readonly rowGap: Length;
  readonly columnGap: Length;
  readonly zIndex: number | "auto";
}

/** The computed properties that paint a box. */
export interface PaintStyle {
  readonly isVisible: boolean;
  /** From 0 to 1. */
  readonly opacity: number;
  readonly backgroundColor: Color;
  /** The first layer is on top. */
  readonly background: readonly BackgroundLayer[];
  readonly borderRadius: Corners<CornerRadius>;
  /** The first shadow is on top. */
  readonly boxShadow: readonly BoxShadow[];
  readonly outline: Border;
  /** Pixels. */
  readonly outlineOffset: number;
  readonly transform: readonly Transform[];
  readonly transformOrigin: { readonly x: Position; readonly y: Position };
  /** `auto`: as `contain` for an image with transparent or plain edges, otherwise as `cover`. */
  readonly objectFit: "fill" | "contain" | "cover" | "none" | "scale-down" | "auto";
  readonly objectPosition: { readonly x: Position; readonly y: Position };
}

/** The computed properties of text. All are inherited, except `lineClamp`, `textOverflow`, `verticalAlign`, `textDecoration`. */
export interface TextStyle {
  readonly direction: Direction;
  /** The language of the text (BCP 47) if the template states it. */
  readonly lang: string | undefined;
  readonly color: Color;
  /** Font families by preference; the renderer adds fallbacks. A generic family is `sans-serif`, `serif` or `monospace`. */
  readonly fontFamily: readonly string[];
  /** Pixels, or a multiple of the fitted size of the node's `fit`. */
  readonly fontSize: number | Ems;
  readonly fontWeight: FontWeight;
  readonly fontStyle: "normal" | "italic";
  /** A factor of the font size, or an absolute length. */
  readonly lineHeight: "normal" | { readonly factor: number } | number | Ems;
  readonly letterSpacing: number | Ems;
  readonly textAlign: "left" | "right" | "center" | "start" | "end";
  readonly textWrap: "wrap" | "balance" | "pretty";
  readonly whiteSpace: "normal" | "nowrap" | "pre-line" | "pre-wrap" | "pre";
  readonly wordBreak: "normal" | "break-all" | "keep-all" | "auto-phrase";
  readonly overflowWrap: "normal" | "break-word" | "anywhere";
  readonly hyphens: "manual" | "none" | "auto";
  readonly textShadow: readonly TextShadow[];
  /** The lines that decorate the text, of this element and of its ancestors. */
  readonly textDecoration: readonly TextDecoration[];
  /** The number of lines after which the text of a block is truncated. */
  readonly lineClamp: number | undefined;
  readonly textOverflow: "clip" | "ellipsis";
  readonly verticalAlign: "baseline" | "top" | "middle" | "bottom" | "text-top" | "text-bottom" | number;
}

export interface TextDecoration {
  readonly line: "underline" | "overline" | "line-through";
  readonly style: "solid" | "double" | "dotted" | "dashed";
  readonly color: Color;
  /** Pixels. */
  readonly thickness: number | Ems;
  /** Pixels; the distance of an underline from its default position. */
  readonly offset: number | Ems | "auto";
}

/** The computed style of a node. Styles are shared between nodes and between cards: they must not be changed. */
export interface Style extends LayoutStyle, PaintStyle, TextStyle {}
