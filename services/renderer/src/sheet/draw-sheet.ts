import { templates, type Template, type TemplateId } from "@placard/templates";
import sharp, { type OverlayOptions } from "sharp";
import { drawCard } from "../scene/draw-card.ts";
import { samplePicture } from "./sample-picture.ts";
import { samples, sampleSizes, type Sample } from "./samples.ts";

/** Pixels on the sheet: the height of a row, the gap around a card, the width of the widest card. */
const rowHeight = 315;
const gap = 16;
const widest = 600;

/** Draws every sample of some templates at every size into one PNG: a row a sample, a column a size. */
export async function drawSheet(ids: readonly TemplateId[] = templateIds()): Promise<Buffer> {
  const rows = ids.flatMap((template) => samples[template].map((sample) => ({ template, sample })));
  const columns = sampleSizes.map(shown);
  const overlays: OverlayOptions[] = [];
  for (const [index, { template, sample }] of rows.entries()) {
    let left = gap;
    for (const [column, size] of sampleSizes.entries()) {
      const { width, height } = columns[column]!;
      const input = await smallCard(template, sample, size, { width, height });
      overlays.push({ input, left, top: gap + index * (rowHeight + gap) });
      left += width + gap;
    }
  }
  const width = gap + columns.reduce((sum, column) => sum + column.width + gap, 0);
  const height = gap + rows.length * (rowHeight + gap);
  return sharp({ create: { width, height, channels: 3, background: "#8a8a8a" } })
    .composite(overlays)
    .png()
    .toBuffer();
}

async function smallCard(
  template: TemplateId,
  { data }: Sample,
  size: { width: number; height: number },
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const { bytes } = await drawCard({ template, data, ...size, format: "png", quality: 100 }, samplePicture);
  return sharp(bytes).resize(width, height).png().toBuffer();
}

/** The size at which a card is shown. */
function shown({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, rowHeight / height, widest / width);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function templateIds(): TemplateId[] {
  return Object.values<Template>(templates).map(({ id }) => id as TemplateId);
}
