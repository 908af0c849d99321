import { staticWeight } from "@placard/templates/bundled-fonts";
import type { TextFragment } from "../layout/placed.ts";

/**
 * The font size in which text of a size is drawn: the nearest of a limited number, at most 0.8 % away. Pango
 * leaks some 30 KB with every new combination of font and size (or scale).
 */
export function drawnSize(fontSize: number): number {
  const steps = fontSize < 64 ? 8 : fontSize < 128 ? 4 : fontSize < 256 ? 2 : 1;
  return Math.max(1, Math.round(fontSize * steps)) / steps;
}

/** The value for `context.font` to draw a fragment with. */
export function fontOf({
  node: { style },
  families,
  fontSize,
  isSlanted,
}: Pick<TextFragment, "node" | "families" | "fontSize" | "isSlanted">): string {
  return `${isSlanted ? "normal" : style.fontStyle} ${staticWeight(style.fontWeight)} ${drawnSize(fontSize)}px ${families}`;
}
