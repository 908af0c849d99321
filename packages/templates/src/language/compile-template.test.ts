import assert from "node:assert/strict";
import type { TemplateData } from "@placard/contracts";
import { evaluateCalculation, type ElementNode, type SceneNode, type Style } from "../scene/index.ts";
import { compileTemplate } from "./compile-template.ts";

const fields = {
  title: { type: "string", maxLength: 100 },
  kind: { type: "string", enum: ["news", "blog"] },
  tint: { type: "string", format: "color" },
  photo: { type: "string", format: "image-url" },
  tags: { type: "array", maxItems: 6, items: { type: "string" } },
  share: "number",
  changes: { type: "array", maxItems: 4, items: { tag: "string", text: "string" } },
};

function compile(html: string, json: Record<string, unknown> = {}) {
  return compileTemplate({ template: { id: "card", name: "Card", fields, ...json }, html, assets: {} });
}

function scene(html: string, data: TemplateData = {}, size = { width: 1200, height: 630 }) {
  const { template, problems } = compile(html);
  assert.ok(template, JSON.stringify(problems));
  return template.scene(data, size);
}

function find(node: SceneNode, path: string): SceneNode | undefined {
  if (node.path === path && node.kind !== "text") return node;
  if (node.kind !== "element") return undefined;
  for (const child of node.children) {
    const found = find(child, path);
    if (found) return found;
  }
  return undefined;
}

function styleOf(
  html: string,
  path = "0",
  data: TemplateData = {},
  size = { width: 1200, height: 630 },
): Style {
  const node = find(scene(html, data, size).root, path);
  assert.ok(node, `no node at ${path}`);
  return node.style;
}

function textsIn(node: SceneNode): string[] {
  if (node.kind === "text") return [node.text];
  return node.kind === "element" ? node.children.flatMap(textsIn) : [];
}

function visibleTexts(html: string, data: TemplateData = {}): string[] {
  return textsIn(scene(html, data).root)
    .map((text) => text.trim())
    .filter((text) => text !== "");
}

describe("A field that is not valid", () => {
  it("is reported with the types there are, and its uses are not", () => {
    const expected = "/fields/title must have the `type` string or array. Did you mean `string`?";
    for (const title of ["strin", { type: "strin" }]) {
      const { problems } = compile("<main>{{title}}</main>", { fields: { title } });
      assert.deepEqual(
        problems.map(({ message }) => message),
        [expected],
      );
    }
  });
});

describe("Overflow in a template", () => {
  const cases: readonly [css: string, overflow: Style["overflow"]][] = [
    ["overflow: scroll", "hidden"],
    ["overflow: clip visible", "clip-x"],
    ["overflow-y: clip", "clip-y"],
    ["overflow-x: auto", "hidden"],
    ["overflow-x: clip; overflow-y: hidden", "hidden"],
    ["overflow: clip", "clip"],
  ];
  for (const [css, overflow] of cases) {
    it(`is ${overflow} by ${css}`, () => {
      assert.equal(styleOf(`<main><div style="${css}">a</div></main>`).overflow, overflow);
    });
  }
});

