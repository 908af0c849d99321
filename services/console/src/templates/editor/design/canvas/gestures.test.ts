import assert from "node:assert/strict";
import { edit, findElement, openTemplate, pathsAfter, declarationOf } from "@placard/template-edit";
import { openDesign } from "../../../../testing/open-design.ts";
import { declarationsFor } from "../declarations-for.ts";
import { boxAt, boxesOfElements, editableBoxes } from "./boxes.ts";
import { handles } from "./geometry.ts";
import {
  lengthHandles,
  movableHandles,
  startLength,
  startMove,
  startResize,
  type Gesture,
  type GestureContext,
  type Pointer,
} from "./gestures.ts";

type Box = readonly [path: string, x: number, y: number, width: number, height: number, textWidth?: number];

const css = `<style>
  .row { display: flex; gap: 20px; padding: 10px 40px }
  .pin { position: absolute; right: 40px; bottom: 5cqh }
  .free { position: absolute }
</style>
`;
const html = `${css}<main><div class="row"><p>1</p><p>2</p></div><i class="pin"></i><i class="free"></i></main>`;
const boxes: readonly Box[] = [
  ["", 0, 0, 400, 200],
  ["0", 0, 0, 400, 60],
  ["0/0", 40, 10, 100, 40],
  ["0/1", 160, 10, 100, 40],
  ["1", 260, 90, 100, 100],
  ["2", 13, 75, 50, 50],
];

function open(source = html, shown = boxes, onlySize = false) {
  const { design, preview, size } = openDesign(source);
  const card = { name: "Test", width: 400, height: 200 };
  size.value = card as never;
  design.setOnlySize(onlySize);
  preview.value = {
    ...card,
    html: source,
    boxes: shown.map(([path, x, y, width, height, textWidth]) => {
      const text = textWidth === undefined ? {} : { text: { x, y, width: textWidth, height } };
      return { path, x, y, width, height, ...text };
    }),
  };
  const template = design.template.value;
  const named = boxesOfElements(design.editor.preview.value!.boxes, template);
  const context: GestureContext = { design, card, boxes: named };
  const boxOf = (path: string) => named.find((box) => box.element.path === path)!;
  /** The HTML after a gesture. */
  function run(gesture: Gesture | undefined, dx: number, dy: number, pointer: Partial<Pointer> = {}) {
    const state = gesture!({ dx, dy, x: 0, y: 0, reach: -1, ...pointer });
    const result = state.operation && edit(template, state.operation);
    assert.equal(result?.reason, undefined);
    const next =
      state.next && state.operation && pathsAfter(template, state.operation).get(state.next.path)?.[0];
    return { state: { ...state, next }, html: result?.template?.html ?? source };
  }
  return { context, boxOf, run };
}

