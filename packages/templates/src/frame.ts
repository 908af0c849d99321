/** The size of a card, in whole pixels. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
}

/**
 * The aspect ratio of a canvas, which decides the layout, from the widest to the narrowest. A link preview (1200×630) is
 * "wide", a social media post (1080×1080) "square", a story (1080×1920) "tall".
 */
export type Shape = "banner" | "wide" | "square" | "tall" | "strip";

/** A canvas with the measurements that are derived from its size. All lengths in whole pixels. */
export interface Frame extends Canvas {
  readonly shape: Shape;
  /** Empty space along every edge. */
  readonly margin: number;
  /** Whether only a title and one or two details are legible. */
  readonly isTiny: boolean;
  /** Scales a length from the shape's design size to this canvas; at least 1. */
  px(length: number): number;
  /** Scales a font size from the shape's design size to this canvas; at least the smallest legible size. */
  fontSize(size: number): number;
}

/** The size at which each shape was designed. Lengths scale by the smaller of the ratios of the two sides. */
const designs: Record<Shape, Canvas> = {
  banner: { width: 1500, height: 300 },
  wide: { width: 1200, height: 630 },
  square: { width: 1000, height: 1000 },
  tall: { width: 900, height: 1400 },
  strip: { width: 480, height: 1400 },
};

const minFontSize = 11;

/** Derives the measurements of a canvas. */
export function createFrame({ width, height }: Canvas): Frame {
  const shape = chooseShape(width / height);
  const design = designs[shape];
  const scale = Math.min(width / design.width, height / design.height);
  const px = (length: number): number => Math.max(1, Math.round(length * scale));
  return {
    width,
    height,
    shape,
    margin: Math.max(14, px(shape === "banner" || shape === "strip" ? 48 : 72)),
    isTiny: scale < 0.34,
    px,
    fontSize: (size) => Math.max(minFontSize, px(size)),
  };
}

function chooseShape(ratio: number): Shape {
  if (ratio > 2.6) return "banner";
  if (ratio > 1.35) return "wide";
  if (ratio > 0.8) return "square";
  if (ratio > 0.4) return "tall";
  return "strip";
}
