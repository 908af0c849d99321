import type { Frame, Shape } from "./frame.ts";
import { fit, type TextStyle } from "./scene.ts";

/** Sizes of the headline at the size each shape was designed at; `lines` is what looks like a headline still. */
const headlines: Record<Shape, { max: number; min: number; lines: number }> = {
  banner: { max: 108, min: 40, lines: 4 },
  wide: { max: 88, min: 40, lines: 8 },
  square: { max: 108, min: 46, lines: 14 },
  tall: { max: 108, min: 46, lines: 16 },
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
  const lines: Record<Shape, number> = { banner: 1, wide: 2, square: 4, tall: 6, strip: 12 };
  return {
    size: frame.type(frame.shape === "wide" ? 30 : 34),
    weight: 500,
    lineHeight: 1.4,
    maxLines: lines[frame.shape],
    balance: true,
  };
}

/** A fact: who, when, how long. One line, cut where it is too long. */
export function fact(frame: Frame): Omit<TextStyle, "color"> {
  return {
    size: frame.type(frame.shape === "wide" ? 26 : 28),
    weight: 500,
    lineHeight: 1.35,
    maxLines: frame.shape === "strip" ? 3 : 1,
    shrink: 1,
  };
}
