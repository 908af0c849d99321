import assert from "node:assert/strict";
import { compileTemplate } from "@placard/templates";
import { createCanvas } from "canvas";
import { noImages } from "../testing/example-tree.ts";
import { inlineFormatterFor } from "../inline/formatter.ts";
import { FontLibrary } from "../fonts/typefaces.ts";
import { arrangeScene } from "../layout/arrange-scene.ts";
import { createDisplayList } from "./display-list.ts";
import { Painter } from "./paint-scene.ts";

/** Paints a card with a background and other declarations. Returns how often it let others have a turn. */
async function countTurns(background: string, width = 2048): Promise<number> {
  const size = { width, height: 2048 };
  const css = `main { position: relative } p { position: absolute; inset: 0; background: ${background} }`;
  const template = { id: "card", name: "Card", fields: {} };
  const document = { template, html: `<style>${css}</style><main><p></p></main>`, assets: {} };
  const scene = compileTemplate(document).template!.scene({}, size);
  const typefaces = new FontLibrary().typefacesOf(scene.fontFaces);
  const { root } = await arrangeScene(scene, inlineFormatterFor(scene, typefaces));
  let turns = 0;
  const timeSlice = { isUsedUp: () => true, yieldToEventLoop: async () => void turns++ };
  const context = createCanvas(size.width, size.height).getContext("2d");
  await new Painter(0).paint(context, createDisplayList(root, noImages), {
    images: noImages,
    timeSlice,
    ...size,
  });
  return turns;
}

describe("a large gradient", () => {
  it("lets others have a turn after every eight rows of pixels, also if it is rotated or repeated", async () => {
    const width = 256; // a narrow card, because each row counts
    const before = await countTurns("red", width);
    for (const kind of ["linear", "radial", "conic"]) {
      const gradient = `${kind}-gradient(red, blue)`;
      for (const css of [gradient, `${gradient}; rotate: 9deg`, `${gradient} 0 0 / 250px 2000px`]) {
        const turns = (await countTurns(css, width)) - before;
        assert.ok(turns >= 250, `${turns} turns: ${css}`);
      }
    }
  });
});

describe("a large shadow", () => {
  it("is blurred in bands, between which others have a turn", async () => {
    const turns =
      (await countTurns("red; inset: 300px; box-shadow: 0 0 64px red")) - (await countTurns("red"));
    assert.ok(turns >= 20, `${turns} turns`);
  });
});

describe("a large layer", () => {
  it("is blended in bands, between which others have a turn", async () => {
    const turns = (await countTurns("red; mix-blend-mode: hue")) - (await countTurns("red"));
    assert.ok(turns >= 4, `${turns} turns`);
  });
});
