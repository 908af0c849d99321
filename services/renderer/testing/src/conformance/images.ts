import { createCanvas, loadImage, type Canvas } from "canvas";
import sharp from "sharp";
import type { ImageSource } from "@placard/templates/scene";
import type { Images, PixelSize } from "../../../dist/paint/images.js";
import type { FixtureAsset } from "./fixtures.ts";

/**
 * Provides the images of the fixtures. The painter asks for them synchronously, so a card is painted twice: first to
 * find out which images it needs in which size.
 */
export function createImages(
  assets: readonly FixtureAsset[],
): <T>(paint: (images: Images) => Promise<T>) => Promise<T> {
  const bytesById = new Map(assets.map(({ id, bytes }) => [id, bytes]));
  const canvases = new Map<string, Canvas>();

  return async (paint) => {
    const missing = new Map<string, { source: ImageSource; size: PixelSize }>();
    const images: Images = {
      remoteSize: () => undefined,
      pixels(source, size) {
        const key = JSON.stringify([source, source.kind === "asset" ? undefined : size]);
        if (!canvases.has(key)) missing.set(key, { source, size });
        return canvases.get(key);
      },
    };
    const painted = await paint(images);
    if (missing.size === 0) return painted;
    for (const [key, { source, size }] of missing) canvases.set(key, await decode(source, size, bytesById));
    return paint(images);
  };
}

async function decode(
  source: ImageSource,
  { width, height }: PixelSize,
  bytesById: ReadonlyMap<string, Buffer>,
): Promise<Canvas> {
  if (source.kind === "remote") throw new Error("Fixtures have no remote images.");
  if (source.kind === "asset") return toCanvas(bytesById.get(source.id)!);
  const { svg, color } = source;
  const markup = "markup" in svg ? svg.markup : bytesById.get(svg.id)!.toString();
  const scaled = markup.replace("<svg", `<svg style="color:${color}"`);
  const { width: natural } = await sharp(Buffer.from(scaled)).metadata();
  const density = Math.min(2400, Math.max(1, (72 * width) / natural));
  const png = await sharp(Buffer.from(scaled), { density })
    .resize(Math.ceil(width), Math.ceil(height), { fit: "fill" })
    .png()
    .toBuffer();
  return toCanvas(png);
}

async function toCanvas(bytes: Buffer): Promise<Canvas> {
  const image = await loadImage(bytes);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas;
}
