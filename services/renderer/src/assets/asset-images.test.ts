import assert from "node:assert/strict";
import { assetKey, sharedOwner } from "@placard/contracts";
import type { ObjectMeta } from "@placard/storage";
import sharp from "sharp";
import { createDecoder, type Decoder } from "../decoder/decoder.ts";
import { withoutIsolation } from "../decoder/decoder-isolation.ts";
import { ImageUnavailableError } from "../remote-images/image-unavailable.ts";
import { createAssetImages } from "./asset-images.ts";

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${content}</svg>`;
const square = svg('<rect width="10" height="10" fill="currentColor"/>');

describe("images of assets", () => {
  let decoder: Decoder;
  const files = new Map<string, Buffer>();
  let reads: string[] = [];
  const store = {
    get: (key: string) => {
      reads.push(key);
      const bytes = files.get(key);
      return Promise.resolve(bytes && { bytes, meta: {} as ObjectMeta });
    },
  };
  before(async () => {
    decoder = createDecoder({ maxProcesses: 1, isolation: withoutIsolation });
    const red = await sharp({ create: { width: 30, height: 20, channels: 3, background: "red" } })
      .png()
      .toBuffer();
    files.set(assetKey("ada", "photo"), red);
    files.set(assetKey(sharedOwner, "logo"), Buffer.from(square));
  });
  beforeEach(() => (reads = []));
  after(() => decoder.stop());
  const photo = { kind: "asset", id: "photo", width: 30, height: 20 } as const;
  const size = { width: 6, height: 8 };
  const box = { width: 8, height: 8 };

  it("are stretched to the size, and decoded once for simultaneous and later cards", async () => {
    const { imagePixels } = createAssetImages(store, decoder);
    const images = await Promise.all([1, 2, 3].map(() => imagePixels(photo, size, "ada")));
    images.push(await imagePixels(photo, size, "ada"));
    assert.equal(new Set(images).size, 1);
    assert.equal(images[0]!.rgba.length, 6 * 8 * 4);
    assert.deepEqual([...images[0]!.rgba.subarray(0, 4)], [255, 0, 0, 255]);
    assert.deepEqual(reads, [assetKey("ada", "photo")]);
  });

  it("of other accounts are unavailable, and those that all accounts share are available", async () => {
    const { imagePixels } = createAssetImages(store, decoder);
    await assert.rejects(imagePixels(photo, size, "bob"), ImageUnavailableError);
    const logo = { kind: "svg", svg: { id: "logo" }, color: "#0000ff" } as const;
    assert.deepEqual([...(await imagePixels(logo, box, "bob")).rgba.subarray(0, 4)], [0, 0, 255, 255]);
  });

  it("that are SVG markup have the color of the element, and refer to nothing else", async () => {
    const { imagePixels } = createAssetImages(store, decoder);
    const draw = (markup: string, color = "#00ff00") =>
      imagePixels({ kind: "svg", svg: { markup }, color }, box, "ada");
    assert.deepEqual([...(await draw(square)).rgba.subarray(0, 4)], [0, 255, 0, 255]);
    assert.deepEqual([...(await draw(square, "#ff000080")).rgba.subarray(0, 4)], [255, 0, 0, 128]);
    await assert.rejects(draw(svg('<image href="file:///etc/passwd"/>')), ImageUnavailableError);
    assert.deepEqual(reads, []);
  });
});
