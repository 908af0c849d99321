import type { Longhands } from "../css/properties/longhands.ts";

export type Side = "top" | "right" | "bottom" | "left";

/** The sides of the card at the top, the right … of lines that run down the card. */
const turnedSides: Readonly<Record<Side, Side>> = {
  top: "right",
  right: "bottom",
  bottom: "left",
  left: "top",
};

/** The margins, padding and border of an inline element belong to its line, which may be turned. */
export function sideOfLine(side: Side, mode: Longhands["writing-mode"], isInline: boolean): Side {
  return isInline && mode === "vertical-rl" ? turnedSides[side] : side;
}

/** Shadows fall to the same side of the card whether or not their text is turned. */
export function turnedShadows(values: Longhands): Longhands["text-shadow"] {
  const shadows = values["text-shadow"];
  if (values["writing-mode"] !== "vertical-rl") return shadows;
  return shadows.map(({ x, y, ...shadow }) => ({
    ...shadow,
    x: y,
    y: typeof x === "number" ? -x : { em: -x.em },
  }));
}

/**
 * The direction of the items of a flex container on the card, and the gaps between its rows and columns.
 * Blocks of vertical text stand side by side, as a column of flex items does.
 */
export function flexFlow(values: Longhands, isFlex: boolean) {
  const { "flex-direction": own, "row-gap": rowGap, "column-gap": columnGap } = values;
  if (values["writing-mode"] !== "vertical-rl") return { flexDirection: own, rowGap, columnGap };
  return { flexDirection: turnedFlow[isFlex ? own : "column"], rowGap: columnGap, columnGap: rowGap };
}

/** Rows run down the card, and columns to the left. */
const turnedFlow = {
  row: "column",
  "row-reverse": "column-reverse",
  column: "row-reverse",
  "column-reverse": "row",
} as const;
