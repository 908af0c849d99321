import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { accents } from "./accent.ts";
import { light, paletteOf, strong, type Palette } from "./palette.ts";

describe("palettes", () => {
  it("give the same words the same colours, whatever their case", () => {
    assert.deepEqual(paletteOf("Engineering"), paletteOf("engineering"));
    assert.equal(paletteOf("Engineering").tone, "strong", "a changed palette changes cards already shared");
  });

  it("are light and strong, in every accent", () => {
    const seen = new Set(
      Array.from({ length: 400 }, (_, index) => JSON.stringify(paletteOf(`Section ${index}`))),
    );
    assert.equal(seen.size, 2 * accents.length);
  });

  const texts: [what: string, least: number, color: keyof Palette & ("ink" | "muted" | "accent")][] = [
    ["a headline", 7, "ink"],
    ["supporting text", 4.5, "muted"],
    ["coloured text", 4.5, "accent"],
  ];
  for (const [what, least, role] of texts) {
    it(`keep ${what} at ${least} to 1 or better, on the ground and on every shape that lies on it`, () => {
      for (const palette of all())
        for (const ground of groundsOf(palette)) {
          const found = contrast(over(palette[role], ground), ground);
          assert.ok(found >= least, `${palette.tone} ${palette.accent}: ${found.toFixed(2)}`);
        }
    });
  }

  it("keep what is written on a label, a monogram and a stub at 4.5 to 1 or better", () => {
    for (const { chip, onChip, tone } of all()) {
      const found = contrast(rgb(onChip), rgb(chip));
      assert.ok(found >= 4.5, `${tone} ${chip}: ${found.toFixed(2)}`);
    }
  });
});

type Rgb = readonly number[];

function all(): Palette[] {
  return accents.flatMap((accent) => [light(accent), strong(accent)]);
}

/** The colours a text may lie on: the ground at either end, bare and under a quiet shape. */
function groundsOf({ ground, tint }: Palette): Rgb[] {
  return ground.stops.flatMap(([, color]) => [rgb(color), over(tint, rgb(color))]);
}

/** A colour of six or eight hexadecimal digits laid over an opaque one. */
function over(color: string, ground: Rgb): Rgb {
  const alpha = color.length > 7 ? Number.parseInt(color.slice(7), 16) / 255 : 1;
  return rgb(color).map((value, index) => value * alpha + (ground[index] ?? 0) * (1 - alpha));
}

function rgb(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
