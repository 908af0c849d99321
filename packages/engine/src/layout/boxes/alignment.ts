import type { Alignment, Style } from "@placard/templates/scene";
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
  { position, isSafe }: Style["justifyContent"],
  free: number,
  count: number,
  isReversed: boolean,
): Distribution {
  const atTextStart = isReversed ? { before: free, between: 0 } : none;
  if (free < 0 && isSafe) return atTextStart;
  switch (position) {
    case "start":
      return atTextStart;
    case "end":
      return isReversed ? none : { before: free, between: 0 };
    case "flex-end":
      return { before: free, between: 0 };
    case "center":
      return { before: snap(free / 2), between: 0 };
    case "space-between":
      return free > 0 && count > 1 ? { before: 0, between: free / (count - 1) } : none;
    case "space-around":
      if (free < 0) return atTextStart;
      return free > 0 && count > 0 ? { before: free / count / 2, between: free / count } : none;
    case "space-evenly":
      if (free < 0) return atTextStart;
      return { before: free / (count + 1), between: free / (count + 1) };
    case "normal":
    case "stretch":
    case "flex-start":
      return none;
    default:
      return position satisfies never;
  }
}

/** Whether lines, tracks or items without a size of their own fill the container. */
export function isStretching({ position }: Style["justifyContent"] | Style["alignItems"]): boolean {
  return position === "normal" || position === "stretch";
}

type TextEdge = "start" | "end" | "self-start" | "self-end";

/** An alignment of an item relative to the axis of its line or area. */
export type ItemAlignment = Alignment<Exclude<Style["alignItems"]["position"], TextEdge>>;

/**
 * The alignment of an item along an axis of its container. `start` and `end` ignore that lines are reversed;
 * `self-start` and `self-end` follow the text of the item (CSS Box Alignment 3, section 4.1).
 */
export function itemAlignment(
  axis: Axis,
  specified: Style["alignSelf"],
  item: Style,
  container: Style,
): ItemAlignment {
  const isFlex = container.display.endsWith("flex");
  const containerAlignment = axis === "x" && !isFlex ? container.justifyItems : container.alignItems;
  const alignment = specified === "auto" ? containerAlignment : specified;
  const { position, isSafe } = alignment;
  const isStart = position === "start" || position === "self-start";
  if (!isStart && position !== "end" && position !== "self-end") return { position, isSafe };
  const isOfItem = position === "self-start" || position === "self-end";
  const isOpposite = isOfItem && axis === "x" && item.direction !== container.direction;
  const isReversed = (isFlex && container.flexWrap === "wrap-reverse") !== isOpposite;
  return { position: isStart === isReversed ? "flex-end" : "flex-start", isSafe };
}

/** The baseline of its text that an item with an alignment shares with others. */
export function sharedBaselineOf({ position }: ItemAlignment): "first" | "last" | undefined {
  if (position === "baseline") return "first";
  return position === "last baseline" ? "last" : undefined;
}

/**
 * The offset of an item from the start of its line or area. `safe`: if it overflows, it stands at the start
 * of the text, also if the axis is reversed.
 */
export function align({ position, isSafe }: ItemAlignment, free: number, isReversed = false): number {
  if (free < 0 && isSafe) return isReversed ? free : 0;
  if (position === "flex-end" || position === "last baseline") return free;
  return position === "center" ? free / 2 : 0;
}
