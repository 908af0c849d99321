import assert from "node:assert/strict";
import { describe, it } from "mocha";
import sharp from "sharp";
import { drawCard, type Card } from "./draw-card.ts";
import { hostileTexts } from "./hostile-texts.ts";

const post: Card = {
  template: "blog",
  data: { title: "The quiet craft", description: "Notes from ten years.", author: "Maya Lindqvist" },
  width: 1200,
  height: 630,
  format: "png",
  quality: 90,
};

const bytesOf = async (card: Card): Promise<Buffer> => (await drawCard(card)).bytes;

describe("drawing a card", () => {
  for (const format of ["png", "jpeg", "webp"] as const) {
    for (const [width, height] of [
      [1200, 630],
      [201, 333],
      [2048, 203],
      [200, 200],
      [1081, 1079],
    ] as const) {
      it(`gives an opaque ${format} of exactly ${width}×${height}`, async () => {
        const found = await sharp(await bytesOf({ ...post, width, height, format })).metadata();
        const { width: foundWidth, height: foundHeight, hasAlpha } = found;
        assert.deepEqual([found.format, foundWidth, foundHeight, hasAlpha], [format, width, height, false]);
      });
    }
  }

  it("gives the same bytes for the same card", async () => {
    for (const format of ["png", "jpeg", "webp"] as const) {
      assert.deepEqual(await bytesOf({ ...post, format }), await bytesOf({ ...post, format }));
    }
  });

  it("gives other pixels for every field that differs", async () => {
    const first = await bytesOf(post);
    for (const field of ["title", "description", "author", "date", "readTime", "category"]) {
      const other = await bytesOf({ ...post, data: { ...post.data, [field]: "Something else" } });
      assert.notDeepEqual(other, first, field);
    }
  });

  it("gives smaller files for lower quality, and ignores it on png", async () => {
    for (const format of ["jpeg", "webp"] as const) {
      const [low, high] = [
        await bytesOf({ ...post, format, quality: 20 }),
        await bytesOf({ ...post, format }),
      ];
      assert.ok(low.length < high.length, format);
    }
    assert.deepEqual(await bytesOf({ ...post, quality: 20 }), await bytesOf(post));
  });

  it("draws many cards at once as it draws each alone", async () => {
    const cards = Array.from({ length: 24 }, (_, index): Card => {
      const format = (["png", "jpeg", "webp"] as const)[index % 3] ?? "png";
      const width = index % 2 === 0 ? 1200 : 640;
      return { ...post, data: { title: `Card ${index}`, author: `Author ${index}` }, width, format };
    });
    const together = await Promise.all(cards.map(bytesOf));
    for (const [index, card] of cards.entries()) {
      assert.deepEqual(together[index], await bytesOf(card), `card ${index}`);
    }
  });

  it("draws text in the template's colours over the background", async () => {
    const bytes = await bytesOf({ ...post, data: { title: "MMMM" } });
    const { dominant } = await sharp(bytes).stats();
    assert.ok(dominant.r > 200 && dominant.g > 200 && dominant.b > 200, "a blog card is paper");
    const { channels } = await sharp(bytes).extract({ left: 72, top: 250, width: 300, height: 130 }).stats();
    assert.ok(Math.max(...channels.map(({ min }) => min)) < 60, "with dark letters");
  });
});

describe("hostile texts", () => {
  for (const [name, text] of Object.entries(hostileTexts)) {
    it(`survives ${name} in every field`, async () => {
      const line = Array.from(text).slice(0, 120).join("");
      const cards: Card[] = [
        {
          ...post,
          data: { title: text, description: text, author: line, date: line, readTime: line, category: line },
        },
        { ...post, template: "product", data: { name: text, tagline: line, price: line, badge: line } },
        {
          ...post,
          template: "event",
          data: { title: text, date: line, time: line, location: line, host: line },
        },
      ];
      for (const card of cards) {
        for (const [width, height] of [
          [1200, 630],
          [200, 200],
        ] as const) {
          const { info } = await sharp(await bytesOf({ ...card, width, height, format: "jpeg" }))
            .raw()
            .toBuffer({ resolveWithObject: true });
          assert.deepEqual([info.width, info.height], [width, height]);
        }
      }
    }).timeout(5_000);
  }
});
