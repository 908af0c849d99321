import assert from "node:assert/strict";
import { readBuiltInTemplate } from "@placard/template-store";
import { describe, it } from "mocha";
import sharp from "sharp";
import { createCanvas, loadImage } from "canvas";
import { createEngine, type RenderOptions } from "../engine.ts";
import { encodeToFit } from "./encode-to-fit.ts";
import { createEncode } from "./encode.ts";

const engine = createEngine();
const templates = { blog: readBuiltInTemplate("blog"), quote: readBuiltInTemplate("quote") };
const render = (options: Partial<RenderOptions>, id: "blog" | "quote" = "blog") => {
  const data =
    id === "blog"
      ? { title: "Queues that never lose a job", author: "Maya Lindqvist" }
      : { quote: "Nobody calls a lighthouse reliable.", author: "Maren Solberg" };
  const base = { data, width: 1200, height: 630, format: "jpeg", quality: 90 } as const;
  return engine.render(templates[id], { ...base, ...options });
};

describe("an image with a largest file", () => {
  /** The largest quality at which a card fits. */
  async function largestQuality(format: "jpeg" | "webp", maxBytes: number): Promise<number> {
    let [low, high] = [1, 89];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((await render({ format, quality: middle })).bytes.length <= maxBytes) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  for (const format of ["jpeg", "webp"] as const) {
    it(`has nearly the largest quality at which a ${format} fits`, async () => {
      const largest = await render({ format });
      const maxBytes = Math.round(largest.bytes.length * 0.6);
      const { bytes, quality, warnings } = await render({ format, maxBytes });
      assert.ok(bytes.length <= maxBytes && bytes.length > 0.85 * maxBytes, `${bytes.length} of ${maxBytes}`);
      const best = await largestQuality(format, maxBytes);
      assert.ok(quality <= best && quality >= best - 5, `quality ${quality} of ${best}`);
      assert.ok(bytes.equals((await render({ format, quality })).bytes), "as if it had been requested");
      assert.deepEqual(warnings, []);
    });
  }

  it("is encoded at most three times in a format, whatever its size", async () => {
    const encode = createEncode();
    const canvas = createCanvas(1200, 630);
    const context = canvas.getContext("2d");
    const { bytes } = await render({ format: "png" });
    context.drawImage(await loadImage(bytes), 0, 0);
    const counts = new Map<string, number>();
    for (const format of ["jpeg", "webp", "auto"] as const) {
      for (const maxBytes of [1_000, 3_000, 10_000, 20_000, 40_000]) {
        counts.clear();
        const { bytes: encoded } = await encodeToFit(
          (each, ...args) => {
            if (each === canvas) counts.set(args[0], (counts.get(args[0]) ?? 0) + 1);
            return encode(each, ...args);
          },
          canvas,
          { format, quality: 90, maxBytes },
        );
        const least = await encode(canvas, format === "auto" ? "jpeg" : format, 1);
        const isSmall = encoded.length <= Math.max(maxBytes, least.length);
        assert.ok(isSmall, `${format}: ${encoded.length} of ${maxBytes}`);
        assert.ok(Math.max(...counts.values()) <= 3, JSON.stringify([format, maxBytes, ...counts]));
      }
    }
  });

  it("has the requested quality if that fits", async () => {
    const { bytes } = await render({});
    const limited = await render({ maxBytes: bytes.length });
    assert.equal(limited.quality, 90);
    assert.ok(limited.bytes.equals(bytes));
  });

  it("has the lowest quality and a warning if no quality fits", async () => {
    const { quality, bytes, warnings } = await render({ maxBytes: 1_000 });
    assert.equal(quality, 1);
    assert.deepEqual(warnings, [
      {
        code: "over_budget",
        field: "options/maxBytes",
        message: `The image has ${bytes.length.toLocaleString("en")} bytes, more than 1,000. Raise \`maxBytes\`, or request a smaller card.`,
      },
    ]);
    assert.deepEqual((await render({ maxBytes: 1_000, quality: 1 })).bytes, bytes);
  });

  it("has a warning that names other formats if it is a PNG", async () => {
    const { warnings } = await render({ format: "png", maxBytes: 10_000 });
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ["over_budget"],
    );
    assert.match(warnings[0]?.message ?? "", /Request `auto`, `jpeg` or `webp`/);
  });
});

describe("an image in the format auto", () => {
  it("is the smaller of PNG and JPEG", async () => {
    const formats = new Set<string>();
    for (const id of ["blog", "quote"] as const) {
      const [auto, png, jpeg] = await Promise.all(
        (["auto", "png", "jpeg"] as const).map((format) => render({ format }, id)),
      );
      const smaller = png!.bytes.length <= jpeg!.bytes.length ? png! : jpeg!;
      assert.equal(auto!.format, smaller.format);
      assert.ok(auto!.bytes.equals(smaller.bytes), id);
      assert.equal((await sharp(auto!.bytes).metadata()).format, smaller.format);
      formats.add(auto!.format);
    }
    assert.deepEqual([...formats].sort(), ["jpeg", "png"], "the content decides");
  });

  it("is a JPEG with a lower quality if neither fits", async () => {
    const png = await render({ format: "png" });
    const auto = await render({ format: "auto", maxBytes: Math.round(png.bytes.length / 2) });
    assert.equal(auto.format, "jpeg");
    const jpeg = await render({ format: "jpeg", maxBytes: Math.round(png.bytes.length / 2) });
    assert.ok(auto.bytes.equals(jpeg.bytes));
  });
});
