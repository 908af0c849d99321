import assert from "node:assert/strict";
import sharp from "sharp";
import { detectFormat } from "./detect-format.ts";

describe("detecting an image format", () => {
  it("detects each of the five accepted formats", async () => {
    const pixel = sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } });
    for (const format of ["png", "jpeg", "webp", "avif", "gif"] as const)
      assert.equal(detectFormat(await pixel.clone().toFormat(format).toBuffer()), format);
  });

  it("detects no other format and no truncated header", async () => {
    const tiff = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .tiff()
      .toBuffer();
    const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
    const withoutBrands = Buffer.from("\0\0\0\x08ftypavif", "latin1");
    const others = [
      tiff,
      heic,
      withoutBrands,
      ..."|<svg/>|GIF8|RIFF0000WAVE|\x89PNG|%PDF-1.7|BM"
        .split("|")
        .map((text) => Buffer.from(text, "latin1")),
    ];
    for (const bytes of others) assert.equal(detectFormat(bytes), undefined, bytes.toString("latin1"));
  });
});
