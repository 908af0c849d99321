import type { Frame } from "./frame.ts";
import type { Palette } from "./palette.ts";
import { firstLetter } from "./parts.ts";
import { image, row, text, type Box } from "./scene.ts";

/**
 * What is in the shop window, in a size in pixels: the product's picture, or a lit niche with its initial. The first
 * thing to go where words are many.
 */
export function niche(
  item: { readonly name: string; readonly image?: string },
  frame: Frame,
  { loud, onLoud }: Palette,
  size: { width: number; height: number },
): Box | undefined {
  if (frame.tiny) return undefined;
  const { width, height } = size;
  const round = Math.round(Math.min(width / 2, height * 0.8));
  const foot = frame.shape === "wide" || frame.shape === "banner" ? 0 : frame.px(24);
  const radius = item.image ? frame.px(36) : ([round, round, foot, foot] as const);
  const letter = text(firstLetter(item.name), {
    size: Math.round(Math.min(width, height) * 0.6),
    weight: 800,
    color: onLoud,
    lineHeight: 1,
    maxLines: 1,
  });
  const picture = image(item.image, { ...size, radius, field: "image" });
  return row({ ...size, align: "center", justify: "center", expendable: 2, radius, fill: loud }, [
    picture ?? letter,
  ]);
}
