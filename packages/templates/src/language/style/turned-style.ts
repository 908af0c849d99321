import type { Longhands } from "../css/properties/longhands.ts";

export type Side = "top" | "right" | "bottom" | "left";

/** The sides of the card at the top, the right … of lines that are turned to the right, or to the left. */
const turnedSides: Readonly<Record<"right" | "left", Readonly<Record<Side, Side>>>> = {
  right: { top: "right", right: "bottom", bottom: "left", left: "top" },
  left: { top: "left", right: "top", bottom: "right", left: "bottom" },
};

/** Which way the lines of a writing mode are turned; undefined if they are horizontal. */
function turnOf(mode: Longhands["writing-mode"]): "right" | "left" | undefined {
  if (mode === "horizontal-tb") return undefined;
  return mode === "sideways-lr" ? "left" : "right";
}

/** The margins, padding and border of an inline element belong to its line, which may be turned. */
export function sideOfLine(side: Side, mode: Longhands["writing-mode"], isInline: boolean): Side {
  const turn = isInline ? turnOf(mode) : undefined;
  return turn ? turnedSides[turn][side] : side;
}

/** Shadows fall to the same side of the card whether or not their text is turned. */
export function turnedShadows(values: Longhands): Longhands["text-shadow"] {
  const turn = turnOf(values["writing-mode"]);
  const shadows = values["text-shadow"];
  if (!turn) return shadows;
  const negate = (length: (typeof shadows)[number]["x"]) =>
    typeof length === "number" ? -length : { em: -length.em };
  return shadows.map((shadow) => {
    const { x, y } = shadow;
    return { ...shadow, ...(turn === "right" ? { x: y, y: negate(x) } : { x: negate(y), y: x }) };
  });
}

/**
 * The direction of the items of a flex container on the card, and the gaps between its rows and columns.
 * Blocks of vertical text stand side by side, as a column of flex items does.
 */
export function flexFlow(values: Longhands, isFlex: boolean) {
  const { "flex-direction": own, "row-gap": rowGap, "column-gap": columnGap } = values;
  const mode = values["writing-mode"];
  const turn = turnOf(mode);
  if (!turn) return { flexDirection: own, rowGap, columnGap };
  const direction = isFlex ? own : "column";
  const isRow = direction.startsWith("row");
  // Rows run down or up the card; columns run to the left in `vertical-rl` and `sideways-rl`.
  const isBackwards = direction.endsWith("-reverse") !== (isRow ? turn === "left" : mode.endsWith("rl"));
  const flexDirection = `${isRow ? "column" : "row"}${isBackwards ? "-reverse" : ""}` as const;
  return { flexDirection, rowGap: columnGap, columnGap: rowGap };
}
