import assert from "node:assert/strict";
import { openDesign } from "../../../testing/open-design.ts";

describe("the design of a template", () => {
  it("keeps the element selected that was moved, copied or wrapped, and nothing after it is deleted", () => {
    const { design, draft, run } = openDesign("<main><b>a</b><i>b</i></main>");
    design.select("0");
    run("Move down");
    assert.equal(design.selected.value?.tag, "b");
    run("Duplicate");
    assert.equal(design.selected.value?.path, "2");
    run("Wrap in row");
    assert.equal(design.selected.value?.tag, "div");
    run("Delete");
    assert.equal(design.selected.value, undefined);
    assert.equal(draft.value.html, "<main><i>b</i><b>a</b></main>");
  });

  it("selects what was selected before the step that is undone or redone", () => {
    const { design, draft, run } = openDesign("<main><b>a</b><i>b</i></main>");
    design.select("0");
    run("Duplicate");
    run("Delete");
    const undone = [design.undo, design.undo, design.redo, design.redo, design.undo].map((step) => {
      step();
      return [draft.value.html.match(/<b>/g)!.length, design.selected.value?.path];
    });
    assert.deepEqual(undone, [
      [2, "1"],
      [1, "0"],
      [2, "1"],
      [1, undefined],
      [2, "1"],
    ]);
  });

  it("selects the innermost element at a place in the code, and nothing for its style sheet", () => {
    const html = "<main><style>b {}</style>\n<p>a <b>c</b></p></main>";
    const { design } = openDesign(html);
    const selectedAt = (text: string) => {
      design.selectAt(html.indexOf(text));
      return design.selected.value?.tag;
    };
    assert.deepEqual(["<b>", "</p>", "c<", "b {}", "</main>"].map(selectedAt), ["b", "p", "b", "b", "main"]);
  });

  it("keeps an element selected when the draft changes otherwise until it is gone", () => {
    const { design, draft } = openDesign("<main><b>a</b><b>b</b><b>c</b></main>");
    design.select("2");
    draft.value = { ...draft.value, html: "<main><b>b</b><b>c</b></main>" };
    assert.equal(design.selected.value?.path, "1");
    draft.value = { ...draft.value, html: "<main><i>new</i><b>b</b><b>c</b></main>" };
    assert.equal(design.selected.value?.path, "2");
    design.select("1");
    draft.value = { ...draft.value, html: "<main><i>new</i><b>c</b><b>b</b></main>" };
    assert.equal(design.selected.value?.path, "2");
    draft.value = { ...draft.value, html: "<main><i>new</i><b>c</b></main>" };
    assert.equal(design.selected.value, undefined);
  });
});
