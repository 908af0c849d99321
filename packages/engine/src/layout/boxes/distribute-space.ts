import type { Style } from "@placard/templates/scene";
import { snap, type Axis } from "./lengths.ts";

/** Free space before the first item and additional space between items, in pixels. */
export interface Distribution {
  readonly before: number;
  readonly between: number;
}

const none: Distribution = { before: 0, between: 0 };

/**
 * Distributes free space among `count` items (CSS Box Alignment 3, section 5.3). If it is negative,
 * `space-between` falls back to the start of the axis. The others fall back to the start of the text: the end
 * of a reversed axis.
 */
export function distributeSpace(
  alignment: Style["justifyContent"],
  free: number,
  count: number,
  isReversed: boolean,
): Distribution {
  if (free < 0 && isReversed && (alignment === "space-around" || alignment === "space-evenly")) {
    return { before: free, between: 0 };
  }
  switch (alignment) {
    case "safe flex-start":
    case "safe flex-end":
    case "safe center":
      if (free < 0) return isReversed ? { before: free, between: 0 } : none;
      return distributeSpace(
        alignment === "safe center" ? "center" : unsafe(alignment),
        free,
        count,
        isReversed,
      );
    case "flex-end":
      return { before: free, between: 0 };
    case "center":
      return { before: snap(free / 2), between: 0 };
    case "space-between":
      return free > 0 && count > 1 ? { before: 0, between: free / (count - 1) } : none;
    case "space-around":
      return free > 0 && count > 0 ? { before: free / count / 2, between: free / count } : none;
    case "space-evenly":
      return free > 0 ? { before: free / (count + 1), between: free / (count + 1) } : none;
    case "normal":
    case "stretch":
    case "flex-start":
    default:
      return none;
  }
}

function unsafe(alignment: "safe flex-start" | "safe flex-end") {
  return alignment === "safe flex-end" ? "flex-end" : "flex-start";
}

/** An alignment of an item relative to the axis of its line or area. */
export type ItemAlignment = Exclude<Style["alignItems"], "normal" | `${"" | "safe "}self-${"start" | "end"}`>;

/**
 * The alignment of an item along an axis of its container. `start` and `end` ignore that lines are reversed;
 * `self-start` and `self-end` follow the text of the item (CSS Box Alignment 3, section 4.1).
 */
export function itemAlignment(
  axis: Axis,
  specified: Style["alignSelf"],
  item: Style,
  container: Style,
): ItemAlignment | "normal" {
  const isFlex = container.display.endsWith("flex");
  const containerAlignment = axis === "x" && !isFlex ? container.justifyItems : container.alignItems;
  const alignment = specified === "auto" ? containerAlignment : specified;
  const edge = textEdges.get(alignment);
  if (!edge) return alignment as ItemAlignment;
  const isOpposite = edge.isOfItem && axis === "x" && item.direction !== container.direction;
  const isReversed = (isFlex && container.flexWrap === "wrap-reverse") !== isOpposite;
  const position = edge.isStart === isReversed ? "flex-end" : "flex-start";
  return edge.isSafe ? `safe ${position}` : position;
}

/** The alignments to an edge of the text, which is the container's or the item's own. */
const textEdges: ReadonlyMap<string, { isStart: boolean; isOfItem: boolean; isSafe: boolean }> = new Map([
  ["start", { isStart: true, isOfItem: false, isSafe: false }],
  ["end", { isStart: false, isOfItem: false, isSafe: false }],
  ["self-start", { isStart: true, isOfItem: true, isSafe: false }],
  ["self-end", { isStart: false, isOfItem: true, isSafe: false }],
  ["safe start", { isStart: true, isOfItem: false, isSafe: true }],
  ["safe end", { isStart: false, isOfItem: false, isSafe: true }],
  ["safe self-start", { isStart: true, isOfItem: true, isSafe: true }],
  ["safe self-end", { isStart: false, isOfItem: true, isSafe: true }],
]);

/**
 * The offset of an item from the start of its line or area. `safe`: if it overflows, it stands at the start of
 * the text, also if the axis is reversed.
 */
export function align(alignment: ItemAlignment | "normal", free: number, isReversed = false): number {
  if (free < 0 && alignment.startsWith("safe ")) return isReversed ? free : 0;
  if (alignment === "flex-end" || alignment === "safe flex-end") return free;
  return alignment === "center" || alignment === "safe center" ? free / 2 : 0;
}
