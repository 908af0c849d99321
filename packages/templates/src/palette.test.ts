import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { accents } from "./accents.ts";
import { blend, contrastRatio, parseHex, type Rgb } from "./color.ts";
import { choosePalette, lightPalette, strongPalette, type Palette } from "./palette.ts";

describe("palettes", () => {
  it("are the same for the same text, regardless of case", () => {
    assert.deepEqual(choosePalette("Engineering"), choosePalette("engineering"));
    assert.equal(
      choosePalette("Engineering").tone,
      "strong",
      "a different palette changes cards that are already shared",
    );
  });

  it("are light and strong, in every accent", () => {
    const used = new Set(
      Array.from({ length: 400 }, (_, index) => JSON.stringify(choosePalette(`Section ${index}`))),
    );
    assert.equal(used.size, 2 * accents.length);
  });

  const texts: [description: string, minContrast: number, role: "ink" | "muted" | "accent"][] = [
    ["a headline", 7, "ink"],
    ["supporting text", 4.5, "muted"],
    ["colored text", 4.5, "accent"],
  ];
  for (const [description, minContrast, role] of texts) {
    it(`give ${description} a contrast of at least ${minContrast}:1 with all backgrounds`, () => {
      for (const palette of allPalettes())
        for (const backdrop of backdropsOf(palette)) {
          const contrast = contrastRatio(blend(palette[role], backdrop), backdrop);
          assert.ok(contrast >= minContrast, `${palette.tone} ${palette.accent}: ${contrast.toFixed(2)}`);
        }
    });
  }

  it("give text on labels, monograms and ticket stubs a contrast of at least 4.5:1", () => {
    for (const { accent, onAccent, tone } of allPalettes()) {
      const contrast = contrastRatio(parseHex(onAccent), parseHex(accent));
      assert.ok(contrast >= 4.5, `${tone} ${accent}: ${contrast.toFixed(2)}`);
    }
  });
});

function allPalettes(): Palette[] {
  return accents.flatMap((accent) => [lightPalette(accent), strongPalette(accent)]);
}

/** The colors that a text may lie on: both ends of the background, with and without a tinted shape. */
function backdropsOf({ background, tint }: Palette): Rgb[] {
  return background.flatMap((color) => [parseHex(color), blend(tint, parseHex(color))]);
}
