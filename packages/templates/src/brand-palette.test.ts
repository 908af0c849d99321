import assert from "node:assert/strict";
import * as fc from "fast-check";
import { describe, it } from "mocha";
import {
  brandPalette,
  completeColors,
  contrastWarnings,
  findLowContrast,
  isLightGround,
} from "./brand-palette.ts";
import { contrastRatio, parseHex } from "./color.ts";

const contrast = (one: string, other: string) => contrastRatio(parseHex(one), parseHex(other));
const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

describe("the palette of a brand", () => {
  it("keeps every color that the brand gives", () => {
    const colors = {
      ground: "#fafafa",
      ink: "#999999",
      muted: "#cccccc",
      accent: "#ffd400",
      onAccent: "#ffffff",
      secondary: "#0b7285",
    };
    assert.deepEqual(completeColors(colors), colors);
    const { ink, muted, accent, onAccent } = brandPalette(colors)!;
    assert.deepEqual([ink, muted, accent, onAccent], ["#999999", "#cccccc", "#ffd400", "#ffffff"]);
  });

  it("does not exist for a brand without colors", () => {
    assert.equal(brandPalette(), undefined);
    assert.equal(brandPalette({}), undefined);
  });

  it("has readable text in every pair for any single accent", () => {
    fc.assert(fc.property(color, (accent) => assert.deepEqual(findLowContrast({ accent }), [])));
  });

  it("has readable text in every pair for any single ground", () => {
    fc.assert(fc.property(color, (ground) => assert.deepEqual(findLowContrast({ ground }), [])));
  });

  it("has readable derived text for any colors", () => {
    const colors = fc.record({ ground: color, accent: color, muted: color }, { requiredKeys: ["ground"] });
    fc.assert(
      fc.property(colors, (given) => {
        const low = findLowContrast(given).map(({ text }) => text);
        assert.ok(!low.includes("ink") && !low.includes("onAccent"), low.join());
        assert.ok(given.muted !== undefined || !low.includes("muted"));
      }),
    );
  });

  it("has readable text on gradients of the accent if it is readable on the accent", () => {
    fc.assert(
      fc.property(color, (accent) => {
        const { highlight, onHighlight } = brandPalette({ accent })!;
        for (const stop of highlight) assert.ok(contrast(onHighlight, stop) >= 4.5, `${onHighlight} ${stop}`);
      }),
    );
  });

  it("reports each pair of text and background below 4.5:1", () => {
    const low = findLowContrast({
      ground: "#ffffff",
      ink: "#111111",
      muted: "#aaaaaa",
      accent: "#ffd400",
      onAccent: "#ffffff",
    });
    assert.deepEqual(
      low.map(({ text, background, ratio }) => [text, background, ratio.toFixed(1)]),
      [
        ["muted", "ground", "2.3"],
        ["accent", "ground", "1.4"],
        ["onAccent", "accent", "1.4"],
      ],
    );
    assert.deepEqual(findLowContrast({}), []);
  });

  it("rounds a ratio down in warnings, so that none is reported as the minimum", () => {
    const [warning] = contrastWarnings({ colors: { accent: "#e4572e", ground: "#fef7f5" } });
    assert.match(warning!.message, /is 3\.4:1, /);
    const [almost] = contrastWarnings({ colors: { muted: "#777777", ground: "#ffffff" } });
    assert.match(almost!.message, /is 4\.4:1, /);
  });

  it("causes warnings only about pairs of which a template mentions both colors", () => {
    const colors = {
      ground: "#ffffff",
      ink: "#111111",
      muted: "#aaaaaa",
      accent: "#ffd400",
      onAccent: "#ffffff",
    };
    const fieldsOf = (...variables: string[]) =>
      contrastWarnings({ colors }, new Set(variables)).map(({ field }) => field);
    assert.deepEqual(fieldsOf("--ground", "--ink", "--muted"), ["brand/colors/muted"]);
    assert.deepEqual(fieldsOf("--chip", "--on-chip"), ["brand/colors/onAccent"]);
    assert.deepEqual(fieldsOf("--muted", "--accent"), []);
    assert.equal(contrastWarnings({ colors }).length, 3);
  });

  it("is light or strong by the ground", () => {
    for (const [ground, tone] of [
      ["#ffffff", "light"],
      ["#101010", "strong"],
      ["#ffd400", "light"],
    ] as const) {
      assert.equal(brandPalette({ ground })!.tone, tone);
      assert.equal(isLightGround(ground), tone === "light");
    }
  });
});
