import assert from "node:assert/strict";
import type { TemplateData } from "@placard/contracts";
import { evaluateCalculation, type ElementNode, type Style } from "../../scene/index.ts";
import { compile, find, scene, styleOf } from "../../testing/compile-card.ts";

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

  it("reads data in values of style attributes and rules, with a unit behind it", () => {
    const style = 'style="width: {{share}}px; opacity: calc({{share}} / 50); --c: red {{share}}%"';
    const css = "i { height: {{share}}px; color: {{tint}}; --d: {{share}}; margin: calc(var(--d) * 1px) }";
    const gradient = "background: linear-gradient({{tint}} {{share}}%, red)";
    const html = `<style>${css} i { ${gradient} }</style><main><i ${style}></i></main>`;
    const data = { share: "25", tint: "#0F0" };
    const { width, height, opacity, margin, ...others } = styleOf(html, "0", data);
    assert.deepEqual([width, height, opacity, others.color, margin.top], [25, 25, 0.5, "#00ff00", 25]);
    assert.match(JSON.stringify(others.background), /#00ff00/u);
    const initial = styleOf(html);
    assert.deepEqual([initial.width, initial.color], ["auto", "#000000"]);
    const { problems } = compile("<style>main { width: {{title}}px }</style><main>{{title}}</main>");
    assert.deepEqual(
      problems.filter(({ severity }) => severity === "error").map(({ message }) => message),
      ["The field in `{{title}}` is neither a color nor a number"],
    );
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

  it("says that a variable of a loop in a rule belongs in a style attribute", () => {
    const rule = "<style>i { width: {{tag}}px; height: {{tog}}px }</style>";
    const { problems } = compile(`${rule}<main><i each="tag of tags">{{tag}}</i></main>`);
    const texts = problems.map(({ message, suggestion }) => `${message}. ${suggestion}`).join("\n");
    assert.match(texts, /`tag` exists only in the element with `each="tag of …"`.* `style` attribute there/);
    assert.match(texts, /Unknown field `tog`/);
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

  it("accepts a fit() whose minimum is larger than its maximum on some cards, where the minimum wins", () => {
    const fit = find(scene('<main><h1 style="font-size: fit(110px, 11cqmin)">x</h1></main>').root, "0");
    assert.deepEqual((fit as ElementNode).fit, { min: 110, max: 110 });
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
    const [x, y] = ["@layer x { .a { color: blue } }", "@layer y { p { color: red } }"];
    assert.equal(colorOf(`${x}</style><style>${y}`), red);
  });

  it("applies important declarations last, those of layers in reverse order", () => {
    const colorOf = (css: string, style = "") =>
      styleOf(`<style>${css}</style><main><p class="a" style="${style}">x</p></main>`, "0").color;
    assert.equal(colorOf("p { color: red !important } .a { color: blue }", "color: lime"), "#ff0000");
    assert.equal(colorOf("p { color: red ! IMPORTANT }", "color: blue !important"), "#0000ff");
    assert.equal(colorOf("@layer { p { color: red !important } } .a { color: blue !important }"), "#ff0000");
    assert.equal(colorOf("p { --c: red !important; color: var(--c) } .a { --c: blue }"), "#ff0000");
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
