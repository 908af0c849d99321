import assert from "node:assert/strict";
import { crc32, inflateSync } from "node:zlib";
import { createCanvas, createImageData, type Canvas } from "canvas";
import { describe, it } from "mocha";
import sharp from "sharp";
import { createEncode } from "./encode.ts";
import { createLosslessWebpEncoder } from "./lossless-webp.ts";

/** The color of the pixel at `x`, `y`, as 0xRRGGBB. */
type Pattern = (x: number, y: number) => number;

const gray = (value: number): number => (value & 255) * 0x01_01_01;
const noise: Pattern = (x, y) => Math.imul(Math.imul(x + 1, 0x9e37_79b1) ^ (y + 7), 0x85eb_ca6b) >>> 8;

const fewColors: Pattern = (x, y) => gray(Math.clz32(noise(x, y)));

const patterns: Record<string, Pattern> = {
  "one color": () => 0x12_80_ff,
  black: () => 0,
  "a vertical gradient": (_, y) => gray(y),
  "a horizontal gradient": (x) => gray(x) | 0x80_00_00,
  "a diagonal gradient": (x, y) => gray(x + y),
  noise,
  "noise next to one color": (x, y) => (x % 200 < 90 ? noise(x, y) : 0xff_ff_ff),
  "noise above one color": (x, y) => (y % 60 < 20 ? noise(x, y) : 0x01_02_03),
  "repeated noise": (x, y) => noise(x % 31, y % 7),
  "few colors of very different frequencies": fewColors,
};
const sizes = [
  [1, 1],
  [1, 500],
  [500, 1],
  [2, 2],
  [601, 333],
  [11_000, 4], // a row is longer than the window of deflate
  [16_383, 3], // the widest WebP, and one less than the widest canvas
] as const;

function rgbOf(pattern: Pattern, width: number, height: number): Buffer {
  const rgb = Buffer.alloc(3 * width * height);
  for (let place = 0; place < width * height; place++)
    rgb.writeUIntBE(pattern(place % width, Math.floor(place / width)), 3 * place, 3);
  return rgb;
}

type EncodeCanvas = (canvas: Canvas) => Promise<Buffer>;

const encode = createEncode();
const encodeLosslessWebp = createLosslessWebpEncoder();
const encodePng: EncodeCanvas = (canvas) => encode(canvas, "png", 90);

/** Without a limit that would make it lossy. */
const encodeWebp: EncodeCanvas = async (canvas) =>
  (await encodeLosslessWebp(canvas.toBuffer("raw"), canvas, Infinity))!;

function encodePattern(
  encodeCanvas: EncodeCanvas,
  pattern: Pattern,
  width: number,
  height: number,
): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const rgb = rgbOf(pattern, width, height);
  const rgba = new Uint8ClampedArray(4 * width * height).fill(255);
  for (let place = 0; place < width * height; place++)
    rgba.set(rgb.subarray(3 * place, 3 * place + 3), 4 * place);
  canvas.getContext("2d").putImageData(createImageData(rgba, width, height), 0, 0);
  return encodeCanvas(canvas);
}

/** The chunks of a PNG, after checking their checksums. */
function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  assert.equal(png.toString("latin1", 0, 8), "\x89PNG\r\n\x1a\n");
  const chunks: { type: string; data: Buffer }[] = [];
  for (let start = 8; start < png.length;) {
    const end = start + 8 + png.readUInt32BE(start);
    assert.equal(crc32(png.subarray(start + 4, end)), png.readUInt32BE(end));
    chunks.push({ type: png.toString("latin1", start + 4, start + 8), data: png.subarray(start + 8, end) });
    start = end + 4;
  }
  return chunks;
}

async function assertKeepsPixels(image: Buffer, pattern: Pattern, width: number, height: number) {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height, info.channels], [width, height, 3]);
  assert.ok(data.equals(rgbOf(pattern, width, height)), `${width}×${height}`);
}

async function assertIsReproducible(encodeCanvas: EncodeCanvas) {
  const encodeNoise = () => encodePattern(encodeCanvas, noise, 600, 450);
  const alone = await encodeNoise();
  const together = await Promise.all([
    encodeNoise(),
    encodePattern(encodeCanvas, patterns["repeated noise"]!, 1024, 1024),
    encodeNoise(),
  ]);
  assert.ok(alone.equals(together[0]));
  assert.ok(alone.equals(together[2]));
  assert.ok(alone.equals(await encodeNoise()));
}

describe("encoding as PNG", () => {
  for (const [name, pattern] of Object.entries(patterns)) {
    it(`keeps every pixel of ${name}`, async () => {
      for (const [width, height] of sizes) {
        const png = await encodePattern(encodePng, pattern, width, height);
        const [header, image, end, ...rest] = chunksOf(png);
        assert.deepEqual([header?.type, image?.type, end?.type, rest], ["IHDR", "IDAT", "IEND", []]);
        // Throws if the zlib stream is invalid or its checksum is wrong, which libpng may ignore.
        assert.equal(inflateSync(image!.data).length, (3 * width + 1) * height);
        await assertKeepsPixels(png, pattern, width, height);
      }
    });
  }

  it("gives the same bytes alone and during other encodings, also after larger images", () =>
    assertIsReproducible(encodePng));
});

describe("encoding as lossless WebP", () => {
  for (const [name, pattern] of Object.entries(patterns)) {
    it(`keeps every pixel of ${name}`, async () => {
      for (const [width, height] of sizes) {
        const webp = await encodePattern(encodeWebp, pattern, width, height);
        assert.equal(webp.readUInt32LE(4), webp.length - 8, "RIFF has the length of the file");
        await assertKeepsPixels(webp, pattern, width, height);
      }
    });
  }

  it("gives the same bytes alone and during other encodings, also after larger images", () =>
    assertIsReproducible(encodeWebp));

  it("keeps every pixel of images narrower than the neighbors that it compares", async () => {
    for (let width = 1; width <= 20; width++)
      await assertKeepsPixels(await encodePattern(encodeWebp, fewColors, width, 97), fewColors, width, 97);
  });
});
