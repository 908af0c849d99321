import assert from "node:assert/strict";
import { inTurn, listElements, setDeclarations, setText } from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import { openDesign } from "../../../testing/open-design.ts";
import { readStyles } from "./style-reader.ts";
import { declarationsFor } from "./declarations-for.ts";
import { insertHtml } from "./insertions.ts";
import { shapes } from "./new-elements.ts";

describe("the design of a template", () => {
  it("deletes the rules of an element with it", () => {
    const html = '<style>.a { top: 0 }</style><main><b class="a">a</b></main>';
    const { design, draft, run } = openDesign(html);
    design.select("0");
    run("Delete");
    assert.equal(draft.value.html, "<style></style><main></main>");
  });

  it("hides deleted elements only at the shown size while that is chosen, in one step", () => {
    const html = '<main><b>a</b><b style="display: flex">b</b><i>c</i></main>';
    const { design, draft, run, size } = openDesign(html);
    const [link, square] = previewSizes;
    const hiddenAt = (card: typeof link | typeof square) => {
      const shown = readStyles(design.template.value, card);
      const hidden = listElements(design.template.value.root).filter(
        (each) => shown.text(each, "display") === "none",
      );
      return hidden.map(({ path }) => path);
    };
    let steps = -1;
    draft.subscribe(() => steps++);
    size.value = square;
    design.select("0", "1");
    run("Delete");
    assert.equal(steps, 1);
    assert.deepEqual([hiddenAt(link), hiddenAt(square)], [[], ["0", "1"]]);
    design.select("2");
    run("Delete");
    design.setOnlySize(false);
    run("Delete");
    assert.match(draft.value.html, /<\/b><\/main>$/);
    assert.equal(design.notice.value, undefined);
  });

  it("hides elements at the shown size alone, and shows them there again", () => {
    const { design, draft, run, size } = openDesign('<main><b style="display: flex">a</b><i>b</i></main>');
    const [link, square] = previewSizes;
    const displays = () =>
      [link, square].map((card) => {
        const styles = readStyles(design.template.value, card);
        return design.template.value.root!.children.map((each) => styles.text(each, "display") === "none");
      });
    design.select("0", "1");
    run("Hide at Link");
    assert.deepEqual(displays().map(String), ["true,true", "false,false"]);
    run("Show at Link");
    assert.deepEqual(displays().map(String), ["false,false", "false,false"]);
    size.value = square;
    design.select("0");
    design.run(setDeclarations("0", { display: "none" }, { scope: "element" }));
    run("Show at Square");
    assert.deepEqual(displays().map(String), ["true,false", "false,false"]);
    assert.match(draft.value.html, /display: none/);
  });

  it("copies, wraps and deletes all selected elements as one step, without those within others", () => {
    const { design, draft, run } = openDesign("<main><b>a</b><i>b<u>c</u></i></main>");
    design.select("1/0", "1");
    design.toggle("0");
    run("Duplicate");
    assert.equal(draft.value.html, "<main><b>a</b><b>a</b><i>b<u>c</u></i><i>b<u>c</u></i></main>");
    assert.deepEqual(
      design.selection.value.map(({ path }) => path),
      ["1", "3"],
    );
    run("Delete");
    design.select("0", "1");
    run("Wrap in row");
    assert.match(
      draft.value.html,
      /^<main><div [^>]*><b style="flex: 1; min-width: 0">a<\/b><i .*<\/i><\/div><\/main>$/,
    );
  });

  it("gives the texts of a copy fields of their own, and not its images and lists", () => {
    const html =
      '<main><div if="label"><img src="{{photo}}"><b>{{label}}</b></div><i>{{title}}</i>' +
      '<ul><li each="item of tags">{{item}}</li></ul></main>';
    const photo = { type: "string", format: "image-url" };
    const fields = { title: "string", label: { type: "string", maxLength: 20 }, photo, tags: "string[]" };
    const { design, draft, run } = openDesign(html, {
      id: "a",
      name: "A",
      fields: { ...fields, tags: { type: "array", items: "string" } },
      samples: [{ name: "One", data: { label: "New" } }],
    });
    design.select("0", "1", "2");
    run("Duplicate");
    assert.equal(design.notice.value, undefined);
    assert.match(draft.value.html, /<div if="label2"><img src="{{photo}}"><b>{{label2}}<\/b><\/div>/);
    assert.match(draft.value.html, /<i>{{title2}}<\/i><ul>(.*)<\/ul><ul>\1<\/ul>/);
    const json = JSON.parse(draft.value.json) as typeof draft.value & { fields: object; samples: object };
    assert.deepEqual(Object.keys(json.fields), ["title", "label", "photo", "tags", "label2", "title2"]);
    assert.deepEqual(json.samples, [{ name: "One", data: { label: "New", label2: "New" } }]);
  });

  it("pastes copied elements into or behind the selected one, with fields of their own", () => {
    const { design, draft, run } = openDesign(
      '<main>\n  <b if="title">{{title}}</b>\n  <div>\n    <i>\n      a\n    </i>\n  </div>\n</main>',
      { id: "a", name: "A", fields: { title: "string" } },
    );
    design.select("0", "1/0");
    run("Paste");
    assert.equal(design.notice.value, "Copy an element first.");
    run("Copy");
    design.select("1");
    run("Paste");
    const pasted = '    <b if="title2">{{title2}}</b>\n    <i>\n      a\n    </i>\n';
    assert.ok(draft.value.html.endsWith(`    </i>\n${pasted}  </div>\n</main>`), draft.value.html);
    const selected = () => design.selection.value.map(({ path }) => path);
    assert.deepEqual(selected(), ["1/1", "1/2"]);
    design.select("1");
    run("Copy");
    run("Paste"); // not into itself
    assert.deepEqual(selected(), ["2"]);
    assert.match(draft.value.html, /{{title3}}/);
    design.select("");
    run("Copy");
    assert.match(design.notice.value ?? "", /the card/);
  });

  it("pastes cut elements with the fields and the styles that they had, and cuts none at one size", () => {
    const html = '<style>.a { top: 0 }</style><main><b class="a">{{title}}</b><div></div></main>';
    const { design, draft, run } = openDesign(html, { id: "a", name: "A", fields: { title: "string" } });
    design.setOnlySize(true);
    design.select("0");
    run("Cut");
    assert.match(design.notice.value ?? "", /uncheck “Only at/);
    assert.equal(draft.value.html, html);
    design.setOnlySize(false);
    run("Cut");
    assert.equal(draft.value.html, html.replace(/<b.*b>/, ""));
    design.select("0");
    run("Paste");
    assert.equal(draft.value.html, html.replace(/(<b.*b>)<div>/, "<div>$1"));
  });

  it("brings elements to the front and sends them to the back, where positioned ones stay", () => {
    const html = '<main><b>a</b><i style="position: absolute">b</i></main>';
    const { design, draft, run } = openDesign(html);
    design.select("0", "1");
    run("Bring to front");
    const front =
      '<main><b style="position: relative; z-index: 1">a</b><i style="position: absolute; z-index: 1">';
    assert.ok(draft.value.html.startsWith(front));
    run("Send to back");
    assert.ok(draft.value.html.startsWith(front.replaceAll("z-index: 1", "z-index: -1")));
  });

  it("sends elements to the back in front of the background that they are on", () => {
    const { design, draft, run } = openDesign(
      '<main><div style="background: red"><p><b>a</b></p></div></main>',
    );
    design.select("0/0/0");
    run("Send to back");
    assert.match(
      draft.value.html,
      /<div style="background: red; isolation: isolate"><p><b style="[^"]*z-index: -1"/,
    );
  });

  it("deletes a field with the last element that shows it, unless a layout, the published version or a copied element has it", () => {
    const template = { id: "a", name: "A", fields: { title: "string" } };
    const { design, draft, run } = openDesign(
      "<style>.title2 {}</style><main><b>{{title}}</b></main>",
      template,
    );
    const fields = () => Object.keys((JSON.parse(draft.value.json) as { fields: object }).fields);
    const layouts = [{ name: "wide", if: "title2" }];
    draft.value = { ...draft.value, json: JSON.stringify({ ...template, layouts }) };
    design.select("0");
    run("Duplicate");
    run("Delete");
    assert.deepEqual(fields(), ["title", "title2"]);
    draft.value = { ...draft.value, json: JSON.stringify(template) };
    design.select("0");
    run("Duplicate");
    assert.deepEqual(fields(), ["title", "title2"]);
    run("Delete");
    assert.deepEqual(fields(), ["title"]);
    design.select("0");
    run("Duplicate");
    run("Copy");
    run("Delete");
    assert.deepEqual(fields(), ["title", "title2"], "for pasting");
    design.select("0");
    run("Delete");
    assert.deepEqual(fields(), ["title", "title2"]);
  });

  it("wraps elements of a row in a column that does not shrink with their texts", () => {
    const { design, draft, run } = openDesign('<main style="display: flex"><p>a</p><p>b</p></main>');
    design.select("0", "1");
    run("Wrap in column");
    assert.match(draft.value.html, /flex-direction: column; gap: 2.5cqmin; flex: 1; min-width: 0/);
  });

  it("wraps what is in the entries of a list, and not the entries, unless others are beside them", () => {
    const wrapped = (html: string, path: string) => {
      const { design, draft, run } = openDesign(html);
      design.select(path);
      run("Wrap in grid");
      return [draft.value.html.replaceAll(/ style="[^"]*"/g, ""), design.selected.value?.path];
    };
    const entry = (inside: string) => `<main><ul><li each="tag of tags">${inside}</li></ul></main>`;
    assert.deepEqual(wrapped(entry("{{tag}}"), "0/0"), [entry("<div><span>{{tag}}</span></div>"), "0/0/0"]);
    assert.deepEqual(wrapped(entry("<b>a</b><i>b</i>"), "0/0"), [
      entry("<div><b>a</b><i>b</i></div>"),
      "0/0/0",
    ]);
    const beside = '<main><h1>a</h1><p each="tag of tags">{{tag}}</p></main>';
    assert.deepEqual(wrapped(beside, "1"), [beside.replace(/<p.*p>/, "<div>$&</div>"), "1"]);
  });

  it("hides and locks elements in the editor alone, also after they or others were moved", () => {
    const { design, draft, run, hideLayers } = openDesign("<main><b>a</b><i>b</i><u>c</u></main>");
    const { html } = draft.value;
    design.select("1");
    run("Hide or show while editing");
    run("Lock or unlock");
    assert.equal(draft.value.html, html);
    assert.match(hideLayers.value(html), /visibility: hidden/);
    run("Delete");
    assert.match(design.notice.value ?? "", /“b” is locked/);
    assert.equal(draft.value.html, html);
    assert.ok(design.run(setText("0", "longer")));
    assert.ok(design.marks.has("locked", "1"));
    design.select("0");
    run("Move down");
    assert.deepEqual(
      ["0", "1", "2"].map((path) => design.marks.has("hidden", path)),
      [true, false, false],
    );
    design.select("0");
    run("Lock or unlock");
    run("Delete");
    assert.equal(draft.value.html, "<main><b>longer</b><u>c</u></main>");
    assert.equal(hideLayers.value(draft.value.html), draft.value.html);
  });

  it("hides elements that are visible within a hidden one", () => {
    const { design, run, hideLayers } = openDesign(
      `<main><p><b style="visibility: visible">a</b><i>b</i></p></main>`,
    );
    design.select("0");
    run("Hide or show while editing");
    const hidden = hideLayers.value(design.template.value.html);
    assert.match(hidden, /<p [^>]*hidden[^>]*><b style="visibility: hidden">a<\/b><i>b/);
  });

  it("says why an action was refused until the next one", () => {
    const { design, draft, run } = openDesign("<main><b>a</b></main>");
    design.select("");
    run("Delete");
    assert.match(design.notice.value ?? "", /root element/);
    insertHtml(design, shapes["Fixed text"]!(design.template.value));
    assert.equal(design.notice.value, undefined);
    assert.match(draft.value.html, /<p style="[^"]*">Text<\/p><\/main>/);
  });

  it("makes several edits one step, each of the draft as the one before it left it, or none of them", () => {
    const { design, draft } = openDesign("<main><p>a</p></main>");
    const edits = ["b", "c"].map((text) => setText("0", text));
    assert.ok(design.run(inTurn(edits)));
    assert.equal(draft.value.html, "<main><p>c</p></main>");
    assert.equal(design.run(inTurn([setText("0", "d"), setText("9", "e")])), false);
    assert.match(design.notice.value ?? "", /element/);
    assert.equal(draft.value.html, "<main><p>c</p></main>");
  });

  it("wraps the entries of a list in a row, and leaves no room for bullets that are gone", () => {
    const { design } = openDesign(
      '<main><ul style="list-style-type: disc"><li>a</li></ul><div>b</div></main>',
    );
    const set = (path: string, name: string, value: string) => declarationsFor(design, path, name, value);
    assert.deepEqual(set("0", "display", "row"), { display: "flex", "flex-wrap": "wrap" });
    assert.deepEqual(set("1", "display", "row"), { display: "flex" });
    const bullets = (value: string) => set("0", "list-style-type", value);
    assert.deepEqual(bullets("none"), { "list-style-type": "none", "padding-inline-start": "0" });
    assert.deepEqual(bullets("decimal"), { "list-style-type": "decimal" });
  });
});
