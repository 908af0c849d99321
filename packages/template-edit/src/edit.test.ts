import assert from "node:assert/strict";
import { setAttribute } from "./attributes.ts";
import { apply, combine, edit, inTurn, type Operation } from "./edit.ts";
import { insertElement, moveBeside, moveElement, removeElement, wrapElements } from "./elements.ts";
import {
  addField,
  copyField,
  removeField,
  requireField,
  setField,
  setSampleValue,
  setTemplateText,
} from "./field-definitions.ts";
import { renameField } from "./fields.ts";
import { pathsAfter } from "./follow.ts";
import { keepLook } from "./keep-look.ts";
import { findElement, openTemplate, type OpenTemplate } from "./open-template.ts";
import { removeElements, withoutEmptied } from "./remove-elements.ts";
import { removeDeclaration, setDeclarations } from "./set-declarations.ts";
import { setDeclarationsAtSize } from "./set-at-size.ts";
import { cardWith, declarationOf } from "./styles.ts";
import { setText } from "./texts.ts";

const template = { id: "card", name: "Card", fields: { title: { type: "string" } } };

function open(html: string, json = JSON.stringify(template)) {
  return openTemplate({ json, html, assets: {} });
}

/** A template after an operation that is not refused. */
function done(opened: OpenTemplate, operation: Operation): OpenTemplate {
  const { template: edited, reason } = edit(opened, operation);
  assert.equal(reason, undefined);
  return edited;
}

/** The HTML after an operation. */
function run(html: string, operation: Operation): string {
  return done(open(html), operation).html;
}

function refusal(html: string, operation: Operation): string {
  return edit(open(html), operation).reason ?? "";
}

const list = `<style>
  .list { gap: 4px }
</style>
<main>
  <ul class="list">
    <li>One</li>
    <!-- the second -->
    <li>Two</li>
  </ul>
</main>
`;