describe("The cascade of a template", () => {
  const color = (css: string, html: string, path = "0") =>
    styleOf(`<style>${css}</style>${html}`, path).color;

  it("prefers the selector with the higher specificity to the later one", () => {
    assert.equal(color(".a { color: red } p { color: blue }", '<main><p class="a">x</p></main>'), "#ff0000");
  });

  it("prefers the later of two rules with the same specificity", () => {
    assert.equal(color("p { color: red } p { color: blue }", "<main><p>x</p></main>"), "#0000ff");
  });

  it("prefers the style attribute to rules", () => {
    assert.equal(
      color(".a.a { color: red }", '<main><p class="a" style="color: lime">x</p></main>'),
      "#00ff00",
    );
  });

  it("inherits color, and not backgrounds", () => {
    const style = styleOf("<style>main { color: red; background: blue }</style><main><p>x</p></main>");
    assert.equal(style.color, "#ff0000");
    assert.equal(style.backgroundColor, "#00000000");
  });

  it("knows inherit, initial and unset", () => {
    const html =
      '<main style="padding: 8px; color: red"><p style="padding: inherit; color: initial">x</p></main>';
    assert.equal(styleOf(html).padding.top, 8);
    assert.equal(styleOf(html).color, "#000000");
  });

  it("matches child and descendant selectors", () => {
    const html = "<main><div><p>x</p></div></main>";
    assert.equal(color("main > p { color: red } main p { color: blue }", html, "0/0"), "#0000ff");
  });

  it("counts elements of lists for nth-child", () => {
    const html =
      '<style>li:nth-child(even) { color: red } li:last-child { color: blue }</style><main><ul><li each="tag of tags">{{tag}}</li></ul></main>';
    const colors = [0, 1, 2, 3].map((i) => styleOf(html, `0/0:${i}`, { tags: ["a", "b", "c", "d"] }).color);
    assert.deepEqual(colors, ["#000000", "#ff0000", "#000000", "#0000ff"]);
  });

  it("matches elements by what their siblings are on the card", () => {
    const css = ".on + p { color: red } p:nth-child(2 of .on) { color: blue } p:empty ~ b { color: lime }";
    const html = `<style>${css}</style><main><p class="{{kind}} on" if="title">x</p><p class="on">y</p>
<p>{{tint}}</p><b>z</b></main>`;
    const colors = (data: TemplateData) => ["1", "2", "3"].map((path) => styleOf(html, path, data).color);
    assert.deepEqual(colors({ title: "t", tint: "#fff" }), ["#0000ff", "#ff0000", "#000000"]);
    assert.deepEqual(colors({}), ["#000000", "#ff0000", "#00ff00"]);
  });

  it("matches elements by what is in them on the card, and by what follows them", () => {
    const css = "p:has(b) { color: red } p:has(> .on, i) { color: blue } p:has(+ p .z) { color: lime }";
    const html = `<style>${css}</style><main><p>x<b if="title">y</b></p><p><span class="a on">x</span></p>
<p><u><i class="z">z</i></u></p><p each="tag of tags"><em><b if="title">{{tag}}</b></em></p></main>`;
    const colors = (data: TemplateData) =>
      ["0", "1", "2", "3:0"].map((path) => styleOf(html, path, { tags: ["a"], ...data }).color);
    assert.deepEqual(colors({ title: "t" }), ["#ff0000", "#00ff00", "#0000ff", "#ff0000"]);
    assert.deepEqual(colors({}), ["#000000", "#00ff00", "#0000ff", "#000000"]);
  });

  it("gives registered custom properties their initial value, and inherits only those that say so", () => {
    const register = (name: string, inherits: boolean) =>
      `@property ${name} { syntax: "<color>"; inherits: ${inherits}; initial-value: lime }`;
    const css = `${register("--a", true)} ${register("--b", false)} main { --a: red; --b: red } p { color: var(--a) }
b { color: var(--b) } main { color: var(--b) }`;
    const html = `<style>${css}</style><main><p>x</p><b>y</b></main>`;
    assert.deepEqual([styleOf(html, "0").color, styleOf(html, "1").color], ["#ff0000", "#00ff00"]);
    assert.equal(styleOf(html.replace("--a: red;", ""), "0").color, "#00ff00");
    const { problems } = compile("<style>@property --a { inherits: true }</style><main></main>");
    assert.match(problems.at(-1)!.message, /@property/);
  });

  it("matches attributes with values of data", () => {
    const html = '<style>[data-a="x" i] { color: red }</style><main><p data-a="{{title}}">x</p></main>';
    assert.equal(styleOf(html, "0", { title: "X" }).color, "#ff0000");
    assert.equal(styleOf(html, "0", { title: "y" }).color, "#000000");
  });

  it("resolves & and rules in rules in their order", () => {
    const css = "main { color: red; > p { color: blue; .x & { color: lime } } p { color: red } }";
    const html = `<style>${css}</style><main><p>a</p><div><p>b</p></div></main>`;
    assert.equal(styleOf(html).color, "#ff0000");
    assert.equal(styleOf(html.replace("<main>", '<main class="x">')).color, "#00ff00");
    assert.equal(
      styleOf(`<style>${css.replace(" p { color: red }", "")}</style><main><p>a</p></main>`).color,
      "#0000ff",
    );
  });

  it("applies container conditions by the size of the card", () => {
    const html =
      "<style>p { color: red } @container (aspect-ratio < 1) { p { color: blue } }</style><main><p>x</p></main>";
    assert.equal(styleOf(html).color, "#ff0000");
    assert.equal(styleOf(html, "0", {}, { width: 600, height: 900 }).color, "#0000ff");
  });

  it("resolves variables, fallbacks, and values from data", () => {
    const html =
      '<style>main { --a: 4px } p { margin: var(--a) var(--b, 2px); color: var(--tint) }</style><main><p style="--tint: {{tint}}">x</p></main>';
    const style = styleOf(html, "0", { tint: "#F00" });
    assert.deepEqual([style.margin.top, style.margin.left, style.color], [4, 2, "#ff0000"]);
  });

  it("computes lengths from fields of the type number", () => {
    const css = "i { width: calc(var(--share, 10) * 2px) }";
    const html = `<style>${css}</style><main><i style="--share: {{share}}"></i></main>`;
    assert.equal(styleOf(html, "0", { share: "12.5" }).width, 25);
    assert.equal(styleOf(html, "0", { share: "25" }).width, 50);
    assert.equal(styleOf(html).width, 20);
    const difference = html.replace("calc(var(--share, 10) * 2px)", "calc(30px - var(--w))");
    assert.equal(styleOf(difference.replace("i {", "i { --w:10px;")).width, 20);
    const { template } = compile(html);
    assert.ok(template);
    assert.match(JSON.stringify(template.data.properties), /"format":"number"/);
  });

  it("keeps expressions of % and other units for the layout, and bounds them", () => {
    const style = styleOf(
      '<main><p style="width: max(10px, 100% - min(5%, 8px) * 2); height: calc(10px - 50% + 50%)">x</p></main>',
    );
    const { width } = style;
    assert.ok(typeof width === "object" && "calculation" in width && width.hasPercent);
    const widthIn = (base: number) => evaluateCalculation(width.calculation, base, 0);
    assert.deepEqual([widthIn(100), widthIn(1000), widthIn(0)], [90, 984, 10]);
    assert.equal(style.height, 10);
    const sum = Array.from({ length: 40 }, () => "min(1%, 1px)").join(" + ");
    const { problems } = compile(`<main><p style="width: calc(${sum})">x</p></main>`);
    assert.match(JSON.stringify(problems), /more than 32 lengths/);
  });

  it("shows images of data with url() in rules, and reports fields that are no images", () => {
    const html = (name: string) => `<style>main { background: #111 url({{${name}}}) center/cover }</style>
<main><p>x</p></main>`;
    const style = styleOf(html("photo"), "", { photo: "https://example.com/a.png" });
    assert.deepEqual(style.background[0]?.image, {
      ...{ kind: "remote", url: "https://example.com/a.png", field: "photo" },
    });
    assert.deepEqual(styleOf(html("photo"), "").background, []);
    assert.match(JSON.stringify(compile(html("nosuch")).problems), /Unknown field/);
    assert.match(JSON.stringify(compile(html("title")).problems), /is not an image/);
  });

  it("counts images of data in rules for each element that shows them", () => {
    const html = `<style>p { background: url({{photo}}) }</style><main>${"<p></p>".repeat(25)}</main>`;
    assert.match(JSON.stringify(compile(html).problems), /up to 25 images; the limit is 24/);
  });

  it("resolves logical properties by direction", () => {
    const html = '<main><p dir="rtl" style="margin-inline-start: 4px">x</p></main>';
    assert.deepEqual([styleOf(html).margin.left, styleOf(html).margin.right], [0, 4]);
  });

  it("resolves units relative to the card and the font", () => {
    const html =
      '<main><p style="font-size: 5cqw; width: 2em; height: calc(1rem + 10cqh); gap: 50%">x</p></main>';
    const style = styleOf(html);
    assert.deepEqual(
      [style.fontSize, style.width, style.height, style.rowGap],
      [60, 120, 79, { percent: 50 }],
    );
  });

  it("keeps lengths relative to a fitted size", () => {
    const html =
      '<main><h1 style="font-size: fit(40px, 96px); margin-top: 0.5em"><b style="font-size: 50%; letter-spacing: 0.1em">x</b></h1></main>';
    const root = scene(html).root;
    const heading = find(root, "0") as ElementNode;
    const bold = find(root, "0/0") as ElementNode;
    assert.deepEqual(heading.fit, { min: 40, max: 96 });
    assert.equal(bold.fit, heading.fit);
    assert.deepEqual([heading.style.fontSize, heading.style.margin.top], [{ em: 1 }, { em: 0.5 }]);
    assert.deepEqual([bold.style.fontSize, bold.style.letterSpacing], [{ em: 0.5 }, { em: 0.05 }]);
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

  it("leaves out elements whose condition does not hold", () => {
    const html =
      '<main><p if="title">1</p><p unless="title">2</p><p if="kind = news">3</p><p if="kind != news">4</p></main>';
    assert.deepEqual(visibleTexts(html, { kind: "news" }), ["2", "3"]);
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

  it("orders rules by cascade layers: named first comes first, and rules without a layer last", () => {
    const html = (css: string) => `<style>${css}</style><main><p class="a">x</p></main>`;
    const colorOf = (css: string) => styleOf(html(css), "0").color;
    const [red, blue] = ["#ff0000", "#0000ff"];
    assert.equal(colorOf("@layer x, y; @layer y { p { color: red } } @layer x { .a { color: blue } }"), red);
    assert.equal(colorOf("p { color: red } @layer { .a { color: blue } }"), red);
    assert.equal(colorOf("@layer x { p { color: red } @layer y { .a { color: blue } } }"), red);
    assert.equal(
      colorOf("@layer x.y { .a { color: blue } } @layer x { @layer z { p { color: red } } }"),
      red,
    );
    assert.equal(colorOf("@media (width > 1px) { @layer x { .a { color: blue } } } p { color: red }"), red);
    assert.equal(colorOf("@layer x { p { color: red } } @layer x { p { color: blue } }"), blue);
  });

  it("applies important declarations last, those of layers in reverse order", () => {
    const colorOf = (css: string, style = "") =>
      styleOf(`<style>${css}</style><main><p class="a" style="${style}">x</p></main>`, "0").color;
    assert.equal(colorOf("p { color: red !important } .a { color: blue }", "color: lime"), "#ff0000");
    assert.equal(colorOf("p { color: red ! IMPORTANT }", "color: blue !important"), "#0000ff");
    assert.equal(colorOf("@layer { p { color: red !important } } .a { color: blue !important }"), "#ff0000");
    assert.equal(colorOf("p { --c: red !important; color: var(--c) } .a { --c: blue }"), "#ff0000");
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

  it("can break at wbr", () => {
    assert.deepEqual(textsIn(scene("<main>a<wbr>b</main>").root), ["a", "\u200b", "b"]);
  });

  it("have classes and languages of html", () => {
    const css = "<style>.dark p { color: red } [data-a] { opacity: 0.5 }</style>";
    const html = `<html class="dark" data-a="1" lang="de">${css}<body class="x"><p>a</p></body></html>`;
    assert.equal(styleOf(html, "0").color, "#ff0000");
    assert.equal(scene(html).root.style.opacity, 0.5);
  });

  it("have class names with any characters beyond ASCII", () => {
    const css = "<style>.größe, .→ { color: red } .über-😀 { opacity: 0.5 }</style>";
    const style = styleOf(`${css}<main><p class="→ über-😀">x</p></main>`);
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

  it("mix colors outside sRGB in gradients before they are clipped", () => {
    const css = "background: linear-gradient(in srgb, color(srgb 2 0 0), color(srgb 0 0 0))";
    const [layer] = styleOf(`<main><p style="${css}">a</p></main>`).background;
    const stops = layer && "stops" in layer.image ? layer.image.stops : [];
    const [first] = stops;
    assert.ok(first && "color" in first && first.ramp, JSON.stringify(stops));
    assert.equal(first.ramp[first.ramp.length / 4 - 0.25], "#ff0000");
  });

  it("have SVG elements with style attributes, and filters", () => {
    const svg = `<svg viewBox="0 0 9 9"><filter id="a"><feGaussianBlur stddeviation="2"/></filter>
<path style="fill: red; filter: url(#a)" fill="blue" d="M0 0"/></svg>`;
    const image = scene(`<main>${svg}</main>`).root.children[0];
    const source = image?.kind === "image" ? image.source : undefined;
    const markup = source?.kind === "svg" && "markup" in source.svg ? source.svg.markup : "";
    assert.match(markup, /<feGaussianBlur stdDeviation="2">/);
    assert.match(markup, /<path d="M0 0" fill="red" filter="url\(#a\)">/);
    assert.match(compile(svg.replace("url(#a)", "url(b.svg)")).problems.at(-1)!.message, /own elements/);
  });

  it("hide elements with the attribute hidden", () => {
    assert.equal(scene("<main><p hidden>a</p></main>").root.children.length, 0);
  });
});

describe("Problems of a template", () => {
  const style = (css: string) => `<main style="${css}"></main>`;
  const cases: readonly [title: string, html: string, line: number, message: RegExp, suggestion: RegExp][] = [
    ["a misspelled property", "<style>\nmain { colr: red }\n</style>\n<main></main>", 2, /colr/, /`color`/],
    ["what follows a “!”", "<style>main { color: red !imp }</style><main></main>", 1, /!important/, /^$/],
    ["!important twice", style("color: red !important !important"), 1, /at the end/, /^$/],
    ["an unknown field", "<main>\n\n<p>{{titel}}</p></main>", 3, /titel/, /`title`/],
    ["a script", "<main><script>1</script></main>", 1, /script/, /no code/],
    ["data in a property", '<main><p style="width: {{title}}">x</p></main>', 1, /width/, /--tint/],
    ["an unknown variable", "<main><p style='color: var(--imk)'>x</p></main>", 1, /--imk/, /--ink/],
    [
      "a variable that makes an invalid value",
      "<style>main { --a: 4px } p { color: var(--a) }</style><main><p>x</p></main>",
      1,
      /--a/,
      /color/,
    ],
    [
      "a layer without a valid name",
      "<style>@layer 1 { p { color: red } }</style><main></main>",
      1,
      /layer/,
      /@layer/,
    ],
    ["a sum of a length and a number", style("width: calc(100% - 20)"), 1, /unit.*width/, /20px/],
    ["a sum without spaces", style("width: calc(100% -20px)"), 1, /space on both sides/, /% - 20px/],
    ["a space before a unit", style("width: 5 px"), 1, /unit.*width/, /5px/],
    ["an angle without a unit", style("transform: rotate(45)"), 1, /angle.*transform/, /45deg/],
    ["an element that is not closed", "<main><div></main>", 1, /div|children/, /./],
    ["an end tag without a start tag", "<main>\n<p>x</p></div></main>", 2, /end tag/, /Remove it/],
    [
      "the end tag of a paragraph that a block ended",
      "<main><p><div>x</div>\n</p></main>",
      2,
      /end tag/,
      /`div`/,
    ],
    [
      "the end tag of an element without content",
      "<main>\n<img src='{{photo}}'></img></main>",
      2,
      /end tag/,
      /Remove it/,
    ],
    [
      "loops that make too many elements",
      `<main>${"<p>x</p>".repeat(30)}<div each="tag of tags">${"<p>x</p>".repeat(40)}</div></main>`,
      1,
      /elements/,
      /maxItems/,
    ],
  ];
  for (const [title, html, line, message, suggestion] of cases) {
    it(`reports ${title} with its position and what to use instead`, () => {
      const { template, problems } = compile(html);
      const found = problems.find((problem) => problem.severity === "error" && message.test(problem.message));
      assert.ok(found, JSON.stringify(problems));
      assert.equal(template, undefined);
      assert.equal(found.line, line);
      assert.match(found.suggestion ?? "", suggestion);
    });
  }

  it("reports a bracket that is not closed once, without what follows from it", () => {
    const rest = ".b { colr: blue }\n</style><main><p class='a c'>{{title}}</p></main>";
    const sources: [css: string, line: number][] = [
      ["p { color: red;\n.a { color: blue }", 1],
      [".c { color: red }\np { color: red\n.a { color: blue }", 2],
      ["p {\ncolor: rgb(1, 2, 3;\n}\n.a { color: blue }", 2],
      ["p { color: red }\n/* .a { color: blue }", 2],
    ];
    for (const [css, line] of sources) {
      const { problems } = compile(`<style>${css}\n${rest}`);
      assert.deepEqual(
        problems.map((each) => [each.line, /is not closed/u.test(each.message)]),
        [[line, true]],
        css,
      );
    }
  });

  it("reports loops and conditions of other template languages once, with the attribute to write", () => {
    const attributes: [html: string, attribute: string][] = [
      ["{{#each tags}}<i>{{this}} {{@index}}</i>{{/each}}", '`each="item of tags"`'],
      ["{{#tags}}<i>{{.}}</i>{{/tags}}", '`each="item of tags"`'],
      ["{% for tag in tags %}<i>{{tag}}</i>{% endfor %}", '`each="tag of tags"`'],
      ["{{range .tags}}<i>{{.}}</i>{{end}}", '`each="item of tags"`'],
      ["{{#if title}}<i>{{title}}</i>{{else}}<i>{{x}}</i>{{/if}}", '`if="title"`'],
      ["{{#title}}{{.}}{{/title}}", '`if="title"`'],
      ["{{^title}}none{{/title}}", '`unless="title"`'],
    ];
    for (const [html, attribute] of attributes) {
      const { problems } = compile(`<main><!-- {% if x %} -->${html}</main>`);
      assert.equal(problems.length, 1, JSON.stringify(problems));
      assert.ok(problems[0]!.suggestion?.includes(attribute), problems[0]!.suggestion);
    }
  });

  it("warns about fonts that are not part of the template", () => {
    const fontsOf = (families: string) =>
      compile(`<main style="font-family: ${families}"></main>`).problems.filter(({ message }) =>
        /font/u.test(message),
      );
    assert.deepEqual(fontsOf("-apple-system, Inter, Arial, sans-serif"), []);
    assert.deepEqual(fontsOf("Noto Sans JP, sans-serif"), []);
    assert.equal(fontsOf("Noto Naskh Arabic, Noto Serif").length, 1);
    assert.deepEqual(
      fontsOf("'Cooper', serif").map(({ severity, code }) => [severity, code]),
      [["warning", "missing_font"]],
    );
  });

  it("warns about placeholders with single braces", () => {
    const { problems } = compile("<main>{title}</main>");
    assert.equal(problems.find(({ column }) => column === 7)?.suggestion, "Write `{{title}}`.");
  });

  it("warns about what has no effect in an image, and compiles", () => {
    const css = `main { will-change: transform; perspective: none; text-orientation: mixed; transition: all 1s;
float: unset } main:hover { color: red } main::selection { color: red } button { color: red }
@import url(a.css); @keyframes a { from { top: 0 } } @page { margin: 0 }`;
    const { template, problems } = compile(
      `<style>@charset "utf-8"; ${css}</style><link rel="stylesheet" href="b.css"><main>{{title}}</main>`,
    );
    assert.ok(template, JSON.stringify(problems));
    const found = problems.filter(({ message }) => !message.includes("is not used"));
    assert.deepEqual(
      found.map(({ message }) => /`[^`]*`|@\w+/u.exec(message)?.[0]),
      [
        "@charset",
        "`will-change`",
        "`perspective`",
        "`text-orientation: mixed`",
        "`transition`",
        "`float: unset`",
      ].concat(["`:hover`", "`::selection`", "`button`", "@import", "@keyframes", "@page", "`link`"]),
    );
  });

  it("reports an element that is not supported once, and what it shows as used", () => {
    const { problems } = compile("<style>video { color: red }</style><main><video>{{title}}</video></main>");
    const about = problems.filter(({ severity, message }) => severity === "error" || /title/u.test(message));
    assert.deepEqual(
      about.map(({ message }) => message),
      ["The element `video` is not supported"],
    );
  });

  it("warns about rules and classes without a counterpart", () => {
    const { template, problems } = compile(
      '<style>.title { color: red }</style><main class="titel">{{title}}</main>',
    );
    assert.ok(template);
    assert.deepEqual(
      problems
        .filter(({ file }) => file === "template.html")
        .map(({ severity, suggestion }) => [severity, suggestion])
        .slice(-2),
      [
        ["warning", "Use `.titel`."],
        ["warning", "Use `title`."],
      ],
    );
  });
});
