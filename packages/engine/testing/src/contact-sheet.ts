import { readBuiltInTemplates, readSampleCards, type SampleCard } from "@placard/template-store";
import type { Template } from "@placard/templates";
import sharp, { type OverlayOptions } from "sharp";
import { createEngine } from "../../dist/index.js";
import { sampleSizes, toOptions } from "./sample-sizes.ts";
import { sampleImages } from "./sample-image.ts";

const engine = createEngine({ images: sampleImages });

/** Pixels on the sheet: the height of a row, the gap around a card, the largest width of a card. */
const rowHeight = 315;
const gap = 16;
const maxCardWidth = 600;

interface Size {
  width: number;
  height: number;
}

/** Renders every sample card at every sample size into one PNG: a row per card, a column per size. */
export async function renderContactSheet(
  templates: readonly Template[] = readBuiltInTemplates(),
): Promise<Buffer> {
  const rows = templates.flatMap((template) =>
    readSampleCards(template.id).map((sample) => ({ template, sample })),
  );
  const columns = sampleSizes.map(scaleDown);
  const overlays: OverlayOptions[] = [];
  for (const [index, { template, sample }] of rows.entries()) {
    let left = gap;
    for (const [column, size] of sampleSizes.entries()) {
      const displaySize = columns[column]!;
      const input = await renderThumbnail(template, sample, size, displaySize);
      overlays.push({ input, left, top: gap + index * (rowHeight + gap) });
      left += displaySize.width + gap;
    }
  }
  const width = gap + columns.reduce((sum, column) => sum + column.width + gap, 0);
  const height = gap + rows.length * (rowHeight + gap);
  return sharp({ create: { width, height, channels: 3, background: "#8a8a8a" } })
    .composite(overlays)
    .png()
    .toBuffer();
}

async function renderThumbnail(
  template: Template,
  card: SampleCard,
  size: Size,
  displaySize: Size,
): Promise<Buffer> {
  const { bytes } = await engine.render(template, { ...toOptions(card), ...size });
  return sharp(bytes).resize(displaySize.width, displaySize.height).png().toBuffer();
}

/** The size at which a card is shown on the sheet. */
function scaleDown({ width, height }: Size): Size {
  const scale = Math.min(1, rowHeight / height, maxCardWidth / width);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
