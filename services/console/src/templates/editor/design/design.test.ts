import assert from "node:assert/strict";
import { findElement, inTurn, listElements, setText, declarationOf } from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import { openDesign } from "../../../testing/open-design.ts";
import { emptyPage } from "../../starter.ts";
import { moveTo } from "./actions.ts";
import { inShownOrder, readStyles } from "./style-reader.ts";
import { gradientColors } from "./colors.ts";
import { declarationsFor } from "./declarations-for.ts";
import type { Design } from "./design.ts";
import { openField, textAt } from "./editable-texts.ts";
import { insertHtml, insertWithField } from "./insertions.ts";

import { nameOf } from "./names.ts";
import { shapes } from "./new-elements.ts";

/** Moves an element by paths. */
function move(design: Design, path: string, parent: string, index: number) {
  const { value } = design.template;
  moveTo(design, findElement(value, path)!, findElement(value, parent)!, index);
}

describe("the design of a template", () => {
  it("keeps the element selected that was moved, copied or wrapped, and selects the parent of a deleted one", () => {
    const { design, draft, run } = openDesign("<main><b>a</b><i>b</i></main>");
    design.select("0");
    run("Move down");
    assert.equal(design.selected.value?.tag, "b");
    run("Duplicate");
    assert.equal(design.selected.value?.path, "2");
    run("Wrap in row");
    assert.equal(design.selected.value?.tag, "div");
    run("Delete");
    assert.equal(design.selected.value?.tag, "main");
    assert.equal(draft.value.html, "<main><i>b</i><b>a</b></main>");
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

  it("keeps an element selected when the draft changes otherwise, such as by undo, until it is gone", () => {
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

  it("deletes the field of a copy with the last element that shows it, and no field that was there before", () => {
    const { design, draft, run } = openDesign("<style>.title2 {}</style><main><b>{{title}}</b></main>", {
      id: "a",
      name: "A",
      fields: { title: "string" },
    });
    const fields = () => Object.keys((JSON.parse(draft.value.json) as { fields: object }).fields);
    design.select("0");
    run("Duplicate");
    assert.deepEqual(fields(), ["title", "title2"]);
    run("Delete");
    assert.deepEqual(fields(), ["title"]);
    design.select("0");
    run("Delete");
    assert.deepEqual(fields(), ["title"]);
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

  it("makes elements free on the card by the menu, but not the card", () => {
    const { design, draft, run } = openDesign("<main><p>a</p></main>");
    design.select("0");
    run("Make free on the card");
    assert.equal(draft.value.html, '<main><p style="position: absolute">a</p></main>');
    design.select("");
    run("Make free on the card");
    assert.match(design.notice.value ?? "", /can't be moved/);
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

  it("edits the values in a text of the card, or what is around them, or replaces all of it", () => {
    const html =
      "<main><h1>{{day}} · {{time | upper}}</h1><p>$ {{day}}</p><b>{{day}}<i>:</i>{{time}}</b><q>{{day | openquote}}{{day}}{{day | closequote}}</q><u>a</u></main>";
    const { design, draft, samples, sample, editedData } = openDesign(html, {
      fields: { day: { type: "string", maxLength: 9 }, time: "string" },
      samples: [{ name: "One", data: { day: "Sat (1)", time: "6.30" } }],
    });
    const data = () => (JSON.parse(draft.value.json) as { samples: [{ data: object }] }).samples[0].data;
    const edit = (path: string, next: string) => textAt(design, path)?.write(next);
    for (const [path, value, selection, maxLength] of [
      ["0", "Sat (1) · 6.30", [0, 7], undefined],
      ["1", "$ Sat (1)", [2, 9], undefined],
      ["3", "Sat (1)", [0, 7], 9],
      ["4", "a", undefined, undefined],
    ] as const) {
      assert.equal(openField(design, path), false);
      assert.deepEqual({ ...textAt(design, path), write: 0 }, { value, selection, maxLength, write: 0 });
    }
    edit("0", "Sun · 7.00");
    assert.deepEqual(data(), { day: "Sun", time: "7.00" });
    edit("2", "Mon:7.30");
    edit("3", "Tue");
    assert.deepEqual(data(), { day: "Tue", time: "7.30" });
    assert.equal(draft.value.html, html);
    edit("0", "On Sat (1) at 6.30"); // the shown data is still the same here
    edit("1", "> Sat (1)");
    assert.match(draft.value.html, /<h1>On \{\{day\}\} at \{\{time \| upper\}\}<\/h1><p>> \{\{day\}\}/);
    edit("0", "Wed, 8:00");
    assert.match(draft.value.html, /<h1>Wed, 8:00<\/h1>/);
    const after = draft.value;
    assert.match(edit("2", "Sat (1) at 6.30") ?? "", /several texts/);
    assert.equal(draft.value, after);
    sample.value = samples.value[1]!;
    edit("3", "Long");
    assert.deepEqual(editedData.value, { day: "Long" });
  });

  it("opens the field of an element without a text, and of values that can't be told apart", () => {
    const html = `<main><img src="{{photo}}"><p>{{first}}{{last}}</p><div style="background: {{tint}}"></div><p>a {{brand.name}}</p></main>`;
    const { design } = openDesign(html, {
      fields: { photo: "image-url", first: "string", last: "string", tint: "color" },
      samples: [{ name: "One", data: { first: "Ada", last: "Lovelace", tint: "red" } }],
    });
    for (const [index, field] of ["photo", "first", "tint"].entries()) {
      assert.equal(openField(design, `${index}`), true);
      assert.equal(design.shownField.value, field);
    }
    assert.equal(openField(design, "3"), false);
    assert.equal(textAt(design, "3")?.value, "a {{brand.name}}");
    assert.equal(textAt(design, ""), undefined);
  });

  it("edits an entry of a list in place", () => {
    const html = `<main><p each="tag of tags">{{tag.name}}: {{tag.count}}</p><i each="day of days">{{day}}</i></main>`;
    const { design, draft } = openDesign(html, {
      fields: {
        tags: { type: "array", items: { name: "string", count: "string" } },
        days: { type: "array", items: "string" },
      },
      samples: [{ name: "One", data: { tags: [{ name: "a" }, { name: "b" }], days: ["Mon", "Tue"] } }],
    });
    assert.equal(openField(design, "0:1"), false);
    assert.equal(textAt(design, "0:1")?.value, "b: ");
    textAt(design, "0:1")?.write("new: 2");
    textAt(design, "1:0")?.write("Sun");
    const { samples } = JSON.parse(draft.value.json) as { samples: { data: object }[] };
    assert.deepEqual(samples[0]!.data, {
      tags: [{ name: "a" }, { name: "new", count: "2" }],
      days: ["Sun", "Tue"],
    });
  });

  it("writes a text to what it was read from, also after the element shows a field", () => {
    const { design, draft } = openDesign("<main><p>a</p></main>", {
      fields: { title: { type: "string", example: "Hi" } },
      samples: [{ name: "One", data: { title: "Hi" } }],
    });
    const text = textAt(design, "0")!;
    for (let time = 0; time < 2; time++) assert.equal(text.write("{{title}}"), undefined);
    assert.equal(draft.value.html, "<main><p>{{title}}</p></main>");
    assert.match(draft.value.json, /"data":\{"title":"Hi"\}/);
  });

  it("names elements by data-name, field or text, and containers by their class or what is in them", () => {
    const { template } = openDesign(
      `<main style="display: grid"><b data-name="Mine">a</b><h1>{{postTitle}}</h1><img src="{{brand.logo}}"><p>One two three four five six</p><ul><li each="a of b">{{a}}</li></ul><div style="display: flex"><i></i></div><div style="display: grid"><i></i></div><div class="left"><i></i></div><div class="column2"><i class="notch"></i></div></main>`,
    ).design;
    const names = listElements(template.value.root).map((element) => nameOf(template.value, element));
    const expected =
      "Card,Mine,Post title,Logo,One two three four five,List,A,Shape (row),Shape,Shape (grid),Shape,Left (column),Shape,Notch (column),Notch";
    assert.equal(String(names), expected);
  });

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

  it("sets a length for all sizes as a multiple of what it depended on, so that it grows with the card", () => {
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
      ["0", "font-size", "2em", "2em"],
      ["0", "height", "126px", "20cqh"],
      ["0", "width", "126px", "126px"],
      ["", "padding-left", "60px", "calc(var(--side) * 1.5)"],
      ["2", "height", "80px", `calc(var(--text) * ${scale} * 2.5)`],
      ["2", "width", "126px", `calc(20cqmin * ${scale})`],
    ] as const)
      assert.equal(after(path, name, value), written);
    assert.equal(after("0", "font-size", "48px", true), "48px");
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

  it("makes several edits one step, each of the draft as the one before it left it, or none of them", () => {
    const { design, draft } = openDesign("<main><p>a</p></main>");
    const edits = ["b", "c"].map((text) => setText("0", text));
    assert.ok(design.run(inTurn(edits)));
    assert.equal(draft.value.html, "<main><p>c</p></main>");
    assert.equal(design.run(inTurn([setText("0", "d"), setText("9", "e")])), false);
    assert.match(design.notice.value ?? "", /element/);
    assert.equal(draft.value.html, "<main><p>c</p></main>");
  });

  it("names the layer at a place of the code", () => {
    const { design } = openDesign("<style>\n</style>\n<main>\n  <b>One</b></main>");
    const names = [4, 3, 1].map((line) => design.nameAt({ file: "html", line, column: 3 }));
    assert.deepEqual(names, ["One", "Card", "Template"]);
    insertHtml(design, shapes["Row"]!(design.template.value));
    assert.equal(nameOf(design.template.value, design.selected.value!), "Row");
  });

  it("inserts with the measures of the card if it has some, so that rows and texts fit tall cards", () => {
    const { design, draft, run } = openDesign(emptyPage.html);
    insertWithField(design, "Title");
    insertWithField(design, "Label");
    run("Wrap in row");
    assert.match(
      draft.value.html,
      /<h1 [^>]*font-size: fit\(calc\(var\(--title\) \* 0\.5\), var\(--title\)\)/,
    );
    assert.match(
      draft.value.html,
      /<div style="display: flex; flex-direction: var\(--row\); gap: 5cqmin">\s*<p /,
    );
    assert.match(draft.value.html, /<p style="[^"]*font-size: fit\([^"]*var\(--label\)\)"/);
    insertWithField(design, "Text");
    // With the size of the card and, in its row, a share of the room.
    assert.match(draft.value.html, /<p style="flex: 1; min-width: 0; line-clamp: 4" if="text">/);
    const other = openDesign("<main></main>");
    insertWithField(other.design, "Text");
    assert.match(
      other.draft.value.html,
      /<p style="line-clamp: 4; font-size: fit\(max\(11px, 3.8cqmin\), max\(11px, 5cqmin\)\); overflow-wrap: anywhere" if="text">/,
    );
  });

  it("names what a layer shows of its field", () => {
    const texts = [
      "{{day | date}}",
      "{{day | month}}",
      "{{ day|weekday: 'long' }}",
      "{{day}} {{day | year}}",
    ];
    const { design } = openDesign(`<main>${texts.map((text) => `<p>${text}</p>`).join("")}</main>`);
    const names = design.template.value.root!.children.map((each) => nameOf(design.template.value, each));
    assert.deepEqual(names, ["Day", "Day (month)", "Day (weekday)", "Day"]);
  });

  it("replaces the gradient or image of a background by a color", () => {
    const cases = [
      ["background: linear-gradient(red, blue)", "background: green"],
      ["background-image: linear-gradient(red, blue)", "background-image: none; background-color: green"],
      ["background: red", "background: green"],
      ["color: red", "color: red; background-color: green"],
    ];
    for (const [before, after] of cases) {
      const { design, draft } = openDesign(`<main style="${before}">a</main>`);
      const values = declarationsFor(design, "", "background-color", "green");
      assert.ok(design.run(design.declare("", values)));
      assert.equal(draft.value.html, `<main style="${after}">a</main>`);
    }
  });

  it("describes problems with the labels of fields, without placeholders", () => {
    const { design } = openDesign("<main></main>", { id: "a", name: "A", fields: { photoOfDay: "string" } });
    const problem = { file: "html", line: 1, column: 1, severity: "warning" } as const;
    const message = "The field `photoOfDay` is not used";
    const suggestion = "Insert `{{photoOfDay}}`, or remove the field.";
    assert.deepEqual(design.describe({ ...problem, message, suggestion }), {
      message: "The field “Photo of day” is not used",
      suggestion: "Insert “Photo of day”, or remove the field.",
    });
    const code = { message: "`float` is not supported", suggestion: "Write `{{ photoOfDay | upper }}`." };
    assert.deepEqual(design.describe({ ...problem, ...code }), {
      message: "`float` is not supported",
      suggestion: "Write “Photo of day”.",
    });
    const example = "/fields/photoOfDay/example/0/photo must have at most 2048 characters";
    assert.equal(
      design.describe({ ...problem, message: example }).message,
      "The example of “Photo of day” must have at most 2048 characters",
    );
  });

  it("tints the gradient of a brand whose background has one color", () => {
    const { design, preview } = openDesign("<main></main>");
    const imageWith = (last: string) => {
      const gradient = `linear-gradient(180deg, #fafaff 0%, ${last} 100%)`;
      preview.value = { variables: { "--ground-gradient": gradient }, boxes: [] };
      return declarationsFor(design, "", "background-image", "var(--ground-gradient)")["background-image"];
    };
    assert.equal(
      imageWith("#fafaff"),
      "linear-gradient(var(--ground), color-mix(in srgb, var(--accent) 25%, var(--ground)))",
    );
    assert.equal(imageWith("#ddddff"), "var(--ground-gradient)");
  });

  it("sets a text color of the brand that is readable on a new background", () => {
    const { design, preview } = openDesign("<main><p>a</p></main>");
    const variables = {
      "--ink": "#101020",
      "--ground": "#fafaff",
      "--accent": "#2244aa",
      "--on-accent": "#ffffff",
    };
    preview.value = { variables, boxes: [] };
    const colorOn = (background: string) =>
      declarationsFor(design, "0", "background-color", background)["color"];
    assert.equal(colorOn("#eeeeee"), undefined);
    assert.equal(colorOn("#000000"), "var(--on-accent)");
    assert.equal(colorOn("var(--accent)"), "var(--on-accent)");
    design.run(design.declare("", declarationsFor(design, "", "background-color", "var(--accent)")));
    assert.equal(colorOn("#ffffff"), "var(--ink)");
    assert.equal(colorOn("var(--ink)"), undefined);
    const colorOnGradient = (colors: string) =>
      declarationsFor(design, "", "background-image", `linear-gradient(to right, ${colors})`)["color"];
    assert.equal(colorOnGradient("var(--accent), #000000 40%"), undefined);
    assert.equal(colorOnGradient("#fafaff, #eeeeee"), "var(--ink)");
    assert.equal(declarationsFor(design, "", "background-image", "url({{photo}})")["color"], undefined);
  });

  it("reads the colors of a gradient, and puts others in their place", () => {
    const gradient = "radial-gradient(circle at 10% 20%, red, color-mix(in srgb, var(--a) 8%, #fff) 9px)";
    const [red, ...others] = gradientColors(gradient);
    assert.deepEqual(
      others.map(({ color }) => color),
      ["color-mix(in srgb, var(--a) 8%, #fff)"],
    );
    assert.equal(red!.replace("var(--ink)"), gradient.replace("red", "var(--ink)"));
    const inOklch = gradientColors("linear-gradient(in oklch, #0ea5e9, 20%, rgb(0 0 0 / 0.5) 90%, tan)");
    assert.deepEqual(
      inOklch.map(({ color }) => color),
      ["#0ea5e9", "rgb(0 0 0 / 0.5)", "tan"],
    );
    const fromAngle = gradientColors("conic-gradient(from 45deg at 9% 9%, red -5%, tan calc(1px))");
    assert.deepEqual(
      fromAngle.map(({ color }) => color),
      ["red", "tan"],
    );
    assert.deepEqual(gradientColors("url(red.png)"), []);
  });

  it("gives a template an accent of its own, with a text color that is readable on it", () => {
    const { design, preview } = openDesign("<main></main>");
    preview.value = {
      variables: { "--ink": "#101020", "--accent": "#2244aa", "--on-accent": "#ffffff" },
      boxes: [],
    };
    const colors = (value: string) => declarationsFor(design, "", "--accent", value);
    assert.deepEqual(colors("#c2410c"), { "--accent": "#c2410c" });
    assert.deepEqual(colors("#ffdd55"), { "--accent": "#ffdd55", "--on-accent": "#101020" });
    assert.deepEqual(colors("var(--accent)"), { "--accent": "#2244aa" });
    const withChips = { "--accent": "#2244aa", "--chip": "#2244aa" };
    preview.value = { status: "rendered", variables: withChips, boxes: [] };
    assert.deepEqual(colors("#c2410c"), {
      "--accent": "#c2410c",
      "--chip": "var(--accent)",
      "--on-chip": "var(--on-accent)",
    });
  });

  it("gives a template a dark background of its own with readable text colors, and a light one alone", () => {
    const { design, preview } = openDesign("<main></main>");
    preview.value = { variables: { "--ink": "#101020", "--ground": "#ffffff" }, boxes: [] };
    const colors = (value: string) => declarationsFor(design, "", "--ground", value);
    assert.deepEqual(colors("#06282b"), { "--ground": "#06282b", "--ink": "#ffffff", "--muted": "#c1c9ca" });
    assert.deepEqual(colors("#eeeeff"), { "--ground": "#eeeeff" });
    assert.deepEqual(colors("{{tint}}"), { "--ground": "{{tint}}" });
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

  it("inserts a label with its field, as wide as its text in the colors of the brand, whose text is edited next", () => {
    const { design, draft } = openDesign("<main></main>");
    insertWithField(design, "Label");
    assert.equal(design.notice.value, undefined);
    assert.match(
      draft.value.html,
      /<p style="align-self: start; [^"]*background: var\(--accent\); color: var\(--on-accent\)[^"]*" if="label">\{\{label\}\}<\/p>/,
    );
    assert.match(draft.value.json, /"label"/);
    assert.equal(design.editedNext.value, "0");
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
    const image = { left: "3.33cqw", top: "4.76cqh", width: "25cqw", height: "31.75cqh" };
    assert.deepEqual(valuesOf("0/0"), { position: "absolute", ...image });
    assert.deepEqual(valuesOf("0/1"), { position: "absolute", bottom: "17.46cqh" });
    assert.equal(valuesOf("0")["top"], "7.94cqh");
  });
});
