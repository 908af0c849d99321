import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { accentOf, accents, type Accent } from "./accent.ts";

describe("accents", () => {
  it("gives the same words the same accent, whatever their case", () => {
    assert.equal(accentOf("Engineering"), accentOf("engineering"));
    assert.equal(accentOf("Engineering").name, "iris", "a changed accent changes cards already shared");
  });

  it("uses the whole palette", () => {
    const used = new Set(Array.from({ length: 200 }, (_, index) => accentOf(`Section ${index}`).name));
    assert.equal(used.size, accents.length);
  });

  const pairs: [what: string, least: number, text: (a: Accent) => Rgb, ground: (a: Accent) => Rgb][] = [
    ["a blog title on the strongest tint", 7, (a) => rgb(a.ink), (a) => rgb(a.wash)],
    [
      "a blog summary on the strongest tint",
      4.5,
      (a) => mix(rgb(a.wash), rgb(a.ink), 0.77),
      (a) => rgb(a.wash),
    ],
    ["a category on the strongest tint", 4.5, (a) => rgb(a.strong), (a) => rgb(a.wash)],
    ["initials on a monogram", 4.5, () => white, (a) => rgb(a.strong)],
    ["a product name in the glow", 7, () => white, lit],
    ["a tagline in the glow", 4.5, (a) => mix(lit(a), white, 0.8), lit],
    ["a price in the glow", 4.5, (a) => rgb(a.bright), lit],
    ["a label on its tag, a date on its stub", 7, (a) => rgb(a.night), (a) => rgb(a.bright)],
    ["an event's title on the ticket", 7, () => white, (a) => rgb(a.dusk)],
    ["a host on the ticket", 4.5, (a) => rgb(a.bright), (a) => rgb(a.dusk)],
  ];
  for (const [what, least, text, ground] of pairs) {
    it(`keeps ${what} at ${least} to 1 or better`, () => {
      for (const accent of accents) {
        const found = contrast(text(accent), ground(accent));
        assert.ok(found >= least, `${accent.name}: ${found.toFixed(2)}`);
      }
    });
  }
});

type Rgb = readonly number[];

const white: Rgb = [255, 255, 255];

/** The lightest ground of a product card: the glow at its middle, over the lighter end of the gradient. */
function lit({ dusk, vivid }: Accent): Rgb {
  return mix(rgb(dusk), rgb(vivid), 0.3);
}

function rgb(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return from.map((value, index) => value + ((to[index] ?? 0) - value) * share);
}

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
