import assert from "node:assert/strict";
import { compileTemplate, propertyTable } from "@placard/templates";
import * as fc from "fast-check";
import sharp from "sharp";
import { createEngine } from "../../dist/index.js";

const engine = createEngine();

const values = [
  "0",
  "1px",
  "-40px",
  "9999px",
  "1e6px",
  "50%",
  "300%",
  "auto",
  "inherit",
  "64px",
  "0.001px",
  "fit(8px, 900px)",
];

/** Valid examples of all properties, and lengths that are far too large or too small for some of them. */
const declaration = fc.oneof(
  fc.constantFrom(...propertyTable).map(({ name, example }) => `${name}: ${example}`),
  fc
    .tuple(
      fc.constantFrom(
        "width",
        "height",
        "margin",
        "padding",
        "gap",
        "font-size",
        "border-radius",
        "inset",
        "flex",
      ),
      fc.constantFrom(...values),
    )
    .map(([name, value]) => `${name}: ${value}`),
  fc.constantFrom(
    "position: absolute",
    "display: flex",
    "flex-wrap: wrap",
    "overflow: hidden",
    "opacity: 0.5",
    "transform: rotate(30deg) scale(40)",
    "box-shadow: 900px 900px 64px 900px #123",
    "background: repeating-linear-gradient(1deg, #000 0 0.1px, #fff 0 0.2px)",
    "background: repeating-conic-gradient(in oklch longer hue, #f00 0 0.1deg, #0f0 0.2deg)",
    "background: linear-gradient(red, 0%, blue) text, #123; background-blend-mode: hue, difference",
    "filter: blur(200px) drop-shadow(900px -900px 200px #f00) invert(1)",
    "filter: blur(0.01px) brightness(1e6) hue-rotate(1e5deg)",
    "backdrop-filter: blur(200px) contrast(9)",
    "mask: url(assets/none.png), linear-gradient(#000, #0000) exclude 0 0 / 0.1px 3px",
    "mask: linear-gradient(#000 0 0) content-box subtract, conic-gradient(#000, #0000) -900px 0 / 9999px",
    "clip-path: polygon(0 0, 1e6px 0, -300% 1e6px)",
    "clip-path: path('M0 0A1e6 1 9 1 1 1e6 9zq9 9 1e5-9t0 0')",
    "clip-path: circle(0)",
    "mix-blend-mode: luminosity; transform: scale(0.001)",
    "-webkit-text-stroke: 100px #f00; paint-order: stroke",
    "box-shadow: inset 900px 0 64px -900px #123, inset 0 0 0 900px #12345678",
  ),
);
const style = fc.array(declaration, { maxLength: 6 }).map((all) => all.join("; "));
const text = fc.constantFrom(
  "",
  "{{title}}",
  "漢字かな",
  "שלום {{title}}",
  "x".repeat(400),
  "a b ".repeat(100),
  "👩🏽‍💻",
);

const { tree } = fc.letrec<{ tree: string; children: string }>((tie) => ({
  tree: fc
    .tuple(fc.constantFrom("div", "p", "span", "h1", "b"), style, tie("children"))
    .map(([tag, css, content]) => `<${tag} style="${css.replaceAll('"', "'")}">${content}</${tag}>`),
  children: fc.oneof(
    { depthSize: "small" },
    text,
    fc.array(tie("tree"), { maxLength: 5 }).map((all) => all.join("")),
  ),
}));

const size = fc.record({
  width: fc.integer({ min: 200, max: 700 }),
  height: fc.integer({ min: 200, max: 700 }),
});

describe("template documents with any properties", () => {
  it("are rejected or rendered, each at its size, in 100 generated cases", async () => {
    let rendered = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(tree, { maxLength: 6 }),
        style,
        size,
        async (trees, css, { width, height }) => {
          const html = `<style>main { ${css} }</style><main>${trees.join("")}</main>`;
          const { template } = compileTemplate({
            template: { id: "card", name: "Card", fields: { title: { type: "string" } } },
            html,
            assets: {},
          });
          if (!template) return;
          const data = { title: "A title of several words" };
          const { bytes } = await engine.render(template, {
            data,
            width,
            height,
            format: "jpeg",
            quality: 60,
          });
          const metadata = await sharp(bytes).metadata();
          assert.deepEqual([metadata.width, metadata.height], [width, height]);
          rendered++;
        },
      ),
      { numRuns: 100 },
    );
    assert.ok(rendered > 10, `${rendered} of 100 documents were valid`);
  });
});