describe("A drag on the canvas", () => {
  it("changes the insets of an absolutely positioned element, or else adds those of the nearest edges", () => {
    const { context, boxOf, run } = open();
    const moved = run(startMove(context, [boxOf("1")]), -15, 10).html;
    assert.equal(moved, html.replace("right: 40px; bottom: 5cqh", "right: 55px; bottom: 0"));
    const placed = run(startMove(context, [boxOf("2")]), 5, 0).html;
    assert.equal(placed, html.replace("absolute }", "absolute; left: 18px }"));
    const farther = run(startMove(context, [boxOf("2")]), 200, 100).html;
    assert.equal(farther, html.replace("absolute }", "absolute; right: 137px; bottom: -25px }"));
  });

  it("moves all absolutely positioned elements that are selected", () => {
    const { context, boxOf, run } = open();
    const { html: moved, state } = run(startMove(context, [boxOf("1"), boxOf("2")]), 0, -5);
    assert.match(moved, /bottom: 7.5cqh/);
    assert.match(moved, /absolute; top: 70px/);
    assert.equal(state.rects.length, 2);
  });

  it("leaves a part of an absolutely positioned element on the card", () => {
    const { context, boxOf, run } = open();
    const [end] = run(startMove(context, [boxOf("2")]), 900, 900).state.rects;
    assert.deepEqual([end!.x, end!.y], [392, 192]);
    const both = run(startMove(context, [boxOf("1"), boxOf("2")]), -900, -900).state.rects;
    assert.deepEqual([both[1]!.x + 50, both[1]!.y + 50], [8, 8]);
  });

  it("leaves a text that becomes free and is narrower than its box at the start of the box", () => {
    const wide = boxes.map((box): Box => (box[0] === "0/1" ? ["0/1", 40, 10, 320, 40, 60] : box));
    const { context } = open(html, wide);
    const { left, top } = declarationsFor(context.design, "0/1", "position", "absolute");
    assert.deepEqual([left, top], ["10cqw", "5cqh"]);
  });

  it("snaps to the edges and centers of siblings, of the container and of the card", () => {
    const { context, boxOf, run } = open();
    const { state } = run(startMove(context, [boxOf("2")]), 159, 0, { reach: 6 });
    assert.equal(state.rects[0]!.x, 175); // its center at the card's
    assert.deepEqual(state.guides[0], { axis: "x", at: 200 });
  });

  it("moves an element in the flow to the place at the pointer, also in another container", () => {
    const { context, boxOf, run } = open();
    const { html: moved, state } = run(startMove(context, [boxOf("0/0")]), 150, 0, { x: 240, y: 20 });
    assert.match(moved, /<p>2<\/p><p>1<\/p>/);
    assert.equal(state.next, "0/1");
    const { html: nested, state: out } = run(startMove(context, [boxOf("0/0")]), 0, 90, { x: 300, y: 150 });
    assert.match(nested, /<p>2<\/p><\/div><i class="pin"><\/i><i class="free"><\/i><p>1<\/p><\/main>/);
    assert.equal(out.next, "3");
    assert.equal(run(startMove(context, [boxOf("0/0")]), 5, 0, { x: 60, y: 20 }).html, html);
  });

  it("moves an element together with the one that is on the card instead", () => {
    const photo = '<p if="photo">2</p><b unless="photo">3</b>';
    const source = html.replace("<p>2</p>", photo);
    const { context, boxOf, run } = open(source);
    const { html: moved, state } = run(startMove(context, [boxOf("0/1")]), -150, 0, { x: 45, y: 20 });
    assert.equal(moved, source.replace(`<p>1</p>${photo}`, `${photo}<p>1</p>`));
    assert.equal(state.next, "0/0");
    const { html: nested, state: out } = run(startMove(context, [boxOf("0/1")]), 0, 90, { x: 300, y: 150 });
    assert.match(nested, /<p>1<\/p><\/div>.*<p if="photo">2<\/p><b unless="photo">3<\/b><\/main>/);
    assert.equal(out.next, "3");
    const instead = open(source, [...boxes.filter(([path]) => path !== "0/1"), ["0/2", 160, 10, 100, 40]]);
    const fallback = instead.run(startMove(instead.context, [instead.boxOf("0/2")]), -150, 0, {
      x: 45,
      y: 20,
    });
    assert.equal(fallback.html, moved);
    assert.equal(fallback.state.next, "0/1");
  });
});

