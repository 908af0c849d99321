import type { Frame } from "./frame.ts";
import type { Palette } from "./palette.ts";
import { firstLetter } from "./parts.ts";
import { row, text, type Box } from "./scene.ts";

/** A lit niche of a size in pixels, with the product's initial in it. The first thing to go where words are many. */
export function niche(
  name: string,
  frame: Frame,
  { loud, onLoud }: Palette,
  size: { width: number; height: number },
): Box | undefined {
  if (frame.tiny) return undefined;
  const { width, height } = size;
  const round = Math.round(Math.min(width / 2, height * 0.8));
  const foot = frame.shape === "wide" || frame.shape === "banner" ? 0 : frame.px(24);
  const letter = text(firstLetter(name), {
    size: Math.round(Math.min(width, height) * 0.6),
    weight: 800,
    color: onLoud,
    lineHeight: 1,
    maxLines: 1,
  });
  return row(
    {
      ...size,
      align: "center",
      justify: "center",
      expendable: 2,
      radius: [round, round, foot, foot],
      fill: loud,
    },
    [letter],
  );
}