describe("Elements", () => {
  it("are inserted in their own line, like their siblings", () => {
    const expected = list.replace("<li>Two</li>\n", "<li>Two</li>\n    <li>Three</li>\n");
    assert.equal(run(list, insertElement("0", 2, "<li>Three</li>")), expected);
    assert.equal(
      run("<main>\n\t<div></div>\n</main>", insertElement("0", 0, "<p>\n\t{{title}}\n</p>")),
      "<main>\n\t<div>\n\t\t<p>\n\t\t\t{{title}}\n\t\t</p>\n\t</div>\n</main>",
    );
    assert.equal(
      run("<main><b>a</b> <b>c</b></main>", insertElement("", 1, "<b>b</b>")),
      "<main><b>a</b> <b>b</b> <b>c</b></main>",
    );
  });

  it("are removed with their line", () => {
    assert.equal(run(list, removeElement("0/0")), list.replace("    <li>One</li>\n", ""));
    assert.equal(run("<main><b>a</b> <i>b</i></main>", removeElement("1")), "<main><b>a</b> </main>");
  });

  it("are removed with the selectors and rules that match only them", () => {
    const card = (rules: string, content: string) => `<style>
  main { color: red }
${rules}
  .never { top: 0 }
</style>
<main>
${content}  <p class="a">A</p>
</main>`;
    const before = card(
      `  /* kept */
  .b { left: 0 }
  .a,
  .b,
  .c {
    top: 1px;
    & i { top: 2px }
  }
  .b { @container (width < 400px) { top: 0 } color: blue; i { top: 0 } }
  @container (width < 400px) {
    .b { top: 0 }
    .c { top: 0 }
  }
  @container (width < 300px) {
    .b { top: 0 }
    .a { left: 0 }
  }`,
      '  <div class="b"><i class="c">B</i></div>\n',
    );
    const after = card(
      `  /* kept */
  .a {
    top: 1px;
  }
  @container (width < 300px) {
    .a { left: 0 }
  }`,
      "",
    );
    assert.equal(run(before, removeElements(["0"])), after);
  });

  it("leave no container that only arranges a single element, when they are removed or moved out", () => {
    const row = (style: string) =>
      `<main>\n  <div style="display: flex; gap: 8px${style}">\n    <p style="flex: 1; min-width: 0">a</p>\n    <b>c</b>\n  </div>\n</main>`;
    const remove = (path: string, style: string) => run(row(style), removeElements([path]));
    assert.equal(remove("0/1", ""), "<main>\n  <p>a</p>\n</main>");
    assert.equal(remove("0/1", "; flex: 1"), '<main>\n  <p style="flex: 1; min-width: 0">a</p>\n</main>');
    assert.equal(remove("0/0", "; flex: 1"), "<main>\n  <b>c</b>\n</main>");
    assert.equal(
      remove("0/0", "; flex-direction: column; flex: 2"),
      '<main>\n  <b style="flex: 2; min-width: 0">c</b>\n</main>',
    );
    for (const style of ["; padding: 4px", "; background: red", "; justify-content: center"])
      assert.match(remove("0/1", style), /<div style=[^>]*>\s*<p /);
    const move = withoutEmptied("0/1", moveElement("0/1", "", 1));
    assert.equal(run(row(""), move), "<main>\n  <p>a</p>\n  <b>c</b>\n</main>");
    assert.deepEqual(pathsAfter(open(row("")), move).get("0/0"), ["0"]);
  });

  it("stay as they are when they are moved to their own place", () => {
    for (const index of [0, 1]) assert.equal(run(list, moveElement("0/0", "0", index)), list);
    for (const index of [0, 1, 2]) assert.equal(run(list, moveElement("0/0", "0", index, 2)), list);
  });

  it("are moved with their lines, in the indentation of their new place", () => {
    assert.equal(
      run(list, moveElement("0/1", "0", 0)),
      list.replace("\n    <li>Two</li>", "").replace("<li>One", "<li>Two</li>\n    <li>One"),
    );
    assert.equal(
      run("<main>\n  <div>\n    <p>\n      a\n    </p>\n  </div>\n</main>", moveElement("0/0", "", 0)),
      "<main>\n  <p>\n    a\n  </p>\n  <div>\n  </div>\n</main>",
    );
  });

  it("take containers with them that have nothing left and show nothing", () => {
    const inRows = (style: string) =>
      `<main>\n  <div>\n    <div style="${style}">\n      <p>a</p>\n    </div>\n  </div>\n  <p>b</p>\n</main>`;
    const moveOut = (html: string, path = "0/0/0") =>
      run(html, withoutEmptied(path, moveElement(path, "", 2)));
    assert.equal(moveOut(inRows("display: flex")), "<main>\n  <p>b</p>\n  <p>a</p>\n</main>");
    const panel = inRows("background: red");
    assert.equal(moveOut(panel), panel.replace("      <p>a</p>\n", "").replace("b</p>", "b</p>\n  <p>a</p>"));
    const free = '<b style="position: absolute">c</b>';
    const logo = `<main><div><p>a</p>${free}<div>${free}</div></div><p>b</p></main>`;
    assert.equal(moveOut(logo, "0/0"), `<main>${free}${free}<p>b</p><p>a</p></main>`);
    const freed = withoutEmptied("0/0", setDeclarations("0/0", { position: "absolute" }));
    assert.equal(run("<main><div><b>c</b></div></main>", freed), `<main>${free}</main>`);
    const named = "<main><div class='row'><p>a</p></div><p>b</p></main>";
    assert.match(moveOut(named, "0/0"), /<div class='row'><\/div>/);
    const others = "<main><div><p>a</p> c</div><p>b</p></main>";
    assert.match(moveOut(others, "0/0"), /<div> c<\/div>/);
  });

  it("are not moved into themselves, and the root element is not moved", () => {
    assert.match(refusal(list, moveElement("0", "0/0", 0)), /into itself/);
    assert.match(refusal(list, removeElement("")), /root element is the card/);
  });

  it("are put into another one with the elements next to them", () => {
    const expected = list.replace(
      /    <li>One[^]*Two<\/li>\n/,
      `    <div class="row">
      <li>One</li>
      <!-- the second -->
      <li>Two</li>
    </div>
`,
    );
    assert.equal(run(list, wrapElements(["0/0", "0/1"], '<div class="row">')), expected);
  });

  it("are put into another one where the first of them is, before others between them", () => {
    const html = "<main>\n  <b>0</b>\n  <b>1</b>\n  <i>2</i>\n  <b>3</b>\n  <i>4</i>\n  <b>5</b>\n</main>";
    const wrapped = run(html, wrapElements(["1", "3", "5"], "<div>"));
    assert.equal(
      wrapped,
      "<main>\n  <b>0</b>\n  <div>\n    <b>1</b>\n    <b>3</b>\n    <b>5</b>\n  </div>\n  <i>2</i>\n  <i>4</i>\n</main>",
    );
    const nested = "<main><p><b>a</b></p><i>b</i></main>";
    assert.match(refusal(nested, wrapElements(["0/0", "1"], "<div>")), /same row, column or grid/);
  });

  it("are moved beside another one, with the CSS of both", () => {
    const html = `<main>
  <h1>a</h1>
  <div>
    <img style="height: 9px">
  </div>
</main>`;
    const values = { moved: { flex: "1" }, target: { flex: "2" } };
    const beside = (side: "before" | "after") =>
      run(html, moveBeside("1/0", "0", side, '<div class="row">', values));
    const [image, title] = ['<img style="height: 9px; flex: 1">', '<h1 style="flex: 2">a</h1>'];
    const row = (first: string, second: string) => `<main>
  <div class="row">
    ${first}
    ${second}
  </div>
  <div>
  </div>
</main>`;
    assert.equal(beside("before"), row(image, title));
    assert.equal(beside("after"), row(title, image));
  });

  it("are refused where a list item would end the one around it", () => {
    const items = "<main><ul><li>1</li><li><b>2</b></li></ul></main>";
    for (const operation of [
      moveElement("0/1", "0/0", 0),
      insertElement("0/0", 0, "<div><li>3</li></div>"),
      moveBeside("0/0", "0/1/0", "after", "<div>", { moved: {}, target: {} }),
    ])
      assert.match(refusal(items, operation), /`li` can't contain `li`/);
    const inner = insertElement("0/1", 1, "<ul><li>3</li></ul>");
    assert.equal(run(items, inner), items.replace("</b>", "</b><ul><li>3</li></ul>"));
  });

  it("are refused where a browser would move them out of a table", () => {
    const table = "<main><table><tbody><tr><td>1</td></tr></tbody></table><p>2</p></main>";
    for (const operation of [
      insertElement("0/0", 0, "<div></div>"),
      moveElement("1", "0/0/0", 0),
      moveElement("0/0/0/0", "", 0),
      wrapElements(["0/0/0"], "<div>"),
    ])
      assert.match(refusal(table, operation), /can't contain/);
    const cell = insertElement("0/0/0", 1, "<td>2</td>");
    assert.equal(run(table, cell), table.replace("1</td>", "1</td><td>2</td>"));
  });
});

describe("Texts and attributes", () => {
  it("keep the white space around them", () => {
    assert.equal(
      run("<main>\n  Old text\n</main>", setText("", "A < B & C")),
      "<main>\n  A &lt; B & C\n</main>",
    );
  });

  it("are written in the quotation marks that the element has", () => {
    assert.equal(
      run("<main lang='de'></main>", setAttribute("", "title", "it's")),
      "<main lang='de' title='it&#39;s'></main>",
    );
    assert.equal(run("<main lang=de></main>", setAttribute("", "lang", "fr")), '<main lang="fr"></main>');
    assert.equal(run('<main lang="de"></main>', setAttribute("", "lang", undefined)), "<main></main>");
  });

  it("are refused if the template would not compile", () => {
    assert.match(refusal("<main><b>a</b></main>", setAttribute("0", "each", "x of y")), /Unknown list `y`/);
    const paragraph = "<main><p>a<br />b<br /></p></main>";
    assert.match(refusal(paragraph, wrapElements(["0/1"], "<div>")), /`<\/p>` has no start tag/);
    assert.match(refusal("<main>a<br>b</main>", setText("", "c")), /several texts/);
    assert.match(refusal("<main>a</main>", setText("", "{{nobody}}")), /Unknown field `nobody`/);
  });
});

describe("Declarations", () => {
  const styled = (css: string, attributes = "") =>
    `<style>\n  ${css}\n</style>\n<main><p${attributes}>a</p><p class="b">b</p></main>`;
  const set = (css: string, values: Record<string, string>, target = {}, attributes = ' class="a"') =>
    run(styled(css, attributes), setDeclarations("0", values, target));

  it("are changed in the rule that sets them", () => {
    assert.equal(set("p { color:red }", { color: "blue" }), styled("p { color:blue }", ' class="a"'));
    const css = (value: string) =>
      `p { color: ${value} }\n  @container (width < 900px) { .a { color: ${value} } }`;
    const only = css("red").replace(".a { color: red", ".a { color: blue");
    assert.equal(
      set(css("red"), { color: "blue" }, { size: { width: 600, height: 600 } }),
      styled(only, ' class="a"'),
    );
  });

  it("are added to the rule of a class in its form, or to the style attribute", () => {
    assert.equal(set(".a { top: 1px }", { left: "2px" }), styled(".a { top: 1px; left: 2px }", ' class="a"'));
    assert.equal(
      set(".a {\n    top: 1px; /* top */\n  }", { left: "2px", right: "3px" }),
      styled(".a {\n    top: 1px; /* top */\n    left: 2px;\n    right: 3px;\n  }", ' class="a"'),
    );
    assert.equal(set(".a {}", { left: "2px" }), styled(".a { left: 2px; }", ' class="a"'));
    assert.equal(set("", { left: "2px", top: "1px" }, {}, ""), styled("", ' style="left: 2px; top: 1px"'));
    assert.equal(
      set("", { left: "2px" }, {}, ' style="top: 1px"'),
      styled("", ' style="top: 1px; left: 2px"'),
    );
  });

  it("override the part of a shorthand after it", () => {
    assert.equal(
      set(".a { padding: 1px; color: red }", { "padding-left": "2px" }),
      styled(".a { padding: 1px; padding-left: 2px; color: red }", ' class="a"'),
    );
  });

  it("stay important, and win over important ones", () => {
    assert.equal(
      set("p { color: red ! important } .a { color: lime }", { color: "blue" }),
      styled("p { color: blue ! important } .a { color: lime }", ' class="a"'),
    );
    assert.equal(
      set(".a { padding: 1px !important }", { "padding-left": "2px" }),
      styled(".a { padding: 1px !important; padding-left: 2px !important }", ' class="a"'),
    );
    assert.equal(
      set("p { top: 1px !important }", { top: "2px" }, { scope: "element" }),
      styled("p { top: 1px !important }", ' class="a" style="top: 2px !important"'),
    );
  });

  it("of one element do not change others", () => {
    const element = { scope: "element" };
    assert.equal(
      set("p { color: red }", { color: "blue" }, element),
      styled("p { color: red }", ' class="a" style="color: blue"'),
    );
    assert.equal(
      set(".a { color: red }", { color: "blue" }, element),
      styled(".a { color: blue }", ' class="a"'),
    );
  });

  it("of one element are added to the rule of its tag if that matches it alone", () => {
    const add = (css: string) => run(styled(css), setDeclarations("", { left: "2px" }, { scope: "element" }));
    assert.equal(add("main { top: 1px }"), styled("main { top: 1px; left: 2px }"));
    const conditional = styled("main.other { top: 1px }");
    assert.equal(add("main.other { top: 1px }"), conditional.replace("<main", '<main style="left: 2px"'));
  });

  it("are removed with their line, and the style attribute or the rule with the last one", () => {
    const remove = (css: string, attributes = ' class="a"') =>
      run(styled(css, attributes), removeDeclaration("0", "color"));
    assert.equal(
      remove(".a {\n    top: 1px;\n    color: red;\n  }"),
      styled(".a {\n    top: 1px;\n  }", ' class="a"'),
    );
    assert.equal(remove(".a { color: red; top: 1px }"), styled(".a { top: 1px }", ' class="a"'));
    assert.equal(remove("", ' style="top: 1px; color: red"'), styled("", ' style="top: 1px"'));
    assert.equal(remove("", ' style="color: red"'), styled(""));
    assert.equal(remove(".a { top: 1px }\n  .a { color: red; }"), styled(".a { top: 1px }", ' class="a"'));
  });

  it("are removed from a rule for one size if it matches this element alone", () => {
    const size = { width: 1080, height: 1080 };
    const condition = "@container (width: 1080px) and (height: 1080px)";
    const css = (colors: string) => `.a { color: red } ${condition} { .a { top: 1px;${colors} } }`;
    const removal = removeDeclaration("0", "color", { scope: "element", size });
    assert.equal(run(styled(css(" color: blue;"), ' class="a"'), removal), styled(css(""), ' class="a"'));
    const only = `.b { top: 1px } /* @container */\n  ${condition} {\n    .a { color: blue; }\n  }`;
    const rest = ".b { top: 1px } /* @container */";
    assert.equal(run(styled(only, ' class="a"'), removal), styled(rest, ' class="a"'));
    assert.match(
      refusal(styled(`${condition} { p { color: blue } }`), removal),
      /is set for several elements at once/,
    );
  });

  it("are set where they apply on the card, and not in rules for other data", () => {
    const css = `.a { color: red; top: 1px; left: 1px }
main.b .a { color: blue } main:dir(rtl) .a { top: 2px } .a:not(:last-child) { left: 2px }`;
    const html = `<style>${css}</style><main class="{{look}}"><p class="a">a</p><i if="look = b"></i></main>`;
    const json = JSON.stringify({ fields: { look: { type: "string", enum: ["a", "b"] } } });
    const opened = openTemplate({ json, html, assets: {} });
    const valuesOn = (...boxes: Parameters<typeof cardWith>[1]) => {
      const card = cardWith({ width: 1200, height: 630 }, boxes);
      return ["color", "top", "left"].map(
        (name) => declarationOf(opened, findElement(opened, "0")!, name, card)?.value,
      );
    };
    const [main, text] = [{ path: "", classes: ["a"] }, { path: "0" }];
    assert.deepEqual(valuesOn(main, text), ["red", "1px", "1px"]);
    const other = { path: "", classes: ["b"], isRightToLeft: true };
    assert.deepEqual(valuesOn(other, text, { path: "1" }), ["blue", "2px", "2px"]);
    const size = cardWith({ width: 1200, height: 630 }, [main, text]);
    const result = edit(opened, setDeclarations("0", { color: "green" }, { size }));
    assert.equal(result.template?.html, html.replace("red", "green"));
  });

  it("are refused with what is accepted", () => {
    const refused = (name: string, value: string) =>
      refusal(styled(""), setDeclarations("0", { [name]: value }));
    assert.match(refused("color", "reddish"), /Unknown color “reddish”/);
    assert.match(refused("colour", "red"), /Unknown property `colour`/);
    assert.match(refused("color", "red; } p { top: 1px"), /is not a value of `color`/);
  });
});

describe("A renamed field", () => {
  it("has its new name in the definition, samples, placeholders, conditions and loops", () => {
    const fields = { title: { type: "string" }, tags: { type: "array", items: { type: "string" } } };
    const data = { title: "title", tags: ["tags"] };
    const json = JSON.stringify(
      {
        ...template,
        fields,
        required: ["title"],
        layouts: [{ name: "title", if: "title" }, { name: "b" }],
        samples: [{ name: "title", data }],
      },
      null,
      2,
    );
    const html = `<main><b if="title = title or tags">title {{ title | upper }}</b><i each="tag of tags">{{tag}}</i></main>`;
    const renamed = done(open(html, json), renameField("title", "name"));
    assert.equal(
      done(renamed, renameField("tags", "labels")).html,
      `<main><b if="name = title or labels">title {{ name | upper }}</b><i each="tag of labels">{{tag}}</i></main>`,
    );
    assert.equal(
      renamed.json,
      json
        .replace('"title": {', '"name": {')
        .replace('[\n    "title"\n  ]', '[\n    "name"\n  ]')
        .replace('"if": "title"', '"if": "name"')
        .replace('"title": "title"', '"name": "title"'),
    );
  });

  it("can't have the name of another one", () => {
    const json = JSON.stringify({ ...template, fields: { title: "string", name: "string" } });
    const opened = open("<main>{{title}}{{name}}</main>", json);
    assert.match(edit(opened, renameField("title", "name")).reason ?? "", /already a field `name`/);
  });
});

describe("Several operations", () => {
  const card = "<style>.a{top:1px}</style><main><b class=a>1</b><b class=a>2</b></main>";

  it("are one step, and make an edit of a rule that they share once", () => {
    const both = combine(["0", "1"].map((path) => setDeclarations(path, { top: "2px" })));
    assert.equal(run(card, both), card.replace("1px", "2px"));
    const all = combine([setText("0", "x"), removeElement("1")]);
    assert.equal(run("<main><b>1</b><b>2</b></main>", all), "<main><b>x</b></main>");
  });

  it("are refused if they contradict each other", () => {
    const operations = ["2px", "3px"].map((top, index) => setDeclarations(`${index}`, { top }));
    assert.match(refusal(card, combine(operations)), /contradict/);
  });
});

describe("Fields", () => {
  const json = `{
  "id": "card",
  "fields": {
    "title": "string",
    "label": { "type": "string", "maxLength": 40 }
  },
  "required": ["title"],
  "samples": [{ "name": "One", "data": { "title": "A", "label": "B" } }]
}
`;
  function runJson(operation: Operation, html = "<main>{{title}}</main>"): string {
    return done(open(html, json), operation).json;
  }
  const parsed = (operation: Operation) => JSON.parse(runJson(operation)) as Record<string, unknown>;

  it("are added in the form of the file", () => {
    const expected = json.replace("40 }", '40 },\n    "photo": { "type": "string", "format": "image-url" }');
    assert.equal(runJson(addField("photo", { type: "string", format: "image-url" })), expected);
    const opened = open("<main></main>", '{\n  "fields": {}\n}');
    const first = done(opened, addField("a", { type: "string" }));
    assert.equal(first.json, '{\n  "fields": {\n    "a": { "type": "string" }\n  }\n}');
    const refused = edit(open("<main></main>", json), addField("title", {})).reason;
    assert.match(refused ?? "", /already a field `title`/);
    assert.match(refusal("<main></main>", addField("9", {})), /starts with a letter/);
  });

  it("are added with their example in all samples", () => {
    const { samples } = parsed(addField("tags", { type: "array", example: ["a"] }));
    assert.deepEqual(samples, [{ name: "One", data: { title: "A", label: "B", tags: ["a"] } }]);
  });

  it("are copied with their definition and their values in samples", () => {
    const { fields, samples } = parsed(copyField("label", "label2"));
    const definition = { type: "string", maxLength: 40 };
    assert.deepEqual(fields, { title: "string", label: definition, label2: definition });
    assert.deepEqual(samples, [{ name: "One", data: { title: "A", label: "B", label2: "B" } }]);
  });

  it("have samples that follow a new example if they had the previous one, or none", () => {
    const { samples } = parsed(setField("title", { example: "Hi" }));
    assert.deepEqual(samples, [{ name: "One", data: { title: "A", label: "B" } }]);
    const added = open("<main></main>", runJson(addField("tags", { type: "array", example: ["a"] })));
    const { json: edited } = done(added, setField("tags", { example: ["b", "c"] }));
    const next = JSON.parse(edited) as Record<string, unknown>;
    assert.deepEqual(next["samples"], [{ name: "One", data: { title: "A", label: "B", tags: ["b", "c"] } }]);
  });

  it("get a value in one sample, which is also the example if that had the same value", () => {
    const { samples, fields } = parsed(setSampleValue(0, "label", "New"));
    assert.deepEqual(samples, [{ name: "One", data: { title: "A", label: "New" } }]);
    assert.deepEqual(fields, parsed(requireField("title", true))["fields"]);
    const added = open("<main></main>", runJson(addField("tag", { type: "string", example: "a" })));
    const { json: edited } = done(added, setSampleValue(0, "tag", "b"));
    assert.equal(edited.match(/"b"/g)?.length, 2);
  });

  it("are changed part by part, also if they are in the short form", () => {
    assert.equal(runJson(setField("label", { maxLength: 30 })), json.replace("40 }", "30 }"));
    assert.deepEqual(parsed(setField("label", { maxLength: undefined }))["fields"], {
      title: "string",
      label: { type: "string" },
    });
    assert.deepEqual(parsed(setField("title", { example: "Hi" }))["fields"], {
      title: { type: "string", example: "Hi" },
      label: { type: "string", maxLength: 40 },
    });
  });

  it("are made required and optional", () => {
    assert.deepEqual(parsed(requireField("label", true))["required"], ["title", "label"]);
    assert.equal("required" in parsed(requireField("title", false)), false);
    assert.equal(runJson(requireField("title", true)), json);
  });

  it("stay when the name or the description of the template is set or removed", () => {
    const named = parsed(setTemplateText("description", "Short"));
    assert.deepEqual(
      [named["description"], named["fields"]],
      ["Short", parsed(requireField("title", true))["fields"]],
    );
    assert.equal("name" in parsed(setTemplateText("name", "")), false);
  });

  it("are removed with their data, unless the HTML uses them", () => {
    const { fields, samples } = parsed(removeField("label"));
    assert.deepEqual([fields, samples], [{ title: "string" }, [{ name: "One", data: { title: "A" } }]]);
    const opened = open("<main>{{title}}</main>", json);
    assert.match(edit(opened, removeField("title")).reason ?? "", /title/);
  });
});

describe("The paths of elements", () => {
  it("are known after an operation", () => {
    const opened = open("<main><b>1</b><b>1</b><div><i>2</i></div></main>");
    const moved = pathsAfter(opened, moveElement("0", "2", 0));
    assert.deepEqual(
      [...moved],
      [
        ["", [""]],
        ["1", ["0"]],
        ["2", ["1"]],
        ["0", ["1/0"]],
        ["2/0", ["1/1"]],
      ],
    );
    assert.equal(pathsAfter(opened, removeElement("0")).get("0"), undefined);
  });
});

describe("Moved elements", () => {
  const css = `<style>
  .row > p { color: red; flex: 1; font: 700 20px
    serif }
  p { color: blue; letter-spacing: 1px }
  .row p + p { text-indent: 9px }
  .row b { opacity: 0.5 }
  .column p { padding: 4px }
  .row > .x { padding: 8px; font-family: "Inter", serif }
  @container (width: 1080px) { .row p { color: green } }
</style>
`;
  const html = `${css}<main><div class="row"><i>a</i><p class="x">b <b>c</b></p></div><div class="column"></div><p>d</p></main>`;
  const link = { width: 1200, height: 630 };
  const square = { width: 1080, height: 1080 };

  it("keep what rules for the old place set, but not their place there, and get what those for the new one set", () => {
    const moved = run(html, keepLook(moveElement("0/1", "1", 0), [link]));
    assert.match(
      moved,
      /<p class="x" style="color: red; font: 700 20px serif; font-family: 'Inter', serif">b <b style="opacity: 0.5">c<\/b><\/p><\/div><p>d/u,
    );
    assert.ok(moved.startsWith(css));
  });

  it("keep what @container rules set on cards of the given sizes", () => {
    const moved = done(open(html), keepLook(moveElement("0/1", "", 1), [link, square]));
    const colors = [link, square].map(
      (size) => declarationOf(moved, findElement(moved, "1")!, "color", size)?.value,
    );
    assert.deepEqual(colors, ["red", "green"]);
  });

  it("stay as they are if the same rules match", () => {
    const within = html.replaceAll(" > ", " ");
    const wrap = wrapElements(["0/1"], "<div>");
    assert.equal(run(within, keepLook(wrap, [square])), run(within, wrap));
  });

  it("are followed if others are moved out of them", () => {
    const move = moveBeside("0/1", "0", "after", "<div>", { moved: {}, target: {} });
    const after = run(html, keepLook(move, []));
    assert.match(after, /<div class="row"><i>a<\/i><\/div><p class="x" style="color: red/u);
  });
});

describe("Parts of a list", () => {
  const json = JSON.stringify({
    id: "a",
    fields: {
      tags: { type: "array", items: { type: "string", maxLength: 9 }, example: ["A"] },
      plans: { type: "array", items: { name: "string" } },
      guests: { type: "array", items: { type: "object", properties: { name: "string" } } },
    },
    samples: [
      { name: "One", data: { tags: ["A", "B"], plans: [{ name: "C" }] } },
      { name: "None", data: {} },
    ],
  });
  const price = { type: "string", example: "9" };
  const html = `<main class="{{tag}}">
  <p each="tag of tags" if="tag and guests" dir="{{tag | direction}}">{{ tag | upper }}, {{tag}}{{index}}</p>
  <p each="tag of plans">{{tag.name}}</p>
</main>`;
  interface Lists {
    fields: Record<string, { items: { properties?: object }; example?: object }>;
    samples: [{ data: Record<string, object> }];
  }
  function add(field: string) {
    // The HTML has no field `tag`.
    const added = apply(open(html, json), addField(`${field}.price`, price));
    const { fields, samples } = JSON.parse(added.json) as Lists;
    const { items, example } = fields[field]!;
    return { html: added.html, items, example, data: samples[0].data[field] };
  }

  it("are added to the definition, and with their example to all entries", () => {
    const plans = add("plans");
    assert.deepEqual(plans.items, { name: "string", price });
    assert.deepEqual(plans.data, [{ name: "C", price: "9" }]);
    assert.equal(plans.html, html);
    assert.deepEqual(add("guests").items.properties, { name: "string", price });
  });

  it("make a list of texts one of records: the text is a part in the HTML, the example and the samples", () => {
    const { items, example, data, html: edited } = add("tags");
    assert.deepEqual(items, { text: { type: "string", maxLength: 9 }, price });
    assert.deepEqual(example, [{ text: "A", price: "9" }]);
    assert.deepEqual(data, [
      { text: "A", price: "9" },
      { text: "B", price: "9" },
    ]);
    assert.equal(
      edited,
      html.replace(
        /<p each="tag of tags".*/u,
        '<p each="tag of tags" if="tag.text and guests" dir="{{tag.text | direction}}">{{ tag.text | upper }}, {{tag.text}}{{index}}</p>',
      ),
    );
  });

  const withPlans = {
    id: "a",
    fields: {
      plans: {
        type: "array",
        items: { type: "object", properties: { name: "string", price: "string", name2: "string" } },
        example: [{ name: "A", price: "1" }],
      },
      name: "string",
    },
    samples: [{ name: "One", data: { name: "name", plans: [{ name: "B" }, { price: "2", name: "name" }] } }],
  };
  const loop = `<main title="{{name}}">
  <p each="plan of plans" if="plan.name and name" title="{{plan.name2}}">{{ plan.name | upper }}{{name}}</p>
  <i each="item of plans" unless="item.name">{{item.name}}</i>
</main>`;
  function editList(operation: Operation) {
    const opened = open(loop, JSON.stringify(withPlans));
    assert.equal(opened.error, undefined);
    const edited = done(opened, operation);
    const { fields, samples } = JSON.parse(edited.json) as typeof withPlans;
    const { items, example } = fields.plans;
    return { html: edited.html, items, example, data: samples[0]!.data };
  }
  const refusalOf = (operation: Operation, from = loop) =>
    edit(open(from, JSON.stringify(withPlans)), operation).reason ?? "";

  it("are renamed in the definition, the example, the samples and all uses", () => {
    const renamed = editList(renameField("plans.name", "title"));
    assert.equal(renamed.html, loop.replaceAll(/\.name\b/gu, ".title"));
    assert.deepEqual(Object.keys(renamed.items.properties), ["title", "price", "name2"]);
    assert.deepEqual(renamed.example, [{ title: "A", price: "1" }]);
    assert.deepEqual(renamed.data, { name: "name", plans: [{ title: "B" }, { price: "2", title: "name" }] });
    assert.match(refusalOf(renameField("plans.name", "price")), /already a field `price`/);
    const short = { fields: { plans: { type: "array", items: { name: "string" } } } };
    const opened = open("<main></main>", JSON.stringify(short));
    assert.match(edit(opened, renameField("plans.name", "type")).reason ?? "", /can't have the name `type`/);
    assert.match(refusalOf(renameField("plans.none", "price")), /no field `plans.none`/);
    assert.match(refusalOf(renameField("name.none", "price")), /no list `name`/);
  });

  it("are required, have examples, and are removed with their values, unless the HTML uses them", () => {
    const steps = [requireField("plans.price", true), setField("plans.price", { example: "9" })];
    const { items, data } = editList(inTurn(steps));
    const { properties } = withPlans.fields.plans.items;
    assert.deepEqual(items, { type: "object", properties: { ...properties, price }, required: ["price"] });
    assert.deepEqual(data.plans, [
      { name: "B", price: "9" },
      { price: "2", name: "name" },
    ]);
    const removed = editList(inTurn([...steps, removeField("plans.price")]));
    assert.deepEqual(removed.items, { type: "object", properties: { name: "string", name2: "string" } });
    assert.deepEqual(removed.data.plans, [{ name: "B" }, { name: "name" }]);
    assert.match(refusalOf(removeField("plans.name")), /name/);
    const all = inTurn(["name", "name2", "price"].map((name) => removeField(`plans.${name}`)));
    assert.match(refusalOf(all, "<main></main>"), /at least one part/);
  });

  it("in the short form become objects of a schema when one is required", () => {
    const { json: edited } = done(open("<main></main>", json), requireField("plans.name", true));
    const { fields } = JSON.parse(edited) as Lists;
    assert.deepEqual(fields["plans"]?.items, {
      type: "object",
      properties: { name: "string" },
      required: ["name"],
    });
  });

  it("are refused for what is no list, a name that is taken, and more than 8", () => {
    const opened = open(html, json);
    const reasonOf = (field: string, name: string) =>
      edit(opened, addField(`${field}.${name}`, price)).reason ?? "";
    assert.match(reasonOf("title", "price"), /no list `title`/);
    assert.match(reasonOf("plans", "name"), /already a field `plans.name`/);
    assert.match(reasonOf("tags", "text"), /already a field `tags.text`/);
    const most = inTurn(Array.from({ length: 7 }, (_, index) => addField(`plans.p${index}`, price)));
    assert.match(edit(opened, inTurn([most, addField("plans.p8", price)])).reason ?? "", /at most 8 parts/);
  });
});

describe("Declarations for one size", () => {
  const size = { width: 1080, height: 1920 };
  const atSize = "@container (width: 1080px) and (height: 1920px)";
  const card = `<style>
  main .x { color: red }
</style>
<main><b class="x">1</b><b class="x">2</b></main>
`;

  it("are written into a container rule for a class of the element alone", () => {
    const once = run(card, setDeclarationsAtSize("0", { color: "blue" }, size));
    assert.equal(
      once,
      card
        .replace("red }\n", `red }\n  ${atSize} {\n    .b-1.b-1 { color: blue; }\n  }\n`)
        .replace('"x">1', '"x b-1">1'),
    );
    const again = run(once, setDeclarationsAtSize("0", { color: "green", top: "1px" }, size));
    assert.equal(again, once.replace("color: blue;", "color: green; top: 1px;"));
    const other = run(once, setDeclarationsAtSize("1", { color: "green" }, size));
    assert.match(other, /color: blue; \}\n {4}\.b-2\.b-2 \{ color: green; \}\n {2}\}/u);
  });

  it("are refused with the reason why a value is invalid", () => {
    assert.match(refusal(card, setDeclarationsAtSize("0", { color: "1px" }, size)), /Accepted: <color>/);
  });

  it("move what the style attribute sets to a rule, and apply to all elements of a class if wanted", () => {
    const inline = '<main><i style="left: 1px; top: 2px; color: red">1</i></main>';
    assert.equal(
      run(inline, setDeclarationsAtSize("0", { left: "5px" }, size)),
      `<style>\n  .i-1 { left: 1px; }\n  ${atSize} {\n    .i-1 { left: 5px; }\n  }\n</style>\n` +
        '<main><i style="top: 2px; color: red" class="i-1">1</i></main>',
    );
    const margins = '<main><i style="margin: 0 1px; margin-left: 2px; top: 0">1</i></main>';
    assert.equal(
      run(margins, setDeclarationsAtSize("0", { "margin-top": "5px" }, size)),
      `<style>\n  .i-1 { margin: 0 1px; margin-left: 2px; }\n  ${atSize} {\n    .i-1 { margin-top: 5px; }\n  }\n` +
        '</style>\n<main><i style="top: 0" class="i-1">1</i></main>',
    );
    const all = run(card, setDeclarationsAtSize("0", { top: "5px" }, size, "rule"));
    assert.match(all, /\.x \{ top: 5px; \}/u);
    assert.match(
      refusal("<main><i>1</i></main>", setDeclarationsAtSize("0", { top: "5px" }, size, "rule")),
      /class/,
    );
  });
});