describe("A drag on the canvas for one size", () => {
  const photo = '<p class="photo" style="margin-block: -20px 0; margin-inline: 0 -40px">3</p>';
  const row = html.replace("</p></div>", `</p>${photo}</div>`);
  const rowBoxes = [...boxes, ["0/2", 280, 10, 100, 40]] as const;

  it("changes the order in the row of an element, and removes its margins to the edges of the card", () => {
    const { context, boxOf, run } = open(row, rowBoxes, true);
    const { html: moved, state } = run(startMove(context, [boxOf("0/2")]), -230, 20, { x: 45, y: 40 });
    assert.equal(state.next, "0/2");
    assert.match(moved, /\(width: 400px\) and \(height: 200px\) \{\s+\.photo \{[^}]*order: -1;/);
    assert.match(moved, /<p>1<\/p><p>2<\/p><p class="photo">3/);
    const margins = openTemplate({ json: "{}", html: moved, assets: {} });
    const photoOf = findElement(margins, "0/2")!;
    const at = [context.card, { width: 1080, height: 1080 }].map(
      (size) => declarationOf(margins, photoOf, "margin-inline", size)?.value,
    );
    assert.deepEqual(at, ["0", "0 -40px"]);
    // Then the first place is that of the photo, and the second one behind it.
    const [one, two, three] = ["0/2", "0/0", "0/1"].map((path, index) => [
      path,
      40 + index * 120,
      10,
      100,
      40,
    ]);
    const next = open(moved, [...boxes.slice(0, 2), one, two, three] as never, true);
    assert.equal(next.run(startMove(next.context, [next.boxOf("0/0")]), 0, 0, { x: 170, y: 20 }).html, moved);
    const { html: first } = next.run(startMove(next.context, [next.boxOf("0/0")]), 0, 0, { x: 45, y: 20 });
    assert.match(first, /\.p-1 \{ order: -2; \}/);
    const gaps = lengthHandles(next.context, next.boxOf("0")).filter(({ kind }) => kind === "gap");
    assert.deepEqual(
      gaps.map(({ rect }) => rect.x),
      [140, 260],
    );
  });

  it("leaves an element in its container, with the reason", () => {
    const { context, boxOf, run } = open(row, rowBoxes, true);
    const { state } = run(startMove(context, [boxOf("0/0")]), 0, 90, { x: 300, y: 150 });
    assert.equal(state.operation, undefined);
    assert.match(state.refusal ?? "", /only within its row.*“Only at 400 × 200”/);
    assert.equal(run(startMove(context, [boxOf("0/0")]), 5, 0, { x: 60, y: 20 }).state.refusal, undefined);
  });

  it("says why an element is not dropped into a container beside it, unless it moves past that", () => {
    const source = '<main style="display: flex"><div><p>1</p><p>2</p></div><b>3</b></main>';
    const shown: readonly Box[] = [
      ["", 0, 0, 400, 200],
      ["0", 0, 0, 200, 200],
      ["0/0", 0, 0, 200, 100],
      ["0/1", 0, 100, 200, 100],
      ["1", 200, 0, 200, 200],
    ];
    const { context, boxOf, run } = open(source, shown, true);
    const at = (x: number) => run(startMove(context, [boxOf("1")]), x - 300, 0, { x, y: 100 }).state;
    assert.equal(at(150).operation, undefined);
    assert.match(at(150).refusal ?? "", /only within its row/);
    assert.deepEqual([Boolean(at(60).operation), at(60).refusal], [true, undefined]);
    assert.equal(at(300).refusal, undefined);
  });
});

describe("A box on the canvas", () => {
  it("is reached at its pseudo-elements, which have no boxes of their own", () => {
    const { context } = open(html, [
      ...boxes,
      ["0/0/::after", 40, 60, 20, 4],
      ["0/1:0/::before", 160, 60, 20, 4],
      ["0/1:0", 160, 10, 100, 40],
    ]);
    assert.equal(context.boxes.length, boxes.length + 1);
    assert.equal(boxAt(context.boxes, context.design.styles.value, 45, 62)?.path, "0/0");
    assert.deepEqual(boxAt(context.boxes, context.design.styles.value, 165, 62)?.element.path, "0/1");
    assert.equal(boxAt(context.boxes, context.design.styles.value, 100, 62)?.path, "");
  });

  it("is not reached below a free text, unless it is in front by its stacking order", () => {
    const source = `${css}<style>.raised { position: relative; z-index: 2 }</style>
      <main><p class="free">Chip</p><img alt=""><img class="raised" alt=""></main>`;
    const { context } = open(source, [
      ["", 0, 0, 400, 200],
      ["0", 0, 0, 100, 40, 80],
      ["1", 10, 10, 40, 20],
      ["2", 60, 10, 40, 20],
    ]);
    const pathAt = (x: number) => boxAt(context.boxes, context.design.styles.value, x, 20)?.path;
    assert.deepEqual([20, 70, 150].map(pathAt), ["0", "2", ""]);
  });

  it("is edited below an empty element, such as a photo below a shade", () => {
    const source = `${css}<main><img class="free" src="{{photo}}" alt=""><i class="free"></i></main>`;
    const { context } = open(source, [
      ["", 0, 0, 400, 200],
      ["0", 0, 0, 400, 200],
      ["1", 0, 0, 400, 200],
    ]);
    const { styles, template } = context.design;
    const pathAt = (reached: typeof context.boxes) => boxAt(reached, styles.value, 20, 20)?.path;
    assert.equal(pathAt(context.boxes), "1");
    assert.equal(pathAt(editableBoxes(context.boxes, template.value)), "0");
  });
});

describe("An element that is dropped in another container", () => {
  it("keeps the look that rules for its place gave it, and so do those that get a container with it", () => {
    const rules = ".row > p { color: red; flex: 1 } main > p { color: blue }";
    const rows = `<style>${rules}</style><main><div class="row"><p>1</p><p>2</p></div><p>3</p></main>`;
    const { context, boxOf, run } = open(rows, [
      ["", 0, 0, 400, 200],
      ["0", 0, 0, 400, 100],
      ["0/0", 0, 0, 200, 100],
      ["0/1", 200, 0, 200, 100],
      ["1", 0, 150, 400, 50],
    ]);
    const drop = (path: string, x: number, y: number) =>
      run(startMove(context, [boxOf(path)]), 0, 0, { x, y }).html.replace(/.*<main[^>]*>/, "");
    // In the card, what rules set for its elements wins.
    assert.match(drop("0/0", 200, 195), /<p>3<\/p><p>1<\/p><\/main>/);
    // Beside another element of the card, both are in a new row.
    const beside = drop("0/0", 390, 170);
    assert.match(
      beside,
      /<p style="[^"]*color: blue[^"]*">3<\/p><p style="[^"]*color: red[^"]*">1<\/p><\/div>/,
    );
  });
});

describe("The place where an element is dropped", () => {
  const nested = `<main><div class="row"><p>1</p><div><b>a</b><i>b</i></div></div><p>2</p></main>`;
  const nestedBoxes: readonly Box[] = [
    ["", 0, 0, 400, 200],
    ["0", 0, 0, 400, 100],
    ["0/0", 0, 0, 100, 100],
    ["0/1", 200, 0, 100, 100],
    ["0/1/0", 200, 0, 100, 50],
    ["0/1/1", 200, 50, 100, 50],
    ["1", 0, 150, 400, 50],
  ];

  it("is beside a container at its edges, and in it elsewhere", () => {
    const { context, boxOf, run } = open(nested, nestedBoxes);
    const drop = (x: number, y: number) =>
      run(startMove(context, [boxOf("1")]), 0, 0, { x, y }).html.slice("<main>".length);
    assert.match(drop(205, 40), /<p>1<\/p><p>2<\/p><div><b>/);
    assert.match(drop(295, 40), /<i>b<\/i><\/div><p>2<\/p><\/div>/);
    assert.match(drop(250, 40), /<b>a<\/b><p>2<\/p><i>/);
  });

  it("is beside an element at its left and right edge, in a row of two columns", () => {
    const column = '<main><p>1</p><p style="width: 90px">2</p></main>';
    const columnBoxes: readonly Box[] = [
      ["", 0, 0, 400, 200],
      ["0", 0, 0, 400, 100],
      ["1", 0, 150, 90, 50],
    ];
    const { context, boxOf, run } = open(column, columnBoxes);
    const [row, one] = [
      '<main><div style="display: flex; gap: 5cqmin">',
      '<p style="flex: 1; min-width: 0">1</p>',
    ];
    const two = '<p style="width: 90px">2</p>';
    const { html: after, state } = run(startMove(context, [boxOf("1")]), 335, 0, { x: 380, y: 50 });
    assert.deepEqual([after, state.next], [`${row}${one}${two}</div></main>`, "0/1"]);
    const { html: before, state: first } = run(startMove(context, [boxOf("1")]), -60, 0, { x: 20, y: 50 });
    assert.deepEqual([before, first.next], [`${row}${two}${one}</div></main>`, "0/0"]);
    assert.deepEqual([first.label, first.container?.path], ["2", ""]);
    // An image with a height has a width of its own, which a long text leaves it.
    const image = open(
      column.replace('<p style="width', '<img style="height').replace(/2<.p><.main/, "</main"),
      columnBoxes,
    );
    const { html: logo } = image.run(startMove(image.context, [image.boxOf("1")]), 335, 0, { x: 380, y: 50 });
    assert.equal(logo, `${row}${one}<img style="height: 90px"></div></main>`);
    // A row may be a column on a tall card, unless all in it have sizes of their own.
    for (const [style, direction] of [
      ["", "flex-direction: var(--row); "],
      [' style="width: fit-content"', ""],
    ] as const) {
      const label = `<style>main { --row: row }</style><main><p${style}>1</p><p style="width: 90px">2</p></main>`;
      const tall = open(label, columnBoxes);
      const { html: shown } = tall.run(startMove(tall.context, [tall.boxOf("1")]), 335, 0, { x: 380, y: 50 });
      assert.ok(shown.includes(`<div style="display: flex; ${direction}gap: 5cqmin">`), shown);
    }
    // Along the column, it moves there, wherever it was grasped.
    for (const x of [5, 80]) {
      const { html: moved, state: along } = run(startMove(context, [boxOf("1")]), 30, -150, { x, y: 20 });
      assert.deepEqual([moved, along.next], [`<main>${two}<p>1</p></main>`, "0"]);
    }
  });

  it("is above or below an element of a row at its top and bottom edge, in a column that has its room", () => {
    const row =
      '<main><div style="display: flex"><p style="flex: 2">1</p><b style="width: 90px">2</b></div><i>3</i></main>';
    const rowBoxes: readonly Box[] = [
      ["", 0, 0, 400, 300],
      ["0", 0, 0, 400, 200],
      ["0/0", 0, 0, 310, 200, 40],
      ["0/1", 310, 0, 90, 200],
      ["1", 0, 250, 400, 50],
    ];
    const { context, boxOf, run } = open(row, rowBoxes);
    const column = "display: flex; flex-direction: column; gap: 2.5cqmin";
    const { html: below, state } = run(startMove(context, [boxOf("1")]), 0, 0, { x: 150, y: 145 });
    assert.match(
      below,
      RegExp(`<div style="${column}; flex: 2; min-width: 0"><p style="flex: none">1</p><i>3</i></div><b`),
    );
    assert.equal(state.next, "0/0/1");
    const { html: above } = run(startMove(context, [boxOf("1")]), 0, 0, { x: 350, y: 50 });
    assert.match(
      above,
      RegExp(`<div style="${column}; width: 90px"><i>3</i><b style="width: auto">2</b></div></div>`),
    );
    // A column itself gets the element.
    const withColumn = row
      .replace("flex: 2", "display: flex; flex-direction: column; flex: 2")
      .replace("1<", "<u>1</u><");
    const inColumn = open(
      withColumn,
      rowBoxes.map((box): Box => (box[0] === "0/0" ? ["0/0", 0, 0, 310, 150] : box)),
    );
    const { html: within } = inColumn.run(startMove(inColumn.context, [inColumn.boxOf("1")]), 0, 0, {
      x: 150,
      y: 155,
    });
    assert.ok(within.includes('flex: 2"><u>1</u><i>3</i></p><b'), within);
    const { html: swapped } = run(startMove(context, [boxOf("0/1")]), 0, 0, { x: 50, y: 100 });
    assert.match(swapped, /<div style="display: flex"><b style="width: 90px">2<\/b><p/);
  });

  it("is beside all others of a column where they have no text, in a row of two columns", () => {
    const column =
      '<main style="display: flex; flex-direction: column; gap: 8px"><p>1</p><p>2</p><b>3</b></main>';
    const columnBoxes: readonly Box[] = [
      ["", 0, 0, 400, 200],
      ["0", 20, 0, 360, 50, 90],
      ["1", 20, 50, 360, 50, 150],
      ["2", 20, 100, 360, 50],
    ];
    const { context, boxOf, run } = open(column, columnBoxes);
    const row = '<main style="display: flex; flex-direction: row; gap: 5cqmin">';
    const others = (inner: string) =>
      `<div style="display: flex; flex-direction: column; gap: 8px; flex: 1; min-width: 0">${inner}</div>`;
    const moved = (tag: string, text: number) => `<${tag} style="flex: 1; min-width: 0">${text}</${tag}>`;
    for (const x of [390, 250]) {
      const { html: after, state } = run(startMove(context, [boxOf("2")]), 50, 0, { x, y: 20 });
      assert.deepEqual(
        [after, state.next],
        [`${row}${others("<p>1</p><p>2</p>")}${moved("b", 3)}</main>`, "1"],
      );
    }
    const { html: before, state: first } = run(startMove(context, [boxOf("1")]), -190, 0, { x: 10, y: 20 });
    assert.deepEqual(
      [before, first.next],
      [`${row}${moved("p", 2)}${others("<p>1</p><b>3</b>")}</main>`, "0"],
    );
  });

  it("is before or after a list, not in it", () => {
    const list = `<main><ul><li each="a of b">{{a}}</li></ul><p>2</p></main>`;
    const listBoxes: readonly Box[] = [
      ["", 0, 0, 400, 200],
      ["0", 0, 0, 400, 100],
      ["0/0:0", 0, 0, 400, 30],
      ["0/0:1", 0, 30, 400, 30],
      ["0/0:2", 0, 60, 400, 40],
      ["1", 0, 150, 400, 50],
    ];
    const { context, boxOf, run } = open(list, listBoxes);
    const { html: after, state } = run(startMove(context, [boxOf("1")]), 0, 0, { x: 200, y: 55 });
    assert.equal(state.operation, undefined, after); // it is there
    const { html: first } = run(startMove(context, [boxOf("1")]), 0, 0, { x: 200, y: 35 });
    assert.match(first, /<main><p>2<\/p><ul>/);
  });
});

describe("A dragged element that is alone", () => {
  it("stays where it is, which is explained with its name, and not that of one with others", () => {
    const alone = open("<main><p>1</p></main>", [
      ["", 0, 0, 400, 200],
      ["0", 0, 0, 400, 40],
    ]);
    const { state } = alone.run(startMove(alone.context, [alone.boxOf("0")]), 5, 5, { x: 50, y: 50 });
    assert.equal(state.operation, undefined);
    assert.match(state.refusal ?? "", /^“1” is alone on the card. Insert another/);
    const { context, boxOf, run } = open();
    assert.equal(run(startMove(context, [boxOf("0/0")]), 5, 0, { x: 60, y: 20 }).state.refusal, undefined);
  });
});

describe("A photo that is extended to edges of the card", () => {
  it("is no longer when it is dropped elsewhere", () => {
    const style = ' style="margin-block: 0 -20px; margin-inline: -40px"';
    const photo = `<main><p>1</p><p>2</p><img alt=""${style}></main>`;
    const { context, boxOf, run } = open(photo, [
      ["", 0, 0, 400, 300],
      ["0", 0, 0, 400, 100],
      ["1", 0, 100, 400, 100],
      ["2", 0, 200, 400, 100],
    ]);
    const { html: moved } = run(startMove(context, [boxOf("2")]), 0, -190, { x: 200, y: 30 });
    assert.equal(moved, '<main><img alt=""><p>1</p><p>2</p></main>');
  });
});

describe("A resize handle", () => {
  it("sets width and height as shares of the card, and moves the edges that insets do not hold", () => {
    const { context, boxOf, run } = open();
    const held = run(startResize(context, boxOf("1"), "nw"), -10, 20).html;
    assert.match(held, /right: 40px; bottom: 5cqh; width: 27.5cqw; height: 40cqh/);
    const moved = run(startResize(context, boxOf("1"), "e"), 10, 0).html;
    assert.match(moved, /right: 30px; bottom: 5cqh; width: 27.5cqw/);
  });

  it("sets only the sizes that it changes, also if the box is not whole pixels", () => {
    const { context, boxOf, run } = open();
    const box = { ...boxOf("2"), width: 50.4, height: 49.7 };
    assert.match(run(startResize(context, box, "e"), 10, 5).html, /absolute; width: 15cqw }/);
    assert.match(run(startResize(context, box, "s"), 10, 5).html, /absolute; height: 27.5cqh }/);
    assert.match(
      run(startResize(context, box, "se"), 10, 5).html,
      /absolute; width: 15cqw; height: 27.5cqh }/,
    );
  });

  it("keeps the proportions of an image that has one of its sizes from the other", () => {
    const logo =
      '<main style="display: flex; flex-direction: column"><img alt="" style="height: 40px"></main>';
    const drag = (source: string, handle: "e" | "se") => {
      const shown: readonly Box[] = [
        ["", 0, 0, 400, 200],
        ["0", 20, 30, 120, 40],
      ];
      const { context, boxOf, run } = open(source, shown);
      return run(startResize(context, boxOf("0"), handle), 60, 4);
    };
    const placed = logo.replace("40px", "40px; align-self: start");
    const { html: larger, state } = drag(placed, "e");
    assert.equal(larger, placed.replace("40px", "60px"));
    assert.deepEqual(state.rects, [{ x: 20, y: 30, width: 180, height: 60 }]);
    assert.equal(drag(placed, "se").html, larger);
    assert.match(drag(logo, "se").html, /style="height: 44px; width: 45cqw"/); // it is stretched
  });

  it("changes the shares of flexible items beside each other, which fill their row with and without the others", () => {
    const flexible = html.replace("<p>1</p><p>2", '<p style="flex: 1">1</p><p style="flex: 1">2');
    const { context, boxOf, run } = open(flexible);
    const { html: resized } = run(startResize(context, boxOf("0/0"), "e"), 50, 0);
    assert.equal(resized, flexible.replace("flex: 1", "flex: 3"));
    const taller = run(startResize(context, boxOf("0/1"), "se"), -20, 4).html;
    assert.match(taller, /<p style="flex: 0.667; height: 22cqh; min-width: 0">2/);
    // Of 200 px, 110 are for the second one, of which 20 are padding.
    const padded = open(flexible.replace('1">2', '1; padding: 0 10px">2'));
    const { html: half } = padded.run(startResize(padded.context, padded.boxOf("0/1"), "e"), 10, 0);
    assert.match(half, /flex: 1">1<\/p><p style="flex: 1; padding/);
    const { html: least } = padded.run(startResize(padded.context, padded.boxOf("0/1"), "e"), -95, 0);
    assert.match(least, /<p style="flex: 0.005; padding/); // not narrower than its paddings
  });

  it("keeps the unit of a size, also in percent and by a variable of the card, so that pixels stay pixels", () => {
    const drag = (size: string) => {
      const source = `<main style="--photo: 25%"><p style="width: ${size}">1</p></main>`;
      const { context, boxOf, run } = open(source, [
        ["", 0, 0, 400, 200],
        ["0", 0, 0, 100, 40],
      ]);
      return /"width: (.*)">1/.exec(run(startResize(context, boxOf("0"), "e"), 20, 0).html)?.[1];
    };
    assert.equal(drag("100px"), "120px");
    assert.equal(drag("50cqmin"), "60cqmin");
    assert.equal(drag("25%"), "30%");
    assert.equal(drag("5em"), "6em");
    assert.equal(drag("var(--photo)"), "calc(var(--photo) * 1.2)");
    assert.equal(drag("calc(var(--photo) * 1.2)"), "calc(var(--photo) * 1.44)");
    assert.equal(drag("calc(var(--photo) / 2)"), "calc(var(--photo) * 0.6)");
    assert.equal(drag("min(25%, 300px)"), "30cqw");
  });

  it("changes the share of a photo and keeps its height where rows are columns", () => {
    const photo = '<img src="{{a}}" alt="" style="flex: 1 1 var(--photo); min-width: 0">';
    const flexible = html
      .replace("<style>", "<style>main { --photo: 0px }")
      .replace("<p>1</p><p>2</p>", `<p style="flex: 1">1</p>${photo}`);
    const { context, boxOf, run } = open(flexible);
    const { html: resized } = run(startResize(context, boxOf("0/1"), "w"), -50, 0);
    assert.equal(resized, flexible.replace("flex: 1 1 var", "flex: 3 1 var"));
  });

  it("makes a share smaller than the longest word of its text, which may shrink", () => {
    const flexible = html.replace("<p>1</p><p>2", '<p style="flex: 1">1</p><p style="flex: 1">2');
    const { context, boxOf, run } = open(flexible);
    const { html: resized } = run(startResize(context, boxOf("0/0"), "e"), -50, 0);
    assert.equal(resized, flexible.replace("flex: 1", "flex: 0.333; min-width: 0"));
  });

  it("leaves the edge at the pointer if elements that share a row have borders", () => {
    const bordered = html.replace(
      "<p>1</p><p>2",
      '<p style="flex: 1">1</p><p style="flex: 1; border: 5px solid red">2',
    );
    const { context, boxOf, run } = open(bordered);
    // Of 200 px, 110 are for the second one, of which 10 are borders.
    const { html: half } = run(startResize(context, boxOf("0/1"), "e"), 10, 0);
    assert.match(half, /<p style="flex: 1.111; border/);
  });

  it("lowers a smallest size that the element would not become smaller than", () => {
    const limited = html.replace(
      "position: absolute }\n</style>",
      "position: absolute; min-width: 40px }\n</style>",
    );
    const { context, boxOf, run } = open(limited);
    assert.match(run(startResize(context, boxOf("2"), "e"), -20, 0).html, /min-width: 0; width: 7.5cqw }/);
    assert.match(
      run(startResize(context, boxOf("2"), "e"), -5, 0).html,
      /min-width: 40px; width: 11.25cqw }/,
    );
  });

  it("makes another flexible item inflexible along the axis of its container", () => {
    const flexible = html.replace("<p>1", '<p style="flex: 1">1');
    const { context, boxOf, run } = open(flexible);
    const { html: resized } = run(startResize(context, boxOf("0/0"), "se"), 7, 3);
    assert.match(resized, /<p style="flex: none; width: 26.75cqw; height: 21.5cqh">/);
  });

  it("gives a photo of a column a height that gives way to texts, also if it shared the room with them", () => {
    const column = html
      .replace("display: flex;", "display: flex; flex-direction: column;")
      .replace("<p>1</p>", '<img src="{{a}}" alt="" style="flex: 1">');
    const { context, boxOf, run } = open(column);
    const { html: resized } = run(startResize(context, boxOf("0/0"), "s"), 0, 20);
    assert.match(resized, /style="flex: initial; height: 30cqh"/);
    const shared = open(column.replace("<p>2", '<p style="flex: 1">2'));
    const { html: larger } = shared.run(startResize(shared.context, shared.boxOf("0/0"), "s"), 0, 20);
    assert.match(larger, /style="flex: initial; height: 30cqh"/);
  });
});

