import assert from "node:assert/strict";
import type { TemplateData } from "@placard/contracts";
import type { ElementNode } from "../scene/index.ts";
import { mixColors } from "./css/gradient-colors.ts";
import { compileTemplate } from "./compile-template.ts";
import type { FieldSchema } from "./data/fields.ts";
import { normalizeData } from "./data/normalize-data.ts";
import { compile, find, scene, styleOf, textsIn, visibleTexts } from "../testing/compile-card.ts";

describe("A template without a name", () => {
  it("is named by its ID", () => {
    const { template } = compile("<main><p>{{title}}</p></main>", { name: undefined });
    assert.equal(template?.name, "card");
  });
});

describe("A boolean field", () => {
  it("is the text `true` or none, also if it is required, and in the entries of a list", () => {
    const properties = { name: "string", live: { type: "boolean" } };
    const { template } = compile('<main><i if="live">{{name}}</i></main>', {
      fields: { name: "string", live: "boolean", rows: { type: "array", items: properties } },
      required: ["live"],
    });
    const schema = template!.data as {
      required?: readonly string[];
      properties: Record<string, FieldSchema>;
    };
    assert.equal(schema.required, undefined);
    assert.deepEqual(schema.properties["live"]?.enum, [true, false, "true", "false"]);
    const rows = [
      { name: "a", live: true },
      { name: "b", live: false },
    ];
    assert.deepEqual(normalizeData({ name: "x", live: false, rows }, schema), {
      name: "x",
      rows: [{ name: "a", live: "true" }, { name: "b" }],
    });
    const shown = (data: TemplateData) => textsIn(template!.scene(data, { width: 1200, height: 630 }).root);
    assert.deepEqual(shown({ name: "x", live: "true" }), ["x"]);
    assert.deepEqual(shown({ name: "x" }), []);
  });
});

describe("The default of a field", () => {
  const html = '<main>{{title | upper}} {{count}}<b if="title = None">none</b></main>';
  const compileWith = (title: object, count: object) =>
    compile(html, { fields: { title: { type: "string", ...title }, count: { type: "integer", ...count } } });

  it("stands for a value that data does not have, also in conditions, the language and the palette, and is the example", () => {
    const { template, problems } = compileWith({ default: "None" }, { default: 3 });
    assert.deepEqual(problems, []);
    const shown = (data: TemplateData) =>
      textsIn(template!.scene(data, { width: 1200, height: 630 }).root).join("");
    assert.deepEqual([shown({ title: " " }), shown({ title: "A", count: "4" })], ["NONE 3none", "A 4"]);
    const japanese = compileWith({ default: "日本の春" }, {}).template!;
    const lookOf = (data: TemplateData) => [
      japanese.scene(data, { width: 1200, height: 630 }),
      japanese.palette(data, undefined),
    ];
    assert.deepEqual(lookOf({}), lookOf({ title: "日本の春" }));
    assert.notDeepEqual(lookOf({}), lookOf({ title: "Spring" }));
    const { title, count } = template!.data.properties as Record<string, FieldSchema>;
    assert.deepEqual([title?.default, title?.examples, count?.default], ["None", ["None"], "3"]);
  });

  it("is reported if it does not fit the field, and for images", () => {
    const reportOf = (title: object, count: object) =>
      compileWith(title, count).problems.map(({ message }) => message);
    assert.match(reportOf({ default: "Long", maxLength: 3 }, {}).join(), /\/fields\/title\/default .*3/);
    assert.match(reportOf({}, { default: "x" }).join(), /\/fields\/count\/default/);
    assert.match(
      reportOf({ format: "image-url", default: "https://a.example/a.png" }, {}).join(),
      /an image/,
    );
  });
});

