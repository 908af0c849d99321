import assert from "node:assert/strict";
import { open, type Box } from "../../../../testing/open-canvas.ts";
import { startMove } from "./gestures.ts";

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
