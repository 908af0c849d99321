import assert from "node:assert/strict";
import sharp from "sharp";
import { sanitizeRaster } from "./sanitize-raster.ts";

const pixels = Buffer.from(Array.from({ length: 32 * 24 * 4 }, (_, i) => (i * 37) % 256));
const noise = () => sharp(pixels, { raw: { width: 32, height: 24, channels: 4 } });
const rgbaOf = (file: Buffer) => sharp(file).ensureAlpha().raw().toBuffer();

describe("sanitizing images", () => {
  it("keeps the pixels of PNG and of lossless WebP files", async () => {
    for (const [format, file] of [
      ["png", await noise().png().toBuffer()],
      ["webp", await noise().webp({ lossless: true, exact: true }).toBuffer()],
    ] as const) {
      const sanitized = await sanitizeRaster(file, format);
      const [before, after] = [await rgbaOf(file), await rgbaOf(sanitized.bytes)];
      for (let i = 0; i < before.length; i += 4) {
        assert.equal(after[i + 3], before[i + 3]);
        if (before[i + 3]! > 0) assert.deepEqual(after.subarray(i, i + 3), before.subarray(i, i + 3), format);
      }
      assert.deepEqual([sanitized.width, sanitized.height], [32, 24]);
    }
  });

  it("removes metadata and everything that follows the image, and applies the orientation", async () => {
    for (const format of ["png", "jpeg", "webp"] as const) {
      const file = await noise()
        .flatten()
        .withExif({ IFD0: { Copyright: "SECRET" } })
        .withMetadata({ orientation: 6 })
        .toFormat(format)
        .toBuffer();
      const { bytes, width, height } = await sanitizeRaster(
        Buffer.concat([file, Buffer.from("<script>SECRET")]),
        format,
      );
      assert.ok(!bytes.includes("SECRET"), format);
      assert.deepEqual([width, height], [24, 32]);
      const { exif, icc, xmp, orientation } = await sharp(bytes).metadata();
      assert.deepEqual([exif, icc, xmp, orientation], [undefined, undefined, undefined, undefined]);
    }
  });

  it("rejects images that are too large, truncated, or of another format than detected", async () => {
    const wide = await sharp({ create: { width: 4097, height: 1, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    await assert.rejects(sanitizeRaster(wide, "png"), /larger than 4096 × 4096/);
    const png = await noise().png().toBuffer();
    await assert.rejects(sanitizeRaster(png.subarray(0, png.length / 2), "png"));
    await assert.rejects(sanitizeRaster(png, "webp"));
  });
});