describe("The content of a template", () => {
  it("replaces placeholders by data, which is never markup", () => {
    assert.deepEqual(visibleTexts("<main><p>{{title}}</p></main>", { title: "<b>1 & 2</b>" }), [
      "<b>1 & 2</b>",
    ]);
  });

  it("repeats elements for the entries of a list", () => {
    const html = '<main><p each="change of changes">{{index}} {{change.tag}}</p></main>';
    const data = { changes: [{ tag: "a" }, { tag: "b" }] };
    assert.deepEqual(visibleTexts(html, data), ["1 a", "2 b"]);
  });

  it("drops the last entry of a list first, and what is in the entries together", () => {
    const html =
      '<main><p each="tag of tags" drop="2">{{tag}}</p><i each="tag of tags"><b drop="1">{{tag}}</b></i></main>';
    const { root } = scene(html, { tags: ["a", "b"] });
    const [first, second, ...inside] = ["0:0", "0:1", "1:0/0", "1:1/0"].map((path) => {
      const node = find(root, path);
      return node?.kind === "element" ? node.drop! : 0;
    });
    assert.ok(first === 2 && second! > 2 && second! < 3);
    assert.deepEqual(inside, [1, 1]);
  });

  it("leaves out elements whose condition does not hold", () => {
    const html =
      '<main><p if="title">1</p><p unless="title">2</p><p if="kind = news">3</p><p if="kind != news">4</p></main>';
    assert.deepEqual(visibleTexts(html, { kind: "news" }), ["2", "3"]);
  });

  it("compares numbers, lengths of texts and numbers of entries by their order", () => {
    const numbers = ["share >= 1000", "share > 1000", "share < 0"];
    const lengths = ["title | length > 3", "title | length <= 3", "tags > 1", "tags | length < 2"];
    const conditions = [...numbers, ...lengths, "title < 1"];
    const html = conditions.map((condition, index) => `<p if="${condition}">${index}</p>`).join("");
    const shown = (data: TemplateData) =>
      visibleTexts(`<main>${html}</main>`, data).map((index) => conditions[Number(index)]);
    assert.deepEqual(shown({ share: "1000", title: "Ünï", tags: ["a", "b"] }), [
      "share >= 1000",
      "title | length <= 3",
      "tags > 1",
    ]);
    assert.deepEqual(shown({}), ["title | length <= 3", "tags | length < 2", "title < 1"]);
  });

  it("names the fields of texts and images", () => {
    const root = scene(
      '<main><p each="change of changes">{{change.tag}}</p><img src="{{photo}}" alt=""></main>',
      {
        changes: [{ tag: "a" }],
        photo: "https://example.com/a.png",
      },
    ).root;
    const paragraph = find(root, "0:0") as ElementNode;
    const [text] = paragraph.children;
    assert.deepEqual(text?.kind === "text" && text.fields, ["changes/0/tag"]);
    const image = find(root, "1");
    assert.deepEqual(image?.kind === "image" && image.source, {
      kind: "remote",
      url: "https://example.com/a.png",
      field: "photo",
    });
  });

  it("applies filters", () => {
    const html = "<main><p>{{title | initials}}</p><p>{{title | upper}}</p></main>";
    assert.deepEqual(visibleTexts(html, { title: "Ada Lovelace" }), ["AL", "ADA LOVELACE"]);
  });

  it("generates the text of pseudo-elements from strings, attributes and counters", () => {
    const html = `<style>main { counter-reset: n 4 }
p { counter-increment: n } p::before { content: counter(n, lower-roman) ". " attr(data-a) }
p:last-child::after { content: "end" }</style>
<main><p each="tag of tags" data-a="{{tag}}"> {{index}}</p></main>`;
    assert.deepEqual(visibleTexts(html, { tags: ["a", "b"] }), ["v. a", "1", "vi. b", "2", "end"]);
  });

  it("gives discs, circles and squares the sizes that browsers give them for a font", () => {
    const widthOf = (font: string, type: string) =>
      styleOf(`<main style="font: 28px ${font}; list-style: ${type}"><li>x</li></main>`, "0/::marker").width;
    assert.deepEqual(
      ["Inter", "serif", "monospace"].map((font) => widthOf(font, "square")),
      [9, 10, 10],
    );
    assert.deepEqual(
      ["disc", "circle"].map((type) => widthOf("Inter", type)),
      [9, 10],
    );
  });

  it("numbers list items with markers, in the first line of their content", () => {
    const html = `<style>ol { list-style: lower-alpha } .n li::marker { content: "(" counter(list-item) ") " }
.f li { display: flex }</style><main><ol><li>x</li><li><p>y</p></li></ol><ol class="n"><li>z</li></ol>
<ol class="f"><li>no marker</li></ol></main>`;
    assert.deepEqual(visibleTexts(html), ["a.", "x", "b.", "y", "(1)", "z", "no marker"]);
  });

  it("sets the numbers of markers in digits of one width, as browsers do", () => {
    const html = '<main style="list-style: decimal"><li>x</li></main>';
    assert.match(styleOf(html, "0/::marker").fontFeatures ?? "", /tnum/);
  });

  it("clamps lines with -webkit-line-clamp only in a vertical -webkit-box", () => {
    const css = "-webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden";
    assert.equal(styleOf(`<main><p style="${css}; display: -webkit-box">x</p></main>`).lineClamp, 2);
    assert.equal(styleOf(`<main><p style="${css}">x</p></main>`).lineClamp, undefined);
    assert.equal(styleOf('<main><p style="display: -webkit-box">x</p></main>').display, "flex");
  });

  it("takes the body of a document as its root element, and the language of html", () => {
    const html = `<!doctype html><html lang="de"><head><style>body { color: red }</style></head>
<body><style>p { color: blue }</style><p>x</p></body></html>`;
    assert.equal(styleOf(html, "").color, "#ff0000");
    assert.equal(styleOf(html, "").lang, "de");
    assert.equal(styleOf(html, "1").color, "#0000ff");
  });

  it("counts pseudo-elements as elements of a card", () => {
    const html = `<style>p::before, p::after { content: "x" }</style><main>${"<p>y</p>".repeat(70)}</main>`;
    assert.match(JSON.stringify(compile(html).problems), /up to 421 elements and texts; the limit is 400/);
    const withoutContent = compile(html.replace('content: "x"', "color: red"));
    assert.doesNotMatch(JSON.stringify(withoutContent.problems), /the limit is 400/);
  });

  it("ignores local fonts, and takes the first file of a font", () => {
    const face = (src: string) =>
      compile(`<style>@font-face { font-family: A; ${src} }</style><main>x</main>`);
    const messages = ({ problems }: ReturnType<typeof compile>) =>
      problems.map(({ severity, message }) => `${severity} ${message}`).join("\n");
    const local = messages(face('src: local("A"), local(B); font-weight: 100 900'));
    assert.match(local, /^warning @font-face with `local\(\)` has no effect in a template$/m);
    assert.doesNotMatch(local, /^error/m);
    const files = 'src: local("A"), url(assets/a.woff2) format("woff2"), url(b.woff);';
    assert.match(messages(face(files)), /assets\/a\.woff2/);
  });

  it("takes ranges in the rules of variable fonts, and positions on their axes", () => {
    const asset = { id: "a".repeat(43), contentType: "font/ttf" } as const;
    const document = (face: string) => ({
      template: { id: "a", name: "A", fields: {} },
      html: `<style>@font-face { font-family: A; src: url(assets/a.ttf); ${face} }</style><main style="font: 350 condensed 64px A; font-variation-settings: 'SOFT' 50">x</main>`,
      assets: { "a.ttf": asset },
    });
    const { template } = compileTemplate(document("font-weight: 900 100; font-stretch: 75%"));
    const { fontFaces, root } = template!.scene({}, { width: 1200, height: 630 });
    const { weight, stretch } = fontFaces[0]!;
    assert.deepEqual(
      [weight, stretch],
      [
        [100, 900],
        [75, 75],
      ],
    );
    const { fontWeight, fontStretch, fontVariations, opticalSize } = root.style;
    assert.deepEqual([fontWeight, fontStretch, fontVariations, opticalSize], [350, 75, { SOFT: 50 }, 64]);
    const invalid = compileTemplate(document("font-weight: 1 2 3")).problems;
    assert.match(invalid[0]!.suggestion ?? "", /the range of a variable font/);
  });

  it("takes classes from fields with an enum", () => {
    const html = '<style>.news { color: red }</style><main><p class="tag-{{kind}} {{kind}}">x</p></main>';
    assert.equal(styleOf(html, "0", { kind: "news" }).color, "#ff0000");
  });
});

