import type { Point, Position } from "../../scene/index.ts";
import { after, either, keywords } from "./grammar.ts";
import { scaleLength } from "./math-functions.ts";
import { offset as offsetOfAxis } from "./value-types.ts";

const center: Position = { percent: 50, px: 0 };

/** A keyword with its offset, or an offset alone. */
interface Part {
  readonly edge?: "left" | "right" | "top" | "bottom" | "center";
  readonly offset?: Position | undefined;
}

const offsetOrEdge = either(
  keywords("left", "right", "top", "bottom", "center").map((edge): Part => ({ edge })),
  offsetOfAxis.map((each): Part => ({ offset: each })),
);

/** A position (CSS Values 4, section 8.3): one to four keywords, lengths or percentages. */
export const position = offsetOrEdge.repeat(1, 4).map(toPoint).withSyntax("<position>");

/** `at <position>`, or the center. */
export const atPosition = after(keywords("at"), position).optional({ x: center, y: center });

function toPoint(tokens: readonly Part[]): Point | undefined {
  const [first, second, ...others] = tokens.length > 2 ? joinOffsets(tokens) : tokens;
  if (!first || others.length > 0) return undefined;
  if (!second)
    return axisOf(first) === "y" ? { x: center, y: resolve(first) } : { x: resolve(first), y: center };
  const isSwapped = axisOf(first) === "y" || axisOf(second) === "x";
  const [x, y] = isSwapped ? [second, first] : [first, second];
  if (axisOf(x) === "y" || axisOf(y) === "x") return undefined;
  // Keywords may be swapped, lengths may not.
  return isSwapped && !(x.edge && y.edge) ? undefined : { x: resolve(x), y: resolve(y) };
}

/** `right 10px bottom 20px`, `right 10px top`: each offset belongs to the edge before it. */
function joinOffsets(tokens: readonly Part[]): Part[] {
  const hasEdge = (index: number) => axisOf(tokens[index - 1]) !== undefined;
  if (!tokens.every(({ edge }, index) => edge ?? hasEdge(index))) return [];
  return tokens.flatMap(({ edge }, index) => {
    if (!edge) return [];
    return { edge, offset: edge === "center" ? undefined : tokens[index + 1]?.offset };
  });
}

/** The axis that a keyword is on; undefined if it can be on both. */
function axisOf(part: Part | undefined): "x" | "y" | undefined {
  const edge = part?.edge;
  if (edge === "left" || edge === "right") return "x";
  return edge === "top" || edge === "bottom" ? "y" : undefined;
}

function resolve({ edge, offset = { percent: 0, px: 0 } }: Part): Position {
  if (edge === "center") return center;
  if (edge !== "right" && edge !== "bottom") return offset;
  if (!("calculation" in offset)) return { percent: 100 - offset.percent, px: 0 - offset.px };
  const whole = { kind: "length", px: 0, percent: 100, em: 0 } as const;
  return { calculation: { kind: "sum", args: [whole, scaleLength(offset.calculation, -1)] } };
}
