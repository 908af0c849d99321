import assert from "node:assert/strict";
import { readBuiltInTemplates, readSampleCards } from "@placard/template-store";
import { safeAreasOf } from "@placard/templates/safe-areas";
import { displayListOf, textsIn } from "./text-boxes.ts";

/** A link preview, the narrowest and the widest ones whose corners platforms cover, and a story. */
const sizes = [
  { width: 1200, height: 630 },
  { width: 1000, height: 735 },
  { width: 1500, height: 600 },
  { width: 1080, height: 1920 },
] as const;

/** The smallest text on a card of 1200 px, in pixels. */
const minTextSize = 30;

describe("the built-in templates", () => {
  for (const template of readBuiltInTemplates()) {
    const { id } = template;
    const cards = readSampleCards(id);
    it(`${id} keeps text out of areas that platforms cover, and at ${minTextSize} px or more at 1200×630`, async () => {
      for (const size of sizes) {
        for (const { name, data, layout } of cards) {
          const texts = textsIn(await displayListOf(template, data, { ...size, layout }));
          assert.ok(texts.length > 0, name);
          for (const { fragment } of texts) {
            const { fontSize, text } = fragment;
            if (size === sizes[0]) assert.ok(fontSize >= minTextSize, `“${text}” of ${name}: ${fontSize} px`);
            for (const { platform, covered } of safeAreasOf(size)) {
              for (const area of covered) {
                const [left, top] = [area.x * size.width, area.y * size.height];
                const [right, bottom] = [left + area.width * size.width, top + area.height * size.height];
                const { x, y, baseline, width } = fragment;
                // The content area of a font reaches below its letters: a descender is about a fifth of the
                // font size.
                const isOver =
                  x < right && x + width > left && y < bottom && baseline + fragment.fontSize / 5 > top;
                const card = `${name} at ${size.width}×${size.height}`;
                assert.ok(!isOver, `“${fragment.text}” of ${card} is in the area that ${platform} covers`);
              }
            }
          }
        }
      }
    });
  }
});
