import assert from "node:assert/strict";
import { compileTemplate } from "@placard/templates";
import { describe, it } from "mocha";
import { FontLibrary } from "../fonts/typefaces.ts";
import { inlineFormatterFor } from "../inline/formatter.ts";
import { startTimeSlice } from "../time-slice.ts";
import { arrangeScene } from "./arrange-scene.ts";

const fonts = new FontLibrary();
const text = "some words אחד שנים 天地玄黄 ".repeat(30);

/** Lays out a card with a time slice of `maxSteps` checks. Returns the number of yields. */
async function layOut(html: string, maxSteps = 1) {
  const fields = { text: { type: "string", maxLength: 2048 } };
  const { template, problems } = compileTemplate({
    template: { id: "card", name: "Card", fields },
    html: `<style>main { font-size: 12px }</style><main>${html}</main>`,
    assets: {},
  });
  assert.ok(template, JSON.stringify(problems));
  const scene = template.scene({ text }, { width: 1200, height: 630 });
  let [steps, yields] = [0, 0];
  const timeSlice = {
    isUsedUp: () => ++steps >= maxSteps,
    async yieldToEventLoop() {
      steps = 0;
      yields++;
    },
  };
  const { root } = await arrangeScene(scene, inlineFormatterFor(scene, fonts.typefacesOf([])), { timeSlice });
  return { root, yields };
}

const word = (letters: number) => `<p style="white-space: nowrap">${"letters".repeat(letters / 7)}</p>`;

/** A grid in which each item spans other columns. */
const grid = (items: number) =>
  `<div style="display: grid; grid-auto-flow: dense; grid-template-columns: repeat(100, auto)">${Array.from(
    { length: items },
    (_, i) => `<p style="grid-area: span ${1 + (i % 50)} / span ${1 + ((i * 37) % 100)}"></p>`,
  ).join("")}</div>`;

const cards = {
  "many texts": "<p>{{text}}</p>".repeat(10),
  "one long line": `<p style="white-space: nowrap">${"{{text}}".repeat(10)}</p>`,
  "one long word": word(3500),
  "a dense grid": grid(30),
  "fitted texts": `<h1 style="font-size: fit(4px, 40px); line-clamp: 20">{{text}}</h1><p drop="1">{{text}}</p>`,
  "scaled lines": `<p style="text-fit: grow consistent">{{text}}</p>`,
  "balanced text": `<p style="font-size: 3px; text-wrap: balance">{{text}}</p>`,
  "boxes in a text": `<p>${'{{text}}<span style="display: inline-block; width: fit-content">{{text}}</span>'.repeat(4)}</p>`,
  "nested boxes":
    '<div style="display: flex; flex-wrap: wrap"><div style="display: grid; grid-template-columns: auto 1fr"><p>{{text}}</p><p>{{text}}</p></div><p style="font-size: fit(4px, 40px); height: 40px">{{text}}<b style="display: inline-flex">{{text}}</b></p></div>',
};

describe("layout in time slices", () => {
  for (const [name, html] of Object.entries(cards)) {
    it(`gives the same boxes wherever it is paused: ${name}`, async () => {
      const { root, yields } = await layOut(html, Infinity);
      assert.equal(yields, 0);
      for (const maxSteps of [1, 50]) assert.deepEqual((await layOut(html, maxSteps)).root, root);
    });
  }

  it("has a step at least every 16 words, and repeats none after a pause", async () => {
    const words = 10 * text.split(" ").length;
    for (const name of ["many texts", "one long line"] as const) {
      const { yields } = await layOut(cards[name]);
      assert.ok(yields > words / 16 && yields < 2 * words, `${yields} steps of ${words} words: ${name}`);
    }
  });
});

describe("the steps of a layout", () => {
  it("measure at most 500 letters of a word, of which at most 2,000 are drawn at once", async () => {
    const letters = 21_000;
    const { root, yields } = await layOut(word(letters));
    assert.ok(yields >= letters / 500, `${yields} steps`);
    const [paragraph] = root.children;
    assert.ok(paragraph?.kind === "element");
    const { fragments } = paragraph.texts[0]!.lines[0]!;
    const lengths = fragments.map((each) => (each.kind === "text" ? each.text.length : 0));
    assert.equal(
      lengths.reduce((sum, length) => sum + length),
      letters,
    );
    assert.ok(Math.max(...lengths) <= 2000, lengths.join(" "));
  });

  it("scale one line each", async () => {
    const card = (style: string) => layOut(`<p style="width: 100px; ${style}">{{text}}</p>`);
    const [scaled, plain] = [await card("text-fit: grow"), await card("")];
    assert.ok(plain.root.children[0]?.kind === "element");
    const { lines } = plain.root.children[0].texts[0]!;
    assert.ok(scaled.yields - plain.yields >= lines.length);
  });

  it("place the items of a grid, and then size its tracks", async () => {
    const [withGrid, without] = [await layOut(grid(50)), await layOut("<div></div>")];
    assert.equal(withGrid.yields - without.yields, 2);
  });
});

describe("cards that share a time slice", () => {
  it("continue one after another, each in a turn of the event loop of its own", async () => {
    const timeSlice = startTimeSlice();
    let turns = 0;
    let immediate = setImmediate(function count() {
      turns++;
      immediate = setImmediate(count);
    });
    const continueAt = () => timeSlice.yieldToEventLoop().then(() => turns);
    const seen = await Promise.all([continueAt(), continueAt(), continueAt()]);
    clearImmediate(immediate);
    assert.equal(new Set(seen).size, 3);
  });
});
