import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FontWeight } from "@placard/templates/scene";
import { createCanvas } from "canvas";
import { describe, it } from "mocha";
import { bundledFaces } from "./face-sources.ts";
import { fontRegistry } from "./font-registry.ts";
import { FontLibrary, matchFace, maxFontVariants } from "./typefaces.ts";

const conformanceAssets = fileURLToPath(new URL("../../../templates/conformance/assets", import.meta.url));

describe("typefaces", () => {
  it("draw each weight and style of the bundled font with its own file", () => {
    const context = createCanvas(1, 1).getContext("2d");
    const typefaces = new FontLibrary().typefacesOf([]);
    const widths = [100, 200, 300, 400, 500, 600, 700, 800, 900].flatMap((weight) =>
      (["normal", "italic"] as const).map((fontStyle) => {
        const fontWeight = weight as FontWeight;
        const { families } = typefaces.of({ fontFamily: ["Inter"], fontWeight, fontStyle });
        context.font = `${fontStyle} ${fontWeight} 100px ${families}`;
        return context.measureText("Hamburgefonstiv").width;
      }),
    );
    assert.equal(new Set(widths).size, 18, widths.join());
  });

  it("turn OpenType features of a font on and off", () => {
    const typefaces = new FontLibrary().typefacesOf([]);
    const widthOf = (text: string, fontFeatures: string) => {
      const style = { fontFamily: ["Inter"], fontWeight: 400, fontStyle: "normal", fontFeatures } as const;
      return typefaces.of(style).widthOf(text, "en");
    };
    assert.notEqual(widthOf("1", ""), widthOf("0", ""));
    assert.equal(widthOf("1", "tnum=1"), widthOf("0", "tnum=1"));
    assert.ok(widthOf("AVAVAV", "kern=0") > widthOf("AVAVAV", ""));
    assert.ok(widthOf("1/2", "frac=1 zero=1") < widthOf("1/2", ""));
    assert.equal(widthOf("1", "nope=1"), widthOf("1", ""));
  });

  it("of a card use at most 24 fonts with OpenType features, and count the others", () => {
    const typefaces = new FontLibrary().typefacesOf([]);
    const families = Array.from({ length: 40 }, (_, index) => {
      const bits = [1, 2, 4, 8, 16, 32].map((bit, at) => (index & bit ? `ss0${at + 1}=1` : ""));
      const fontFeatures = bits.filter(Boolean).join(" ");
      const style = { fontFamily: ["Inter"], fontWeight: 400, fontStyle: "normal", fontFeatures } as const;
      return typefaces.of(style).families;
    });
    assert.equal(new Set(families).size, 25);
    assert.equal(typefaces.omittedCount(), 15);
  });

  it("of a scene come from its font files, each loaded and registered once", async () => {
    const fonts = new FontLibrary();
    const loaded: string[] = [];
    const load = async (asset: string) => {
      loaded.push(asset);
      return bundledFaces[0]!.read();
    };
    const faces = [{ family: "Brand", weight: 400, stretch: 100, style: "normal", asset: "thin" } as const];
    const style = { fontFamily: ["Brand", "serif"], fontWeight: 400, fontStyle: "normal" } as const;
    await fonts.load(faces, load);
    await fonts.load(faces, load);
    assert.deepEqual(loaded, ["thin"]);
    const { families } = fonts.typefacesOf(faces).of(style);
    const count = fontRegistry.faceCount;
    assert.equal(fonts.typefacesOf(faces).of(style).families, families);
    assert.equal(fontRegistry.faceCount, count);
    const context = createCanvas(1, 1).getContext("2d");
    context.font = `400 100px ${families}`;
    const { width } = context.measureText("H");
    context.font = `100 100px ${new FontLibrary().typefacesOf([]).of({ ...style, fontFamily: [], fontWeight: 100 }).families}`;
    assert.equal(width, context.measureText("H").width);
  });

  it("are the bundled font for an unknown family, even one named as an object's property", () => {
    const typefaces = new FontLibrary().typefacesOf([]);
    const familiesOf = (fontFamily: string[]) =>
      typefaces.of({ fontFamily, fontWeight: 400, fontStyle: "normal" }).families;
    for (const name of ["constructor", "__proto__", "toString", "Unknown"])
      assert.equal(familiesOf([name]), familiesOf([]), name);
  });

  it("of a variable font are at the positions of each style, and in the ranges that are declared", async () => {
    const fonts = new FontLibrary();
    const face = { family: "Axes", weight: 400, stretch: 100, style: "normal", asset: "axes" } as const;
    await fonts.load([face], async () => readFileSync(join(conformanceAssets, "fixture-axes.ttf")));
    const typefaces = fonts.typefacesOf([face]);
    const styleOf = (fontWeight: number, fontVariations = {}) =>
      ({ fontFamily: ["Axes"], fontWeight, fontStyle: "normal", fontVariations }) as const;
    const widthOf = (weight: number, variations = {}) =>
      typefaces.of(styleOf(weight, variations)).widthOf("Hamburgefonstiv", "en");
    const widths = [100, 350, 400, 900].map((weight) => widthOf(weight));
    assert.deepEqual(
      widths,
      [...new Set(widths)].sort((a, b) => a - b),
    );
    assert.equal(widthOf(100, { wght: 350 }), widthOf(350));
    assert.equal(widthOf(400, { opsz: 1 }), widthOf(400, { opsz: 9 }));
    assert.ok(widthOf(400, { opsz: 9 }) > widthOf(400, { opsz: 144 }));
    const declared = fonts.typefacesOf([{ ...face, weight: [350, 500] }]);
    assert.equal(declared.of(styleOf(100)).widthOf("Hamburgefonstiv", "en"), widthOf(350));
    const many = fonts.typefacesOf([face]);
    const families = Array.from({ length: 30 }, (_, index) => many.of(styleOf(401 + index)).families);
    assert.deepEqual([new Set(families).size, many.omittedCount()], [maxFontVariants + 1, 6]);
  });

  it("are matched by the nearest width, then by the style, then by the weight", () => {
    const faces = [
      { stretch: [75, 90], weight: 700, style: "normal" },
      { stretch: [110, 120], weight: [100, 400], style: "normal" },
      { stretch: [110, 120], weight: [500, 900], style: "normal" },
    ] as const;
    const indexOf = (stretch: number, weight: number) =>
      faces.indexOf(matchFace(faces, weight, "italic", stretch) ?? assert.fail());
    assert.deepEqual(
      [indexOf(100, 400), indexOf(80, 400), indexOf(101, 400), indexOf(200, 600)],
      [0, 0, 1, 2],
    );
  });

  it("are matched by the nearest weight as in CSS Fonts", () => {
    const nearest = (weights: FontWeight[], weight: FontWeight) =>
      matchFace(
        weights.map((each) => ({ weight: each, style: "normal" as const })),
        weight,
        "italic",
      )?.weight;
    assert.equal(nearest([300, 500, 700], 400), 500);
    assert.equal(nearest([300, 700], 400), 300);
    assert.equal(nearest([400, 700], 500), 400);
    assert.equal(nearest([400, 700], 600), 700);
    assert.equal(nearest([400, 500], 800), 500);
    assert.equal(nearest([200, 400], 300), 200);
    assert.equal(nearest([400, 700], 100), 400);
  });
});
