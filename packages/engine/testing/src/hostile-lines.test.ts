import assert from "node:assert/strict";
import { compileTemplate } from "@placard/templates";
import { describe, it } from "mocha";
import { FontLibrary } from "../../dist/fonts/typefaces.js";
import { inlineFormatterFor } from "../../dist/inline/formatter.js";
import { withoutPauses } from "../../dist/testing/resumable-formatters.js";
import { layOutScene } from "../../dist/testing/test-scenes.js";
import { hostileTexts } from "./hostile-texts.ts";

const fonts = new FontLibrary();

/** A hundred times what the slowest text takes. */
const maxMs = 10_000;

const styles = [
  "overflow-wrap: anywhere; width: 40px",
  "overflow-wrap: anywhere; letter-spacing: 3px; text-align: right; width: 300px",
  "word-break: break-all; text-wrap: balance; direction: rtl; width: 300px",
  "word-break: auto-phrase; line-clamp: 2",
  "white-space: nowrap; text-overflow: ellipsis; overflow: hidden",
];

describe("breaking hostile texts into lines", () => {
  for (const [name, text] of Object.entries(hostileTexts)) {
    it(`takes a bounded time: ${name}`, () => {
      const document = {
        template: { id: "card", name: "Card", fields: { text: { type: "string", maxLength: 1000 } } },
        html: `<main>${styles.map((style) => `<p style="${style}">{{text}}</p>`).join("")}</main>`,
        assets: {},
      };
      const { template, problems } = compileTemplate(document);
      assert.ok(template, JSON.stringify(problems));
      const scene = template.scene({ text: text.repeat(3).slice(0, 1000) }, { width: 1200, height: 630 });
      const startedAt = performance.now();
      layOutScene(scene, withoutPauses(inlineFormatterFor(scene, fonts.typefacesOf([]))));
      assert.ok(performance.now() - startedAt < maxMs);
    });
  }
});
