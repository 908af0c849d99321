import type { Sides } from "@placard/templates/scene";
import { isTransparent } from "../paint/color.ts";
import type { PlacedElement, TextFragment } from "./placed.ts";
import { turnedRect } from "./turned-lines.ts";

/**
 * Where the nearest box with a visible edge ends on each side, in pixels of the card; infinite without one.
 */
export type Edges = Sides<number>;

export const noEdges: Edges = { top: -Infinity, right: Infinity, bottom: Infinity, left: -Infinity };

/** Pixels by which a text may leave its box unnoticed. */
const tolerance = 2;

/** The edges that hold the texts in an element. `outer`: the edges that hold the element. */
export function edgesIn({ node, x, y, width, height }: PlacedElement, outer: Edges): Edges {
  // The edges of the card cut texts off instead.
  if (node.path === "") return noEdges;
  const { position, transform, border, backgroundColor, background, boxShadow } = node.style;
  const isFilled =
    !isTransparent(backgroundColor) || boxShadow.length > 0 || background.some(({ clip }) => clip !== "text");
  const isVisible = (side: keyof Edges) =>
    isFilled || (border[side].width > 0 && !isTransparent(border[side].color));
  // Elements that are moved may stand outside of a box on purpose.
  const { top, right, bottom, left } = position === "absolute" || transform.length > 0 ? noEdges : outer;
  return {
    top: isVisible("top") ? y : top,
    right: isVisible("right") ? x + width : right,
    bottom: isVisible("bottom") ? y + height : bottom,
    left: isVisible("left") ? x : left,
  };
}

/** Whether a text leaves its box. Only capital letters count: accents and descenders may. */
export function isBeyond(
  { x, width, baseline, fontSize, metrics }: TextFragment,
  isVertical: boolean | undefined,
  edges: Edges,
): boolean {
  const height = metrics.capHeight * fontSize;
  const ink = turnedRect({ x, y: baseline - height, width, height }, isVertical);
  return (
    ink.y < edges.top - tolerance ||
    ink.x + ink.width > edges.right + tolerance ||
    ink.y + ink.height > edges.bottom + tolerance ||
    ink.x < edges.left - tolerance
  );
}
