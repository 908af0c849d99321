import assert from "node:assert/strict";
import { findElement } from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import { openDesign } from "../../../testing/open-design.ts";
import { moveTo } from "./actions.ts";
import { inShownOrder, readStyles } from "./style-reader.ts";
import { declarationsFor } from "./declarations-for.ts";
import type { Design } from "./design.ts";

/** Moves an element by paths. */
function move(design: Design, path: string, parent: string, index: number) {
  const { value } = design.template;
  moveTo(design, findElement(value, path)!, findElement(value, parent)!, index);
}

describe("the design of a template", () => {
  it("keeps the element selected that is moved to another parent", () => {
    const { design, draft } = openDesign("<main><b>a</b><div><i>b</i></div></main>");
    move(design, "0", "1", 0);
    assert.equal(draft.value.html, "<main><div><b>a</b><i>b</i></div></main>");
    assert.equal(design.selected.value?.tag, "b");
    move(design, "0", "0/0", 0);
    assert.match(design.notice.value ?? "", /into itself/);
  });

  it("moves alternatives together by keys and in the layers, and others past both", () => {
    const pair = `<i if="photo">a</i><b unless="photo">b</b>`;
    const { design, draft, run } = openDesign(`<main><p>c</p>${pair}<div><u>d</u></div></main>`);
    const html = () => draft.value.html.replace(pair, "(pair)");
    design.select("2");
    run("Move up");
    assert.equal(html(), "<main>(pair)<p>c</p><div><u>d</u></div></main>");
    assert.equal(design.selected.value?.tag, "b");
    run("Move up");
    design.select("2");
    run("Move up");
    assert.equal(html(), "<main><p>c</p>(pair)<div><u>d</u></div></main>");
    move(design, "1", "3", 0);
    assert.equal(html(), "<main><p>c</p><div>(pair)<u>d</u></div></main>");
    move(design, "0", "1", 1);
    assert.equal(html(), "<main><div><p>c</p>(pair)<u>d</u></div></main>");
  });

  it("changes the order only at the shown size while that is chosen, in one step, and then also as it is shown", () => {
    const pair = `<i if="photo">a</i><u unless="photo">b</u>`;
    const html = `<main style="display: flex"><b>c</b><p>d</p>${pair}</main>`;
    const { design, draft, run, size } = openDesign(html, {
      id: "a",
      name: "A",
      fields: { photo: "string" },
    });
    const [link, square] = previewSizes;
    const shown = () =>
      [link, square].map((each) => {
        const styles = readStyles(design.template.value, each);
        return inShownOrder(styles, design.template.value.root!.children).map(({ tag }) => tag);
      });
    const body = () => draft.value.html.replaceAll(/.*<main|class="[^"]*"| /gs, "");
    let steps = -1;
    draft.subscribe(() => steps++);
    design.setOnlySize(true);
    move(design, "3", "", 0);
    assert.equal(steps, 1);
    assert.equal(design.selected.value?.tag, "u");
    assert.deepEqual(shown(), [
      ["i", "u", "b", "p"],
      ["b", "p", "i", "u"],
    ]);
    run("Move down");
    assert.deepEqual(shown()[0], ["b", "i", "u", "p"]);
    design.select("0");
    run("Move down");
    assert.deepEqual(shown(), [
      ["i", "u", "b", "p"],
      ["b", "p", "i", "u"],
    ]);
    assert.equal(body(), html.replaceAll(/.*<main| /g, ""));
    design.setOnlySize(false);
    run("Move down");
    assert.deepEqual(shown(), [
      ["i", "u", "p", "b"],
      ["p", "b", "i", "u"],
    ]);
    design.select("2");
    run("Move down");
    run("Move down");
    assert.deepEqual(shown(), [
      ["p", "b", "i", "u"],
      ["p", "b", "i", "u"],
    ]);
    size.value = square;
    run("Move up");
    assert.deepEqual(shown(), [
      ["p", "b", "i", "u"],
      ["p", "i", "u", "b"],
    ]);
  });

  it("says until another size is shown that an element is not moved at one size to another parent, or without a row, column or grid", () => {
    const html = '<main><b>a</b><p>b</p><div style="display: grid"><i>c</i></div></main>';
    const { design, draft, run, size } = openDesign(html);
    design.setOnlySize(true);
    move(design, "0", "2", 0);
    const reason = /only within its row, column or grid\. .*uncheck “Only at 1200 × 630”/;
    assert.match(design.notice.value ?? "", reason);
    design.select("0");
    assert.equal(design.notice.value, undefined);
    run("Move down");
    assert.match(design.notice.value ?? "", reason);
    assert.equal(draft.value.html, html);
    size.value = previewSizes[1];
    assert.equal(design.notice.value, undefined);
  });

  it("says that an element can't be moved before the first or behind the last one", () => {
    const html = '<main><div data-name="Words"><b>a</b></div></main>';
    const { design, draft, run } = openDesign(html);
    design.select("0/0");
    run("Move up");
    assert.equal(design.notice.value, "“a” is already the first element in “Words”.");
    run("Move down");
    assert.equal(design.notice.value, "“a” is already the last element in “Words”.");
    assert.equal(draft.value.html, html);
  });

  it("keeps the look of an element that gets another parent or is wrapped, at all sizes, and not in its own one", () => {
    const html = `<style>
.row > b { color: red }
@container (width: 1080px) and (height: 1080px) { .row > b { color: blue } }
</style><main><div class="row"><b>a</b><b>b</b></div></main>`;
    const { design, draft, run, size } = openDesign(html);
    const colorAt = (path: string) => {
      const colors = previewSizes.map((each) => {
        size.value = each;
        return design.styles.value.text(findElement(design.template.value, path)!, "color");
      });
      size.value = previewSizes[0];
      return colors.slice(0, 2);
    };
    move(design, "0/0", "0", 2);
    assert.equal(draft.value.html, html.replace("<b>a</b><b>b</b>", "<b>b</b><b>a</b>"));
    move(design, "0/0", "", 1);
    assert.deepEqual(colorAt("1"), ["red", "blue"]);
    design.select("0/0");
    run("Wrap in column");
    assert.deepEqual(colorAt("0/0/0"), ["red", "blue"]);
  });

  it("makes elements free on the card by the menu, but not the card", () => {
    const { design, draft, run } = openDesign("<main><p>a</p></main>");
    design.select("0");
    run("Make free on the card");
    assert.equal(draft.value.html, '<main><p style="position: absolute">a</p></main>');
    design.select("");
    run("Make free on the card");
    assert.match(design.notice.value ?? "", /can't be moved/);
  });

  it("puts a photo that covers the card behind the others when it becomes free, at all sizes", () => {
    const margins = "margin-block: -10cqmin; margin-inline: -10cqmin";
    const { design, draft, preview, run } = openDesign(
      `<main style="padding: 10cqmin"><img src="{{a}}" alt="" style="${margins}"><p>b</p></main>`,
    );
    const full = { x: 0, y: 0, width: 1200, height: 630 };
    preview.value = { boxes: ["", "0"].map((path) => ({ path, ...full })) };
    design.select("0");
    run("Make free on the card");
    assert.match(
      draft.value.html,
      /alt="" style="position: absolute; z-index: -1; left: 0; width: 100cqw; top: 0; height: 100cqh">/,
    );
    const inside = openDesign('<main><div style="background: red"><img src="{{a}}" alt=""></div></main>');
    inside.preview.value = { boxes: ["", "0", "0/0"].map((path) => ({ path, ...full })) };
    inside.design.select("0/0");
    inside.run("Make free on the card");
    assert.doesNotMatch(inside.draft.value.html, /z-index/, "the background would hide it");
  });

  it("keeps the place of an element that becomes free on the card, and the size of one without text", () => {
    const html =
      '<main><div style="position: relative"><img src="{{a}}" alt=""><p style="right: 0">b</p></div></main>';
    const { design, preview } = openDesign(html);
    const text = { x: 140, y: 300, width: 90, height: 40 };
    preview.value = {
      html,
      boxes: [
        { path: "", x: 0, y: 0, width: 1200, height: 630 },
        { path: "0", x: 100, y: 50, width: 800, height: 400 },
        { path: "0/0", x: 140, y: 80, width: 300, height: 200 },
        { path: "0/1", x: 140, y: 300, width: 700, height: 40, text },
      ],
    };
    const valuesOf = (path: string) => declarationsFor(design, path, "position", "absolute");
    const image = { left: "40px", top: "30px", width: "300px", height: "200px" };
    assert.deepEqual(valuesOf("0/0"), { position: "absolute", ...image });
    assert.deepEqual(valuesOf("0/1"), { position: "absolute", bottom: "110px" });
    assert.equal(valuesOf("0")["top"], "50px");
  });
});
