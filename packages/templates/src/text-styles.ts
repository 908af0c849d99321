import type { Frame, Shape } from "./frame.ts";
import { fit, type TextStyle } from "./scene.ts";

/** Font sizes of the headline at each shape's design size, and the number of lines past which it is truncated. */
const headlineSizes: Record<Shape, { max: number; min: number; lines: number }> = {
  banner: { max: 108, min: 40, lines: 4 },
  wide: { max: 88, min: 40, lines: 8 },
  square: { max: 120, min: 48, lines: 14 },
  tall: { max: 132, min: 48, lines: 16 },
  strip: { max: 76, min: 38, lines: 30 },
};

/** The headline: the largest text of a card, as large as its length allows. `scale` multiplies the largest size. */
export function headlineStyle(frame: Frame, scale = 1): Omit<TextStyle, "color"> {
  const { max, min, lines } = headlineSizes[frame.shape];
  return {
    size: fit(Math.max(24, frame.px(max * scale)), Math.max(14, frame.px(min))),
    weight: 800,
    lineHeight: 1.1,
    maxLines: lines,
    balance: true,
    shrink: 1,
  };
}

/** The text below the headline: a description or tagline. */
export function leadStyle(frame: Frame): Omit<TextStyle, "color"> {
  const sizes: Record<Shape, number> = { banner: 34, wide: 30, square: 40, tall: 44, strip: 34 };
  const lines: Record<Shape, number> = { banner: 1, wide: 2, square: 4, tall: 6, strip: 12 };
  return {
    size: frame.fontSize(sizes[frame.shape]),
    weight: 500,
    lineHeight: 1.4,
    maxLines: lines[frame.shape],
    balance: true,
  };
}

/** The font size of details, in pixels. Labels and monograms are sized relative to it. */
export function detailFontSize(frame: Frame): number {
  const sizes: Record<Shape, number> = { banner: 28, wide: 26, square: 34, tall: 40, strip: 28 };
  return frame.fontSize(sizes[frame.shape]);
}

/** A detail, such as an author, a date or a place: one line, truncated (three lines on a strip). */
export function detailStyle(frame: Frame): Omit<TextStyle, "color"> {
  return {
    size: detailFontSize(frame),
    weight: 500,
    lineHeight: 1.35,
    maxLines: frame.shape === "strip" ? 3 : 1,
    shrink: 1,
  };
}
