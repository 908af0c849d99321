import assert from "node:assert/strict";
import { findElement, declarationOf } from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import { openDesign } from "../../../testing/open-design.ts";
import { declarationsFor } from "./declarations-for.ts";

describe("the design of a template", () => {
  it("sets CSS for the shown size alone while that is chosen, also of other elements", () => {
    const { design, draft } = openDesign("<main><b>a</b></main>");
    design.select("0");
    design.setOnlySize(true);
    design.select("0");
    assert.ok(design.run(design.declare("0", { color: "red" })));
    assert.match(
      draft.value.html,
      /@container \(width: 1200px\) and \(height: 630px\) \{\s+\.b-1 \{ color: red; \}/,
    );
    design.select("");
    assert.equal(design.onlySize.value, true);
  });

  it("sets a length for all sizes as a multiple of what it depended on, and a new one as a share of the card, so that it grows with the card", () => {
    const css = `<style>
  main { --text: 32px; --side: 40px; padding: 0 var(--side); font-size: fit(calc(var(--text) * 0.75), var(--text)) }
  @container (aspect-ratio < 1.1) { main { --text: 44px; --side: 80px } }
</style>`;
    const scale = "var(--logo-scale, 1)";
    const html = `${css}<main><b style="height: 25cqh">a</b><i style="font-size: 20px">b</i>
<img src="{{brand.logo}}" alt="" style="height: calc(var(--text) * 1.75 * ${scale}); width: calc(10cqmin * ${scale})"></main>`;
    const after = (path: string, name: string, value: string, onlySize = false) => {
      const { design, size } = openDesign(html);
      design.setOnlySize(onlySize);
      assert.ok(design.run(design.declare(path, { [name]: value })));
      const { template } = design;
      return declarationOf(template.value, findElement(template.value, path)!, name, size.value)?.value;
    };
    for (const [path, name, value, written] of [
      ["0", "font-size", "48px", "calc(var(--text) * 1.5)"],
      ["0", "font-size", "32px", "var(--text)"],
      ["0", "font-size", "fit(16px, 64px)", "fit(calc(var(--text) * 0.5), calc(var(--text) * 2))"],
      ["1", "font-size", "48px", "48px"],
      ["1", "border-radius", "63px", "10cqmin"],
      ["1", "margin-left", "-63px", "-10cqmin"],
      ["0", "font-size", "2em", "2em"],
      ["0", "height", "126px", "20cqh"],
      ["0", "width", "126px", "10.5cqw"],
      ["", "padding-left", "60px", "calc(var(--side) * 1.5)"],
      ["2", "height", "80px", `calc(var(--text) * ${scale} * 2.5)`],
      ["2", "width", "126px", `calc(20cqmin * ${scale})`],
    ] as const)
      assert.equal(after(path, name, value), written);
    assert.equal(after("0", "font-size", "48px", true), "48px");
  });

  it("sets new lengths in pixels in a document without shares of the card", () => {
    const { design, draft } = openDesign("<main><b>a</b></main>");
    design.run(design.declare("0", { width: "40px", left: "-8px" }));
    assert.equal(draft.value.html, '<main><b style="width: 40px; left: -8px">a</b></main>');
  });

  it("sets CSS for all sizes at Link, for the shown one at others, and remembers another choice", () => {
    const { design, size } = openDesign("<main></main>");
    const [link, square] = previewSizes;
    assert.equal(design.onlySize.value, false);
    size.value = square;
    assert.equal(design.onlySize.value, true);
    design.setOnlySize(false);
    size.value = link;
    assert.equal(design.onlySize.value, false);
    design.setOnlySize(true);
    size.value = square;
    assert.equal(design.onlySize.value, false);
    size.value = link;
    assert.equal(design.onlySize.value, true);
  });

  it("knows which elements the card does not show with its data, once the draft is rendered", () => {
    const html = `<main>\n<b if="x">a</b><i each="a of b">b</i></main>`;
    const { design, preview } = openDesign(html);
    assert.equal(design.isOnCard("0"), true);
    preview.value = { html, boxes: [{ path: "" }, { path: "1:0" }, { path: "1:1" }] };
    assert.deepEqual(["0", "1"].map(design.isOnCard), [false, true]);
  });

  it("makes an element of a row as wide as its width says, also if it shared the room", () => {
    const { design } = openDesign('<main style="display: flex"><p style="flex: 1">a</p></main>');
    assert.deepEqual(declarationsFor(design, "0", "width", "50%"), { width: "50%", flex: "none" });
    assert.deepEqual(declarationsFor(design, "0", "height", "50%"), { height: "50%" });
  });

  it("makes an element as wide as its column by “Full width”, also if it has a width", () => {
    const { design } = openDesign(
      '<main style="display: flex; flex-direction: column"><img src="a.png" alt="" style="width: 90px"></main>',
    );
    const values = (value: string) => declarationsFor(design, "0", "align-self", value);
    assert.deepEqual(values("stretch"), { "align-self": "stretch", width: "auto" });
    assert.deepEqual(values("center"), { "align-self": "center" });
  });

  it("lets a photo with a height give room to the texts of its column", () => {
    const { design } = openDesign(
      '<main style="display: flex; flex-direction: column"><img src="{{a}}" alt="" style="flex: 1"></main>',
    );
    assert.deepEqual(declarationsFor(design, "0", "height", "400px"), { height: "400px", flex: "initial" });
    assert.deepEqual(declarationsFor(design, "0", "width", "400px"), { width: "400px" });
  });
});
