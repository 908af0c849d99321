import type { TemplateData } from "@placard/contracts";
import type { CompiledTemplate } from "@placard/templates";
import type { ImageSource } from "@placard/templates/scene";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import sharp from "sharp";
import { createEngine, type ImageLoader } from "../../dist/index.js";

/** The longer side of most pictures in the documentation, in pixels. */
const defaultMaxSide = 600;

interface Card {
  /** Must be valid for the template. */
  data: TemplateData;
  /** Pixels. */
  width: number;
  height: number;
  /** The longer side of the picture, in pixels. */
  maxSide?: number;
}

/**
 * Renders a card for the documentation: a small WebP image, and the messages of its warnings. All images are
 * SVG files in `directory`; `https://example.com/cover.jpg` is `cover.svg`.
 */
export async function renderDocumentationCard(
  template: CompiledTemplate,
  { data, width, height, maxSide = defaultMaxSide }: Card,
  directory: string,
): Promise<{ webp: Buffer; warnings: string[] }> {
  const images = createLoader(directory);
  const { bytes, warnings } = await createEngine({ images }).render(template, { data, width, height });
  const webp = await sharp(bytes)
    .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
    .webp({ quality: 84, effort: 6 })
    .toBuffer();
  return { webp, warnings: warnings.map(({ message }) => message) };
}

function createLoader(directory: string): ImageLoader {
  const pathOf = (name: string) => join(directory, basename(name).replace(/\.\w+$/u, ".svg"));
  const read = (source: ImageSource): string => {
    if (source.kind === "remote") return readFileSync(pathOf(source.url), "utf8");
    if (source.kind === "asset") return readFileSync(pathOf(source.id), "utf8");
    const { svg, color } = source;
    const markup = "markup" in svg ? svg.markup : readFileSync(pathOf(svg.id), "utf8");
    return markup.replaceAll("currentColor", color);
  };
  return {
    measure: (url) =>
      Promise.resolve(existsSync(pathOf(url)) ? { width: 800, height: 800 } : { unavailable: undefined }),
    async load(source, { width, height }) {
      const image = sharp(Buffer.from(read(source))).resize(width, height, { fit: "fill" });
      return { width, height, rgba: await image.ensureAlpha().raw().toBuffer() };
    },
  };
}

/** Joins pictures of cards to a row of one height in pixels, with rounded corners, as WebP. */
export async function joinPictures(
  pictures: readonly Buffer[],
  { height, radius, gap }: { height: number; radius: number; gap: number },
): Promise<Buffer> {
  const overlays: { input: Buffer; left: number; top: number }[] = [];
  let left = 0;
  for (const picture of pictures) {
    const size = await sharp(picture).metadata();
    const width = Math.round((height * size.width) / size.height);
    const corners = Buffer.from(
      `<svg width="${width}" height="${height}"><rect width="100%" height="100%" rx="${radius}"/></svg>`,
    );
    const card = sharp(picture)
      .resize(width, height)
      .composite([{ input: corners, blend: "dest-in" }]);
    overlays.push({ input: await card.png().toBuffer(), left, top: 0 });
    left += width + gap;
  }
  return sharp({ create: { width: left - gap, height, channels: 4, background: "#00000000" } })
    .composite(overlays)
    .webp({ quality: 76, effort: 6 })
    .toBuffer();
}
