import assert from "node:assert/strict";
import { compileTemplate } from "@placard/templates";
import { createCanvas, loadImage } from "canvas";
import { createEngine } from "../engine.ts";

const width = 200;
const engine = createEngine();

/** The rows and the columns with red pixels, of the underline of a text. */
async function underlineOf(text: string, css = "") {
  const style = `font-size: 40px; color: transparent; text-decoration: underline 4px #f00; ${css}`;
  const html = `<main style="${style}"><p>${text}</p></main>`;
  const { template } = compileTemplate({
    template: { id: "card", name: "Card", fields: {} },
    html,
    assets: {},
  });
  const { bytes } = await engine.render(template!, { data: {}, width, height: 200 });
  const context = createCanvas(width, 200).getContext("2d");
  context.drawImage(await loadImage(bytes), 0, 0);
  const { data } = context.getImageData(0, 0, width, 200);
  const [rows, columns] = [new Set<number>(), new Set<number>()];
  for (let index = 0; index < data.length / 4; index++) {
    if (data[4 * index + 1]! > 127) continue;
    rows.add(Math.floor(index / width));
    columns.add(index % width);
  }
  return { top: Math.min(...rows), thickness: rows.size, length: columns.size };
}

describe("an underline", () => {
  it("is interrupted by descenders, and by “_” and CJK only if all letters interrupt it", async () => {
    const lengthOf = async (text: string, skip: string) =>
      (await underlineOf(text, `text-decoration-skip-ink: ${skip}`)).length;
    const whole = await lengthOf("a_b漢", "none");
    assert.equal(await lengthOf("a_b漢", "auto"), whole);
    assert.ok((await lengthOf("a_b漢", "all")) < whole);
    assert.ok((await lengthOf("agb", "auto")) < (await lengthOf("agb", "none")));
  });

  it("has the thickness and the position that the font names, or is below the descenders", async () => {
    const plain = await underlineOf("a");
    const ofFont = await underlineOf(
      "a",
      "text-decoration-thickness: from-font; text-underline-position: from-font",
    );
    const under = await underlineOf("a", "text-underline-position: under");
    // Inter: the thickness is 140, the position 348 of 2048.
    assert.deepEqual([plain.thickness, ofFont.thickness], [4, 2]);
    assert.deepEqual([ofFont.top - plain.top, under.top - plain.top], [5, 6]);
  });
});
