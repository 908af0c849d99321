import assert from "node:assert/strict";
import { compileTemplate } from "@placard/templates";
import { describe, it } from "mocha";
import { layOutRects, rectsToText } from "../../testing/test-scenes.ts";

/** The rectangles of the items of a grid container of 200×100 on a card of that size; letters are 6×20. */
function layOut(container: string, content: string): (number[] | undefined)[] {
  const { template, problems } = compileTemplate({
    template: { id: "grid", name: "Grid", description: "A grid", fields: {} },
    html: `<style>main { display: grid; ${container} }</style><main>${content}</main>`,
    assets: {},
  });
  assert.ok(template, JSON.stringify(problems));
  const scene = template.scene({}, { width: 200, height: 100 });
  const rects = layOutRects(scene);
  return Object.keys(rects)
    .filter((path) => /^\d+$/.test(path))
    .sort((a, b) => Number(a) - Number(b))
    .map((path) => rects[path]);
}

function items(...styles: string[]): string {
  return styles.map((style) => `<div style="${style}"></div>`).join("");
}

describe("grid layout", () => {
  const cases: [string, string, string, string][] = [
    [
      "shares the space among flexible tracks",
      "grid-template-columns: 1fr 3fr",
      items("", ""),
      "0 0 50 100, 50 0 150 100",
    ],
    [
      "repeats tracks, separates them by gaps and adds implicit rows",
      "grid-template-columns: repeat(2, 90px); gap: 20px; grid-auto-rows: 40px",
      items("", "", ""),
      "0 0 90 40, 110 0 90 40, 0 60 90 40",
    ],
    [
      "fills the container with repetitions",
      "grid-template-columns: repeat(auto-fill, minmax(60px, 1fr)); grid-template-rows: 50px",
      items("", ""),
      "0 0 66.671875 50, 66.671875 0 66.65625 50",
    ],
    [
      "collapses repetitions without items",
      "grid-template-columns: repeat(auto-fit, minmax(60px, 1fr)); grid-template-rows: 50px",
      items("", ""),
      "0 0 100 50, 100 0 100 50",
    ],
    [
      "places items in named areas",
      "grid-template: 'logo title' 30px 'logo text' 1fr / 50px 1fr",
      items("grid-area: text", "grid-area: logo", "grid-area: title"),
      "50 30 150 70, 0 0 50 100, 50 0 150 30",
    ],
    [
      "places items at named lines, from the end and across tracks",
      "grid-template: repeat(2, 50px) / [start] 20px [middle] 80px [end] 100px",
      items("grid-column: middle / end", "grid-area: 2 / -2", "grid-column: start / span 3; grid-row: 2"),
      "20 0 80 50, 100 50 100 50, 0 50 200 50",
    ],
    [
      "leaves gaps unless the flow is dense",
      "grid: auto-flow 50px / repeat(2, 100px)",
      items("", "grid-column: span 2", ""),
      "0 0 100 50, 0 50 200 50, 0 100 100 50",
    ],
    [
      "fills gaps in a dense flow",
      "grid: auto-flow dense 50px / repeat(2, 100px)",
      items("", "grid-column: span 2", ""),
      "0 0 100 50, 0 50 200 50, 100 0 100 50",
    ],
    [
      "goes below tall items in a dense flow",
      "grid: auto-flow dense 25px / repeat(2, 100px)",
      items("grid-area: span 2 / span 2", "", "grid-column: span 2", ""),
      "0 0 200 50, 0 50 100 25, 0 75 200 25, 100 50 100 25",
    ],
    [
      "sizes tracks by their content",
      "grid-template: auto / min-content max-content fit-content(40px)",
      "<div>abc ab</div><div>abc ab</div><div>abc ab abc</div>",
      "0 0 18 100, 18 0 36 100, 54 0 40 100",
    ],
    [
      "distributes what a spanning item needs",
      "grid-template: 20px 20px / auto auto; justify-content: start",
      items("grid-column: span 2; width: 80px", "width: 20px", "width: 10px"),
      "0 0 80 20, 0 20 20 20, 45 20 10 20",
    ],
    [
      "aligns tracks and items",
      "grid-template: 40px / 80px 80px; justify-content: space-between; align-content: end; justify-items: end",
      items("width: 20px; height: 10px", "width: 20px; height: 10px; place-self: center start"),
      "60 60 20 10, 120 75 20 10",
    ],
    [
      "keeps an item with safe alignment in its area",
      "grid-template: 40px / 40px; place-items: safe center",
      items("width: 80px; height: 20px"),
      "0 10 80 20",
    ],
    [
      "runs from right to left",
      "direction: rtl; grid-template: 50px / 40px 60px",
      items("", "width: 10px"),
      "160 0 40 50, 150 0 10 50",
    ],
    [
      "places absolutely positioned items in their area",
      "position: relative; grid-template: 50px 50px / 50px 1fr",
      items("position: absolute; grid-area: 2 / 2; inset: 10px", "position: absolute; inset: 0"),
      "60 60 130 30, 0 0 200 100",
    ],
    [
      "places items by their order",
      "grid-template: 50px / 50px 50px",
      items("order: 1", ""),
      "50 0 50 50, 0 0 50 50",
    ],
    [
      "aligns the baselines of a row",
      "grid-template: auto / 50px 50px; align-items: baseline; align-content: start",
      `<div style="padding-top: 12px">ab</div><div>ab</div>`,
      "0 0 50 32, 50 12 50 20",
    ],
  ];
  for (const [title, container, content, expected] of cases) {
    it(title, () => assert.equal(rectsToText(layOut(container, content)), expected));
  }

  it("has at most 500 tracks along an axis: items beyond them are in the last one", () => {
    for (const [axis, at] of [
      ["row", 1],
      ["column", 0],
    ] as const) {
      const style = `grid-${axis}: span 100`;
      const rects = layOut(
        `grid-auto-flow: ${axis}; grid-auto-${axis}s: 1px`,
        items(...Array(50).fill(style)),
      );
      const spans = rects.map((rect) => [rect![at], rect![at + 2]]);
      assert.deepEqual(spans.slice(0, 6), [
        [0, 100],
        [100, 100],
        [200, 100],
        [300, 100],
        [400, 100],
        [499, 1],
      ]);
      assert.deepEqual(spans.at(-1), [499, 1]);
    }
  });

  it("refuses grids with too many tracks, and areas that are no rectangles", () => {
    for (const style of [
      "grid-template-columns: repeat(1000, 1px)",
      "grid-column: 1 / 9000",
      "grid-template-areas: 'a b' 'b a'",
      "grid-template-areas: 'a b' 'a'",
      "grid-template-columns: minmax(1fr, 20px)",
      "grid-template-columns: repeat(auto-fill, auto)",
    ]) {
      const { problems } = compileTemplate({
        template: { id: "grid", name: "Grid", description: "A grid", fields: {} },
        html: `<main style="${style}"></main>`,
        assets: {},
      });
      assert.equal(problems[0]?.severity, "error", style);
    }
  });
});
