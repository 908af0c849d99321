import sharp from "sharp";
import type { Pixels } from "./ssim.ts";

const gap = 12;

/** Draws Placard's image, Chromium's and their difference (white where equal) side by side, as PNG. */
export async function drawSideBySide(placard: Pixels, chromium: Pixels): Promise<Buffer> {
  const images = [placard, chromium, subtract(placard, chromium)];
  const height = Math.max(...images.map((image) => image.height)) + 2 * gap;
  const width = images.reduce((sum, image) => sum + image.width + gap, gap);
  let left = gap;
  const overlays = images.map((image) => {
    const overlay = {
      input: Buffer.from(image.data),
      raw: { width: image.width, height: image.height, channels: 3 as const },
      left,
      top: gap,
    };
    left += image.width + gap;
    return overlay;
  });
  return sharp({ create: { width, height, channels: 3, background: "#808080" } })
    .composite(overlays)
    .png({ compressionLevel: 3 })
    .toBuffer();
}

function subtract(a: Pixels, b: Pixels): Pixels {
  return { ...a, data: a.data.map((value, at) => 255 - Math.abs(value - (b.data[at] ?? 0))) };
}
