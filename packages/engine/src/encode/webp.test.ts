import assert from "node:assert/strict";
import { readBuiltInTemplate } from "@placard/template-store";
import { createCanvas, createImageData } from "canvas";
import { describe, it } from "mocha";
import sharp from "sharp";
import { createEngine, type RenderOptions } from "../engine.ts";
import { createEncode } from "./encode.ts";

const blog = readBuiltInTemplate("blog");
const engine = createEngine();
const data = { title: "Queues that never lose a job", author: "Maya Lindqvist" };

async function renderCard(format: RenderOptions["format"] & string, quality = 90): Promise<Buffer> {
  return (await engine.render(blog, { data, format, quality })).bytes;
}

const isLossless = (webp: Buffer) => webp.toString("latin1", 12, 16) === "VP8L";
const pixelsOf = (image: Buffer) => sharp(image).raw().toBuffer();

describe("a WebP", () => {
  it("has every pixel of a card without photos, in fewer bytes than a PNG, from quality 90 on", async () => {
    const [png, at90, at100] = await Promise.all([
      renderCard("png"),
      renderCard("webp", 90),
      renderCard("webp", 100),
    ]);
    assert.ok(isLossless(at90));
    assert.ok(at100.equals(at90));
    assert.ok(at90.length < png.length, `${at90.length} of ${png.length} bytes`);
    assert.ok((await pixelsOf(at90)).equals(await pixelsOf(png)));
  });

  it("has the smaller of the files with and without loss below quality 90", async () => {
    const lossless = await renderCard("webp");
    const [at89, at20] = await Promise.all([renderCard("webp", 89), renderCard("webp", 20)]);
    assert.ok(at89.length <= lossless.length);
    assert.ok(!isLossless(at20) && at20.length < lossless.length);
  });

  it("is lossy at quality 90 if its pixels don't repeat, as in photos", async () => {
    const [width, height] = [400, 300];
    const canvas = createCanvas(width, height);
    const noise = (index: number) => Math.imul(Math.imul(index, 0x9e37_79b1) ^ index, 0x85eb_ca6b) >>> 24;
    const valueAt = (index: number) => (index % 4 === 3 ? 255 : noise(index));
    const pixels = Uint8ClampedArray.from({ length: 4 * width * height }, (_, index) => valueAt(index));
    canvas.getContext("2d").putImageData(createImageData(pixels, width, height), 0, 0);
    assert.ok(!isLossless(await createEncode()(canvas, "webp", 90)));
  });
});
