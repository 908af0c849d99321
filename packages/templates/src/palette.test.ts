import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { accents } from "./accents.ts";
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
    it(`give ${description} a contrast of at least ${minContrast}:1 with the background and with tinted shapes`, () => {
      for (const palette of allPalettes())
        for (const backdrop of backdropsOf(palette)) {
          const contrast = contrastRatio(blend(palette[role], backdrop), backdrop);
          assert.ok(contrast >= minContrast, `${palette.tone} ${palette.accent}: ${contrast.toFixed(2)}`);
        }
    });
  }

  it("give text on labels, monograms and ticket stubs a contrast of at least 4.5:1", () => {
    for (const { chip, onChip, tone } of allPalettes()) {
      const contrast = contrastRatio(parseHex(onChip), parseHex(chip));
      assert.ok(contrast >= 4.5, `${tone} ${chip}: ${contrast.toFixed(2)}`);
    }
  });
});

type Rgb = readonly number[];

function allPalettes(): Palette[] {
  return accents.flatMap((accent) => [lightPalette(accent), strongPalette(accent)]);
}

/** The colors that a text may lie on: both ends of the background, with and without a tinted shape. */
function backdropsOf({ background, tint }: Palette): Rgb[] {
  return background.stops.flatMap(([, color]) => [parseHex(color), blend(tint, parseHex(color))]);
}

/** Blends a color of six or eight hexadecimal digits with an opaque backdrop. */
function blend(color: string, backdrop: Rgb): Rgb {
  const alpha = color.length > 7 ? Number.parseInt(color.slice(7), 16) / 255 : 1;
  return parseHex(color).map((value, index) => value * alpha + (backdrop[index] ?? 0) * (1 - alpha));
}

function parseHex(hex: string): Rgb {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrastRatio(one: Rgb, other: Rgb): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