describe("The resize handles of an element", () => {
  const handlesAt = (source: string, path: string, shown = boxes) => {
    const { context, boxOf } = open(source, shown);
    return movableHandles(context, boxOf(path)).join(" ");
  };

  it("are all around one that is free on the card", () => {
    assert.equal(handlesAt(html, "1"), handles.join(" "));
  });

  it("are at the edges that move: not at the start of its container, nor at its end behind free space", () => {
    assert.equal(handlesAt(html, "0/0"), "e se s");
    const atEnd = boxes.map((box): Box => (box[0] === "0/1" ? ["0/1", 260, 10, 100, 40] : box));
    assert.equal(handlesAt(html, "0/1", atEnd), "s sw w");
  });

  it("are not at the end of a container with a border behind free space", () => {
    const bordered = html.replace("padding: 10px 40px", "border: 10px solid red; padding: 0 30px");
    const atEnd = boxes.map((box): Box => (box[0] === "0/1" ? ["0/1", 260, 10, 100, 40] : box));
    assert.equal(handlesAt(bordered, "0/1", atEnd), "s sw w");
  });

  it("are between elements that share the room of a row, and below one that fills its column alone", () => {
    const shared = html.replaceAll("<p>", '<p style="flex: 1">');
    const halves: readonly Box[] = [
      ["", 0, 0, 400, 200],
      ["0", 0, 0, 400, 60],
      ["0/0", 40, 10, 150, 40],
      ["0/1", 210, 10, 150, 40],
    ];
    assert.equal(handlesAt(shared, "0/0", halves), "e se s");
    assert.equal(handlesAt(shared, "0/1", halves), "s sw w");
    const column = html
      .replace("display: flex", "display: flex; flex-direction: column")
      .replace("<p>2", '<p style="flex: 1">2');
    assert.equal(
      handlesAt(column, "0/1", [
        ["", 0, 0, 400, 200],
        ["0", 0, 0, 400, 120],
        ["0/0", 40, 10, 320, 40],
        ["0/1", 40, 70, 320, 40],
      ]),
      "e se s",
    );
  });
});