describe("Documents as browsers read them", () => {
  it("have end tags only where HTML needs them", () => {
    const html = "<main><ul><li>a<li>b</ul><p>c<p>d<table><tr><td>e<td>f<tr><th>g</table></main>";
    assert.deepEqual(visibleTexts(html), ["a", "b", "c", "d", "e", "f", "g"]);
  });

  it("have a body around several elements, around text, and around an image", () => {
    assert.deepEqual(visibleTexts("<style>b { top: 0 }</style><p>a</p><p>b</p>c<b>d</b>"), [
      "a",
      "b",
      "c",
      "d",
    ]);
    assert.equal(styleOf("<style>body { color: red }</style><p>a</p><p>b</p>", "1").color, "#ff0000");
    assert.ok(compile('<img src="{{photo}}">').template);
    assert.match(compile("<style></style>").problems.at(-1)!.message, /no root/);
  });

  it("have a body around one element if a rule is for it", () => {
    const firstKind = (css: string) => scene(`<style>${css}</style><main>a</main>`).root.children[0]!.kind;
    assert.equal(firstKind("html, body { color: red }"), "element");
    assert.equal(firstKind("html, .body, [data-a='body'] { color: red } /* body */"), "text");
  });

  it("can break at wbr", () => {
    assert.deepEqual(textsIn(scene("<main>a<wbr>b</main>").root), ["a", "\u200b", "b"]);
  });

  it("have classes and languages of html", () => {
    const css = "<style>.dark p { color: red } [data-a] { opacity: 0.5 }</style>";
    const html = `<html class="dark" data-a="1" lang="de">${css}<body class="x"><p>a</p></body></html>`;
    assert.equal(styleOf(html, "0").color, "#ff0000");
    assert.equal(scene(html).root.style.opacity, 0.5);
  });

  it("have class names with letters beyond ASCII", () => {
    const css = "<style>.größe { color: red } .見出し { opacity: 0.5 }</style>";
    const style = styleOf(`${css}<main><p class="größe 見出し">x</p></main>`);
    assert.deepEqual([style.color, style.opacity], ["#ff0000", 0.5]);
  });

  it("select elements by ID, which is more specific than any classes", () => {
    const css = "<style>#a { color: red } .b.b.b { color: blue } p:not(#a) { color: lime }</style>";
    const colors = ["0", "1"].map(
      (path) => styleOf(`${css}<main><p id="a" class="b">x</p><p id="c">y</p></main>`, path).color,
    );
    assert.deepEqual(colors, ["#ff0000", "#00ff00"]);
  });

  it("have images in data URLs, and damaged ones are reported", () => {
    const svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 2'/>";
    const css = `<style>main { background: url("data:image/svg+xml,${encodeURIComponent(svg)}") }</style>`;
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==";
    const { root } = scene(`${css}<main><img src="data:image/png;base64,${png}"></main>`);
    const [layer] = root.style.background;
    assert.deepEqual(layer?.image, { kind: "svg", svg: { markup: svg }, color: "#000000", aspectRatio: 2 });
    const image = root.children[0];
    assert.deepEqual(image?.kind === "image" && image.source, {
      ...{ kind: "asset", id: `data:image/png;base64,${png}`, width: 3, height: 2 },
    });
    const problemOf = (url: string) => compile(`<main><img src="${url}"></main>`).problems.at(-1)!.message;
    assert.match(problemOf(`data:image/png;base64,${png.slice(0, 20)}`), /damaged/);
    assert.match(problemOf("data:image/svg+xml,<svg fill='#fff'></svg>"), /%23/);
    assert.match(problemOf("data:image/svg+xml,<svg></svg>"), /xmlns/);
    assert.match(problemOf("data:text/plain,a"), /damaged/);
  });

  it("center header cells, unless an element around them is aligned", () => {
    const alignOf = (style: string) =>
      styleOf(`<main><table style="${style}"><tr><th>a</th></tr></table></main>`, "0/0/0/0").textAlign;
    assert.deepEqual([alignOf(""), alignOf("text-align: left")], ["center", "left"]);
  });

  it("have quotation marks by the depth of the quotation and the language around it", () => {
    const html = '<main lang="de"><q>a <q lang="en">b <q>c</q></q></q><p class="x">d</p></main>';
    const css = "<style>.x::before { content: close-quote no-open-quote open-quote }</style>";
    assert.equal(visibleTexts(css + html).join(""), "„a‚b‘c’‘“‚d");
  });

  it("mix colors outside sRGB in gradients before they are clipped", () => {
    const css = "background: linear-gradient(in srgb, color(srgb 2 0 0), color(srgb 0 0 0))";
    const [layer] = styleOf(`<main><p style="${css}">a</p></main>`).background;
    const stops = layer && "stops" in layer.image ? layer.image.stops : [];
    const [first] = stops;
    assert.ok(first && "color" in first && first.mix, JSON.stringify(stops));
    assert.deepEqual(mixColors({ ...first.mix, parts: 4 }), [
      "#ff0000",
      "#ff0000",
      "#ff0000",
      "#800000",
      "#000000",
    ]);
  });

  it("have radial gradients whose size is before or after their shape", () => {
    for (const form of ["circle 20px", "20px circle"]) {
      const [layer] = styleOf(
        `<main><p style="background: radial-gradient(${form}, red, blue)">a</p></main>`,
      ).background;
      assert.deepEqual(layer?.image.kind === "radial-gradient" && [layer.image.shape, layer.image.size], [
        "circle",
        { x: 20, y: 20 },
      ]);
    }
  });

  it("have SVG elements with style attributes, and filters", () => {
    const svg = `<svg viewBox="0 0 9 9"><filter id="a"><feGaussianBlur stddeviation="2"/><feDropShadow dx="1"></feDropShadow></filter>
<path style="fill: red; filter: url(#a)" fill="blue" d="M0 0"/></svg>`;
    const image = scene(`<main>${svg}</main>`).root.children[0];
    const source = image?.kind === "image" ? image.source : undefined;
    const markup = source?.kind === "svg" && "markup" in source.svg ? source.svg.markup : "";
    assert.match(
      markup,
      /<feGaussianBlur stdDeviation="2">.*<feDropShadow dx="1"><\/feDropShadow><\/filter>/,
    );
    assert.match(markup, /<path d="M0 0" fill="red" filter="url\(#a\)">/);
    assert.match(compile(svg.replace("url(#a)", "url(b.svg)")).problems.at(-1)!.message, /own elements/);
  });

  it("hide elements with the attribute hidden", () => {
    assert.equal(scene("<main><p hidden>a</p></main>").root.children.length, 0);
  });
});
