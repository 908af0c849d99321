import assert from "node:assert/strict";
import { boxes, html, open, type Box } from "../../../../testing/open-canvas.ts";
import { handles } from "./geometry.ts";
import { movableHandles, startResize } from "./gestures.ts";

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
    assert.match(drag(logo, "se").html, /style="height: 44px; width: 180px"/); // it is stretched
  });

  it("changes only one size of a photo if it is at a side, also if the other followed from it", () => {
    const photo =
      '<main style="display: flex; flex-direction: column"><img alt="" style="width: 25cqw; object-fit: cover"></main>';
    const { context, boxOf, run } = open(photo, [
      ["", 0, 0, 400, 200],
      ["0", 0, 0, 100, 50],
    ]);
    const drag = (handle: "e" | "s" | "se") => run(startResize(context, boxOf("0"), handle), 20, 20).html;
    assert.match(drag("e"), /width: 30cqw; object-fit: cover; height: 25cqh/);
    assert.match(drag("s"), /width: 25cqw; object-fit: cover; height: 35cqh/);
    assert.match(drag("se"), /width: 35cqw; object-fit: cover"/);
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

  it("keeps the unit of a size, also in percent and by a variable of the card, but a width that would not fit tall cards", () => {
    const drag = (size: string, by = 20) => {
      const source = `<main style="--photo: 25%"><p style="width: ${size}">1</p></main>`;
      const { context, boxOf, run } = open(source, [
        ["", 0, 0, 400, 200],
        ["0", 0, 0, 100, 40],
      ]);
      return /"width: (.*)">1/.exec(run(startResize(context, boxOf("0"), "e"), by, 0).html)?.[1];
    };
    assert.equal(drag("100px"), "120px");
    assert.equal(drag("50cqmin"), "60cqmin");
    assert.equal(drag("50cqmin", 200), "75cqw");
    assert.equal(drag("25%"), "30%");
    assert.equal(drag("5em"), "6em");
    assert.equal(drag("var(--photo)"), "calc(var(--photo) * 1.2)");
    assert.equal(drag("calc(var(--photo) * 1.2)"), "calc(var(--photo) * 1.44)");
    assert.equal(drag("calc(var(--photo) / 2)"), "calc(var(--photo) * 0.6)");
    assert.equal(drag("min(25%, 300px)"), "120px");
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
