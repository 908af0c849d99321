import type { Warning } from "@placard/contracts";
import { templates, type TemplateId } from "@placard/templates";
import { registerFonts } from "../fonts/register-fonts.ts";
import { arrange } from "./arrange.ts";
import { paintBackground } from "./background.ts";
import { withEasel } from "./canvas-pool.ts";
import { encode, type Format } from "./encode.ts";
import { paint } from "./paint.ts";

/** All that a card is drawn from. `data` has passed the template's schema. */
export interface Card {
  template: TemplateId;
  data: Readonly<Record<string, string>>;
  /** Pixels, 200 to 2048. */
  width: number;
  /** Pixels, 200 to 2048. */
  height: number;
  format: Format;
  /** 1 to 100; png has none. */
  quality: number;
}

/** A card drawn, and what its sender should know of it. */
export interface DrawnCard {
  bytes: Buffer;
  warnings: Warning[];
  times: StageTimes;
}

/** How long the stages of drawing a card took, in ms. */
export interface StageTimes {
  layout: number;
  paint: number;
  encode: number;
}

/** Draws and encodes a card: the same card, the same bytes. Pixels are opaque. Throws on programming errors only. */
export async function drawCard({ template, data, width, height, format, quality }: Card): Promise<DrawnCard> {
  registerFonts();
  const size = { width, height };
  const startedAt = performance.now();
  const scene = templates[template].scene(data, size);
  const placed = arrange(scene, size);
  const laidOutAt = performance.now();
  return withEasel(width, height, async (easel) => {
    easel.context.save();
    paintBackground(easel.context, scene, size);
    paint(easel.context, placed);
    easel.context.restore();
    const paintedAt = performance.now();
    const bytes = await encode(easel, format, quality);
    const times = {
      layout: laidOutAt - startedAt,
      paint: paintedAt - laidOutAt,
      encode: performance.now() - paintedAt,
    };
    return { bytes, warnings: [], times };
  });
}
