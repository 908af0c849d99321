import assert from "node:assert/strict";
import { compileTemplate } from "@placard/templates";
import sharp from "sharp";
import { createEngine } from "../engine.ts";

const engine = createEngine();

/** The colors at points of a card of 200×200 pixels, as hexadecimal numbers. */
async function colorsOf(css: string, points: readonly (readonly [number, number])[], content = "<p></p>") {
  const html = `<style>main { background: #ffffff } p { width: 100px; height: 100px; background: #ff0000 }
${css}</style><main>${content}</main>`;
  const document = { template: { id: "card", name: "Card", fields: {} }, assets: {}, html };
  const { template, problems } = compileTemplate(document);
  assert.ok(template, JSON.stringify(problems));
  const { bytes } = await engine.render(template, { data: {}, width: 200, height: 200 });
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return points.map(([x, y]) => {
    const at = (y * info.width + x) * 3;
    return data.subarray(at, at + 3).toString("hex");
  });
}

const middle = [50, 50] as const;

describe("layers", () => {
  it("are filtered before they are clipped by an ancestor", async () => {
    const css = "div { width: 50px; height: 200px; overflow: hidden } p { filter: blur(10px) }";
    const [inside, edge, outside] = await colorsOf(
      css,
      [
        [25, 50],
        [49, 50],
        [52, 50],
      ],
      "<div><p></p></div>",
    );
    assert.deepEqual([inside, outside], [edge, "ffffff"]);
  });

  it("clip after the filter, then mask, then blend with what is below", async () => {
    const css = `main { background: #00ffff } p { background: #00ff00; filter: invert(1);
clip-path: inset(0 50% 0 0); mask: linear-gradient(#000 50%, transparent 0); mix-blend-mode: multiply }`;
    const points = [
      [25, 25],
      [75, 25],
      [25, 75],
    ] as const;
    assert.deepEqual(await colorsOf(css, points), ["0000ff", "00ffff", "00ffff"]);
  });

  it("apply color matrices one after the other, each clamped", async () => {
    assert.deepEqual(await colorsOf("p { filter: brightness(2) brightness(0.5) }", [middle]), ["800000"]);
    assert.deepEqual(await colorsOf("p { filter: invert(1) opacity(0.5) }", [middle]), ["7fffff"]);
    assert.deepEqual(await colorsOf("p { filter: grayscale(1) }", [middle]), ["363636"]);
  });

  it("keep the color of translucent pixels that are blurred", async () => {
    const [color] = await colorsOf("p { background: #ff000080; filter: blur(1px) }", [middle]);
    assert.equal(color, "ff7f7f");
  });

  it("filter the backdrop up to the closest ancestor that is a layer", async () => {
    const content = "<div><p></p></div>";
    const css = "main { background: #00ff00 } p { background: none; backdrop-filter: invert(1) }";
    assert.deepEqual(await colorsOf(css, [middle], content), ["ff00ff"]);
    assert.deepEqual(await colorsOf(`${css} div { opacity: 0.99 }`, [middle], content), ["00ff00"]);
  });

  it("paint backgrounds through text only, with background-clip: text", async () => {
    const css = "p { font-size: 100px; line-height: 1; color: transparent; background-clip: text }";
    const [stem, ground] = await colorsOf(
      css,
      [
        [14, 50],
        [95, 5],
      ],
      "<p>I</p>",
    );
    assert.deepEqual([stem, ground], ["ff0000", "ffffff"]);
  });
});
