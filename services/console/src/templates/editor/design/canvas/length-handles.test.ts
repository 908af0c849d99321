import assert from "node:assert/strict";
import { html, open, type Box } from "../../../../testing/open-canvas.ts";
import { lengthHandles, startLength } from "./gestures.ts";

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
