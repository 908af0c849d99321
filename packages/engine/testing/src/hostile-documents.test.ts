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
  it("are rejected or rendered, each at its size, in 200 generated cases", async () => {
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
      { numRuns: 200 },
    );
    assert.ok(rendered > 40, `${rendered} of 200 documents were valid`);
  });
});
