import assert from "node:assert/strict";
import { readBuiltInTemplates } from "@placard/template-store";
import type { Template } from "@placard/templates";
import { describe, it } from "mocha";
import sharp from "sharp";
import { renderImage } from "../../dist/render-image.js";
import { hostileTexts } from "./hostile-texts.ts";

const output = { width: 1200, height: 630, format: "jpeg", quality: 90 } as const;

const builtInTemplates = readBuiltInTemplates();

describe("hostile texts", () => {
  for (const [name, text] of Object.entries(hostileTexts)) {
    it(`renders ${name} in every field`, async () => {
      const line = Array.from(text).slice(0, 120).join("");
      const cards: [Template, Record<string, string>][] = [
        [
          builtInTemplates.blog,
          { title: text, description: text, author: line, date: line, readTime: line, category: line },
        ],
        [builtInTemplates.product, { name: text, tagline: line, price: line, badge: line }],
        [builtInTemplates.event, { title: text, date: line, time: line, location: line, host: line }],
      ];
      for (const [template, data] of cards) {
        for (const [width, height] of [
          [1200, 630],
          [200, 200],
        ] as const) {
          const { bytes } = await renderImage(template, { ...output, data, width, height });
          const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
          assert.deepEqual([info.width, info.height], [width, height]);
        }
      }
    }).timeout(5_000);
  }
});
