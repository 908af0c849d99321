import assert from "node:assert/strict";
import { findElement, openTemplate, declarationOf } from "@placard/template-edit";
import { boxes, html, open, type Box } from "../../../../testing/open-canvas.ts";
import { declarationsFor } from "../declarations-for.ts";
import { lengthHandles, startMove } from "./gestures.ts";

describe("A drag on the canvas", () => {
  it("changes the insets of an absolutely positioned element, or else adds those of the nearest edges", () => {
    const { context, boxOf, run } = open();
    const moved = run(startMove(context, [boxOf("1")]), -15, 10).html;
    assert.equal(moved, html.replace("right: 40px; bottom: 5cqh", "right: 55px; bottom: 0"));
    const placed = run(startMove(context, [boxOf("2")]), 5, 0).html;
    assert.equal(placed, html.replace("absolute }", "absolute; left: 4.5cqw }"));
    const farther = run(startMove(context, [boxOf("2")]), 200, 100).html;
    assert.equal(farther, html.replace("absolute }", "absolute; right: 34.25cqw; bottom: -12.5cqh }"));
  });

  it("moves all absolutely positioned elements that are selected", () => {
    const { context, boxOf, run } = open();
    const { html: moved, state } = run(startMove(context, [boxOf("1"), boxOf("2")]), 0, -5);
    assert.match(moved, /bottom: 7.5cqh/);
    assert.match(moved, /absolute; top: 35cqh/);
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
    assert.deepEqual([left, top], ["40px", "10px"]);
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
