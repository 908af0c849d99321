/** A rectangle in fractions of a card's width and height, from its top left corner. */
export interface CardRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a platform covers the cards that it shows with its own text and buttons. */
export interface SafeArea {
  readonly platform: "x" | "stories";
  /** Display name. */
  readonly name: string;
  /** The shapes of cards that the platform shows like this: width divided by height, inclusive. */
  readonly minAspectRatio: number;
  readonly maxAspectRatio: number;
  /** What the platform covers. Text belongs outside. */
  readonly covered: readonly CardRect[];
}

/**
 * The safe areas of all platforms that draw over cards.
 *
 * X: the page's title is a chip, 20 px high, 12 px from the left and the bottom edge. A post is 430 to 600 px
 * wide, so the chip ends 10 to 14 % above the bottom edge. Titles of up to 60 characters stay within three
 * quarters of the width.
 *
 * Stories of Instagram and Facebook: the account's name is above 14 % of the height, and the reply field
 * below 80 %. Meta recommends this for 1080×1920.
 */
export const safeAreas: readonly SafeArea[] = [
  {
    platform: "x",
    name: "X",
    minAspectRatio: 1.35,
    maxAspectRatio: 2.6,
    covered: [{ x: 0, y: 0.86, width: 0.75, height: 0.14 }],
  },
  {
    platform: "stories",
    name: "Stories",
    minAspectRatio: 0.45,
    maxAspectRatio: 0.65,
    covered: [
      { x: 0, y: 0, width: 1, height: 0.14 },
      { x: 0, y: 0.8, width: 1, height: 0.2 },
    ],
  },
];

/** The safe areas of the platforms that show cards of a size, in pixels. */
export function safeAreasOf({ width, height }: { width: number; height: number }): SafeArea[] {
  const ratio = width / height;
  return safeAreas.filter(
    ({ minAspectRatio, maxAspectRatio }) => ratio >= minAspectRatio && ratio <= maxAspectRatio,
  );
}
