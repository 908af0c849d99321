import assert from "node:assert/strict";
import { builtInTemplates } from "@placard/templates";
import { describe, it } from "mocha";
import sharp from "sharp";
import { renderImage, type RenderInput } from "./render-image.ts";

const post: RenderInput = {
  data: { title: "The quiet craft", description: "Notes from ten years.", author: "Maya Lindqvist" },
  width: 1200,
  height: 630,
  format: "png",
  quality: 90,
};

const bytesOf = async (input: RenderInput): Promise<Buffer> =>
  (await renderImage(builtInTemplates.blog, input)).bytes;

describe("rendering an image", () => {
  for (const format of ["png", "jpeg", "webp"] as const) {
    for (const [width, height] of [
      [1200, 630],
      [201, 333],
      [2048, 203],
      [200, 200],
      [1081, 1079],
    ] as const) {
      it(`renders an opaque ${format} of exactly ${width}×${height}`, async () => {
        const metadata = await sharp(await bytesOf({ ...post, width, height, format })).metadata();
        assert.deepEqual(
          [metadata.format, metadata.width, metadata.height, metadata.hasAlpha],
          [format, width, height, false],
        );
      });
    }
  }

  it("renders the same bytes for the same recipe", async () => {
    for (const format of ["png", "jpeg", "webp"] as const) {
      assert.deepEqual(await bytesOf({ ...post, format }), await bytesOf({ ...post, format }));
    }
  });

  it("renders other bytes when any field differs", async () => {
    const first = await bytesOf(post);
    for (const field of ["title", "description", "author", "date", "readTime", "category"]) {
      const other = await bytesOf({ ...post, data: { ...post.data, [field]: "Something else" } });
      assert.notDeepEqual(other, first, field);
    }
  });

  it("encodes smaller files at lower quality, and ignores quality on png", async () => {
    for (const format of ["jpeg", "webp"] as const) {
      const [low, high] = [
        await bytesOf({ ...post, format, quality: 20 }),
        await bytesOf({ ...post, format }),
      ];
      assert.ok(low.length < high.length, format);
    }
    assert.deepEqual(await bytesOf({ ...post, quality: 20 }), await bytesOf(post));
  });

  it("renders the same bytes concurrently as one at a time", async () => {
    const recipes = Array.from({ length: 24 }, (_, index): RenderInput => {
      const format = (["png", "jpeg", "webp"] as const)[index % 3] ?? "png";
      const width = index % 2 === 0 ? 1200 : 640;
      return { ...post, data: { title: `Card ${index}`, author: `Author ${index}` }, width, format };
    });
    const concurrent = await Promise.all(recipes.map(bytesOf));
    for (const [index, recipe] of recipes.entries()) {
      assert.deepEqual(concurrent[index], await bytesOf(recipe), `recipe ${index}`);
    }
  });

  it("draws text in the template's colors over its background", async () => {
    const bytes = await bytesOf({ ...post, data: { title: "MMMM" } });
    const { dominant } = await sharp(bytes).stats();
    assert.ok(dominant.r > 200 && dominant.g > 200 && dominant.b > 200, "a blog card has a light background");
    const { channels } = await sharp(bytes).extract({ left: 72, top: 250, width: 300, height: 130 }).stats();
    assert.ok(Math.max(...channels.map(({ min }) => min)) < 60, "its letters are dark");
  });
});
