/** The size of a card, in whole pixels. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
}

/**
 * The kind of composition a size calls for, from the flattest to the narrowest. A link preview (1200×630) is
 * "wide", a profile post (1080×1080) "square", a story (1080×1920) "tall".
 */
export type Shape = "banner" | "wide" | "square" | "tall" | "strip";

/** A canvas with the measures that follow from its size. All lengths in whole pixels. */
export interface Frame extends Canvas {
  readonly shape: Shape;
  /** Space kept free along every edge. */
  readonly margin: number;
  /** True where only a title and a fact or two are legible. */
  readonly tiny: boolean;
  /** A length of the design (drawn at 1200×630) at this size; never less than 1. */
  px(length: number): number;
  /** A font size of the design at this size, held at what a reader can still make out. */
  type(size: number): number;
}

/** The size each shape was designed at: lengths scale with the tighter of the two sides. */
const designs: Record<Shape, Canvas> = {
  banner: { width: 1500, height: 300 },
  wide: { width: 1200, height: 630 },
  square: { width: 1000, height: 1000 },
  tall: { width: 900, height: 1400 },
  strip: { width: 480, height: 1400 },
};

const smallestType = 11;

/** Works out the measures of a canvas. */
export function frameOf({ width, height }: Canvas): Frame {
  const shape = shapeOf(width / height);
  const design = designs[shape];
  const unit = Math.min(width / design.width, height / design.height);
  const px = (length: number): number => Math.max(1, Math.round(length * unit));
  return {
    width,
    height,
    shape,
    margin: Math.max(14, px(shape === "banner" || shape === "strip" ? 48 : 72)),
    tiny: unit < 0.34,
    px,
    type: (size) => Math.max(smallestType, px(size)),
  };
}

function shapeOf(ratio: number): Shape {
  if (ratio > 2.6) return "banner";
  if (ratio > 1.35) return "wide";
  if (ratio > 0.8) return "square";
  if (ratio > 0.4) return "tall";
  return "strip";
}
