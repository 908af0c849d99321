import type { Warning } from "@placard/contracts";
import { templates, type TemplateId } from "@placard/templates";
import { fontCoverage } from "../fonts/coverage.ts";
import { registerFonts } from "../fonts/register-fonts.ts";
import { arrange } from "./arrange.ts";
import { paintBackground } from "./background.ts";
import { withEasel } from "./canvas-pool.ts";
import { encode, type Format } from "./encode.ts";
import { paint } from "./paint.ts";
import { textWarnings } from "./warnings.ts";

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
}

/** Draws and encodes a card: the same card, the same bytes. Pixels are opaque. Throws on programming errors only. */
export async function drawCard({ template, data, width, height, format, quality }: Card): Promise<DrawnCard> {
  registerFonts();
  const size = { width, height };
  const scene = templates[template].scene(data, size);
  const placed = arrange(scene, size);
  const warnings = textWarnings(templates[template], data, placed, fontCoverage());
  return withEasel(width, height, async (easel) => {
    easel.context.save();
    paintBackground(easel.context, scene, size);
    paint(easel.context, placed);
    easel.context.restore();
    return { bytes: await encode(easel, format, quality), warnings };
  });
}