describe("Gap and padding handles", () => {
  it("change the length that the element has, and one side of a shorthand", () => {
    const { context, boxOf, run } = open();
    const found = lengthHandles(context, boxOf("0"));
    assert.deepEqual(
      found.map(({ property, value }) => [property, value]),
      [
        ["padding-top", 10],
        ["padding-right", 40],
        ["padding-bottom", 10],
        ["padding-left", 40],
        ["gap", 20],
      ],
    );
    assert.match(run(startLength(context, boxOf("0"), found[4]!), 12, 0).html, /gap: 32px;/);
    assert.match(
      run(startLength(context, boxOf("0"), found[1]!), 10, 0).html,
      /padding: 10px 30px 10px 40px }/,
    );
  });

  it("change the variable of the card that has a length, unless others have it too, so that its other sizes stay", () => {
    const card = `<style>
  main { --top: 30px; --side: 20px; --gap: 10px; display: flex; flex-direction: column; gap: var(--gap); padding: var(--top) var(--side) 0 }
</style>
<main><p>1</p><p>2</p></main>`;
    const shown: readonly Box[] = [
      ["", 0, 0, 400, 200],
      ["0", 20, 30, 360, 40],
      ["1", 20, 80, 360, 40],
    ];
    const { context, boxOf, run } = open(card, shown);
    const found = lengthHandles(context, boxOf(""));
    const after = (property: string) => {
      const handle = found.find((each) => each.property === property)!;
      return run(startLength(context, boxOf(""), handle), 8, 8).html;
    };
    assert.match(after("padding-top"), /--top: 38px; --side: 20px; --gap: 10px;/);
    assert.match(after("padding-left"), /--side: 20px;.* padding-left: calc\(var\(--side\) \* 1\.4\)/);
    assert.match(after("gap"), /--gap: 18px;.*gap: var\(--gap\)/);
    const drag = (source: string) => {
      const shared = open(source, shown);
      const gaps = lengthHandles(shared.context, shared.boxOf("")).filter(({ kind }) => kind === "gap");
      return shared.run(startLength(shared.context, shared.boxOf(""), gaps[0]!), 8, 8).html;
    };
    const both = drag(card.replaceAll(/--(?:top|side)\)/g, "--gap)"));
    assert.match(both, /--gap: 10px;.*gap: calc\(var\(--gap\) \* 1\.8\); padding: var\(--gap\)/);
    const nested = drag(card.replace("<p>1</p>", '<p style="gap: var(--gap)">1</p>'));
    assert.match(nested, /--gap: 10px;.*gap: calc\(var\(--gap\) \* 1\.8\);.*<p style="gap: var\(--gap\)">/s);
  });

  it("are inside the border of an element", () => {
    const { context, boxOf } = open(
      html.replace("padding: 10px 40px", "border: 6px solid red; padding: 4px 34px"),
    );
    const places = lengthHandles(context, boxOf("0")).map(({ rect }) => [rect.x, rect.y]);
    assert.deepEqual(places.slice(0, 4), [
      [0, 6],
      [360, 0],
      [0, 50],
      [6, 0],
    ]);
  });

  it("are absent for lengths that only the engine can compute", () => {
    const { context, boxOf } = open(html.replace("gap: 20px", "gap: 5%"));
    assert.ok(lengthHandles(context, boxOf("0")).every(({ kind }) => kind === "padding"));
  });
});
