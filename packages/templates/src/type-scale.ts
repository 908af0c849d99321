import type { Frame, Shape } from "./frame.ts";
import { fit, type TextStyle } from "./scene.ts";

/** Sizes of the headline at the size each shape was designed at; `lines` is what looks like a headline still. */
const headlines: Record<Shape, { max: number; min: number; lines: number }> = {
  banner: { max: 108, min: 40, lines: 4 },
  wide: { max: 88, min: 40, lines: 8 },
  square: { max: 120, min: 48, lines: 14 },
  tall: { max: 132, min: 48, lines: 16 },
  strip: { max: 76, min: 38, lines: 30 },
};

/** A card's headline: by far the largest text, as large as its length lets it be. `scale` enlarges its upper bound. */
export function headline(frame: Frame, scale = 1): Omit<TextStyle, "color"> {
  const { max, min, lines } = headlines[frame.shape];
  return {
    size: fit(Math.max(24, frame.px(max * scale)), Math.max(14, frame.px(min))),
    weight: 800,
    lineHeight: 1.1,
    maxLines: lines,
    balance: true,
    shrink: 1,
  };
}

/** The line that supports the headline. */
export function lead(frame: Frame): Omit<TextStyle, "color"> {
  const sizes: Record<Shape, number> = { banner: 34, wide: 30, square: 40, tall: 44, strip: 34 };
  const lines: Record<Shape, number> = { banner: 1, wide: 2, square: 4, tall: 6, strip: 12 };
  return {
    size: frame.type(sizes[frame.shape]),
    weight: 500,
    lineHeight: 1.4,
    maxLines: lines[frame.shape],
    balance: true,
  };
}

/** The size of a fact, which labels and initials take theirs from. In pixels. */
export function factSize(frame: Frame): number {
  const sizes: Record<Shape, number> = { banner: 28, wide: 26, square: 34, tall: 40, strip: 28 };
  return frame.type(sizes[frame.shape]);
}

/** A fact: who, when, how long. One line, cut where it is too long. */
export function fact(frame: Frame): Omit<TextStyle, "color"> {
  return {
    size: factSize(frame),
    weight: 500,
    lineHeight: 1.35,
    maxLines: frame.shape === "strip" ? 3 : 1,
    shrink: 1,
  };
}
