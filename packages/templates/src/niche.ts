import type { Accent } from "./accent.ts";
import { gradient } from "./background.ts";
import type { Frame } from "./frame.ts";
import { firstLetter } from "./parts.ts";
import { image, row, text, type Box } from "./scene.ts";

/** A lit niche of a size in pixels, with the product's picture in it, or its initial. The first thing to go where words are many. */
export function niche(
  item: { readonly name: string; readonly image?: string },
  frame: Frame,
  { blaze, vivid, dusk }: Accent,
  size: { width: number; height: number },
): Box | undefined {
  if (frame.tiny) return undefined;
  const { width, height } = size;
  const round = Math.round(Math.min(width / 2, height * 0.8));
  const foot = frame.shape === "wide" || frame.shape === "banner" ? 0 : frame.px(24);
  const letter = text(firstLetter(item.name), {
    size: Math.round(Math.min(width, height) * 0.6),
    weight: 800,
    color: "#ffffffe6",
    lineHeight: 1,
    maxLines: 1,
  });
  const radius = [round, round, foot, foot] as const;
  const picture = image(item.image, { ...size, radius, field: "image" });
  const fill = gradient(160, blaze, vivid, dusk);
  return row({ ...size, align: "center", justify: "center", expendable: 2, radius, fill }, [
    picture ?? letter,
  ]);
}
