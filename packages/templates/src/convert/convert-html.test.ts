import assert from "node:assert/strict";
import { compileTemplate } from "../language/compile-template.ts";
import { ConversionError, convertHtml, type ConvertOptions } from "./index.ts";

function convert(source: string, options: Partial<ConvertOptions> = {}) {
  const { template, html, files, losses } = convertHtml(source, { id: "card", ...options });
  return {
    template,
    html,
    files,
    losses: losses.map((loss) => `${loss.line}:${loss.column} ${loss.severity} ${loss.what}`),
  };
}

const reset = "<style>* { margin: 0; padding: 0; box-sizing: border-box }</style>";

describe("convertHtml", () => {
  it("keeps what templates support as it is written", () => {
    const card = `${reset}\n<body style="display: grid; gap: 8px; height: 9px">\n  <h1>Hello &amp; co</h1>\n</body>\n`;
    const { html, losses, template } = convert(card);
    assert.ok(html.endsWith(card), html);
    assert.deepEqual(losses, []);
    assert.deepEqual(template, {
      id: "card",
      name: "card",
      fields: {},
      samples: [{ name: "example", data: {} }],
    });
  });

  it("keeps HTML with placeholders and no body, which is a template, byte for byte", () => {
    const card =
      '<style>h1 { color: red }</style>\n<main style="padding: 64px"><h1  class="unused" if="title">{{title}}</h1></main>\n';
    const { html, losses, template } = convert(card);
    assert.equal(html, card);
    assert.deepEqual(losses, []);
    assert.deepEqual(template["fields"], { title: { type: "string", maxLength: 300, example: "title" } });
    assert.match(convert("<body>{{title}}</body>").html, /font-family: serif/);
  });

  it("finds URLs in quotes with brackets and spaces, and data URLs of many megabytes", () => {
    const font = `data:font/ttf;base64,${"A".repeat(10_000_000)}`;
    const source = `<style>@font-face { font-family: 漢; src: url(${font}) format("truetype"), url( 'a (1).woff2' ) }</style><p>漢</p>`;
    const { html, files } = convert(source, { hasFile: () => true });
    assert.deepEqual([...files.values()], [font, "a (1).woff2"]);
    assert.match(html, /src: url\(assets\/font-1\.ttf\) format\("truetype"\), url\(assets\/a--1-\.woff2\)/);
  });

  it("puts a fragment into a body, so that rules of the body and of its only element are kept apart", () => {
    const { html, losses } = convert(
      "<style>body { margin: 0; background: red } .c { margin: 0 auto }</style><div class='c'>1</div>",
    );
    assert.match(html, /<body><div class='c'>1<\/div><\/body>/);
    assert.deepEqual(losses, []);
  });

  it("reports each declaration, rule, attribute and element that it drops, with its place", () => {
    const { html, losses } = convert(
      `${reset}<style>\n.a, .b:hos(p) { color: red; float: left }\n@layer a;@import "b.css";</style>` +
        `<main onload="x()"><p class="a">1</p><video></video><script>x()</script></main>`,
    );
    assert.match(html, /<main ><p class="a">1<\/p><\/main>/);
    assert.match(html, /\.a \{ color: red; {2}\}/);
    assert.deepEqual(
      losses.map((loss) => loss.replace(/: (?:A[tn]|[@T`]|t|it).*/u, "")),
      [
        "2:3 dropped The rule `.b:hos(p)`",
        "2:29 dropped `float: left`",
        '3:10 dropped `@import "b.css";`',
        '3:40 dropped The attribute `onload="x()"`',
        "3:71 dropped The element `<video></video>`",
        "3:86 dropped A script",
      ],
    );
  });

  it("reports declarations that the shapes of an SVG do not follow", () => {
    const { losses } = convert(
      `${reset}<style>\npath { fill: red; filter: blur(2px) }</style><svg viewBox="0 0 9 9"><path d="M0 0h9"/></svg>`,
    );
    assert.deepEqual(losses, [
      "2:19 dropped `filter` of a rule has no effect on the shapes of an SVG. Write it as an attribute of the element",
    ]);
  });

  it("replaces what has a close replacement, and reports it", () => {
    const { html, losses } = convert(
      `${reset}<style>p { position: sticky }</style>` +
        `<main><p>1</p><dfn>2</dfn><dialog><center>3</center></dialog></main>`,
    );
    assert.match(html, /p \{ position: relative \}/);
    assert.match(html, /<p>1<\/p><span>2<\/span><div><div>3<\/div><\/div>/);
    assert.equal(losses.length, 4);
    assert.ok(
      losses.every((loss) => loss.includes(" approximated ")),
      losses.join("\n"),
    );
  });

  it("limits the blur of a shadow to the largest that templates have, and reports it", () => {
    const shadows = "0 0 60px rgb(1 2 3 / 0.5), inset 1px -2px 240px 4px rgba(0,0,0,0.3), 0 0 1000px red";
    const { html, losses } = convert(`${reset}<main style="box-shadow: ${shadows}">1</main>`);
    assert.ok(html.includes(shadows.replace("240px", "200px").replace("1000px", "200px")), html);
    assert.match(losses.join("\n"), /^1:\d+ approximated `box-shadow: [^`]*` became `box-shadow: [^`]*`$/);
  });

  it("counts the border of a table as part of its width, as browsers do", () => {
    const { html } = convert("<main><table><tr><td>1</td></tr></table></main>");
    assert.match(html, /\* \{ box-sizing: content-box \}[^]*:where\(table\) \{ box-sizing: border-box \}/u);
  });

  it("keeps cascade layers and !important, with the default styles in the first layer", () => {
    const source = "<style>@layer a { p { margin: 0 !important } }</style>";
    const { html, losses } = convert(`${source}<main><p>1</p></main>`);
    assert.match(
      html,
      /^<style>\n@layer defaults \{\n[^]*:where\(p, dl\) \{ margin: 1em 0 \}\n\}\n<\/style>/,
    );
    assert.ok(html.includes(source), html);
    assert.deepEqual(losses, []);
  });

  it("keeps the meaning of the browser's units, end tags and default styles without a report", () => {
    const { html, losses } = convert(
      `<!doctype html><html><head><title>Card</title></head><body style="margin: 0; font: 2rem/1 Inter; height: 100vh">` +
        `<h1 style="font-family: &quot;Inter&quot;; width: 50vw">1</h1><p>2<ul><li>3</ul></body></html>`,
    );
    assert.match(html, /font: 32px\/1 Inter; height: 100cqh/);
    assert.match(html, /<h1 style="font-family: 'Inter'; width: 50cqw">/);
    assert.match(html, /<p>2<\/p><ul><li>3<\/li><\/ul>/);
    assert.match(html, /:where\(h1\) \{ margin: 0.67em 0 \}/);
    assert.match(html, /:where\(ul\) \{ margin: 1em 0; padding-left: 40px; list-style: disc \}/);
    assert.deepEqual(losses, []);
  });

  it("turns images by URL into fields, files and data URLs into assets, and placeholders into fields", () => {
    const { template, html, files, losses } = convert(
      `${reset}<main style="background: url(https://example.com/a/back.png)"><img src="logo.png"><img src="b/logo.png"><img src="photo.jpg">` +
        `<img src="data:image/png;base64,AAAA"><img if="logo" src="{{logo}}">{{title}} {{#each x}}</main>`,
      { hasFile: (path) => path.endsWith("logo.png") },
    );
    assert.match(
      html,
      /url\(\{\{back\}\}\)"><img src="assets\/logo.png"><img src="assets\/2-logo.png"><img src="\{\{photo\}\}"><img src="assets\/image-3.png">/,
    );
    assert.deepEqual(
      [...files],
      [
        ["logo.png", "logo.png"],
        ["2-logo.png", "b/logo.png"],
        ["image-3.png", "data:image/png;base64,AAAA"],
      ],
    );
    assert.deepEqual(template["fields"], {
      back: { type: "string", format: "image-url", example: "https://example.com/a/back.png" },
      photo: { type: "string", format: "image-url" },
      logo: { type: "string", format: "image-url" },
      title: { type: "string", maxLength: 300, example: "title" },
    });
    assert.deepEqual(losses, [
      "1:176 approximated The image `photo.jpg` is now the field `photo`",
      '1:270 dropped `{{#each x}}`: Write `each="item of x"` on the element to repeat, and `{{item}}` in it',
    ]);
  });

  it("gives images without a URL the example image that is given, also those of a list", () => {
    const { template } = convert(
      `<main><img src="photo.jpg"><img src="https://example.com/logo.png"><p each="person of people"><img src="{{person.photo}}">{{person.name}}</p></main>`,
      { exampleImage: "asset:a" },
    );
    const entry = { photo: "asset:a", name: "name" };
    const data = { people: [entry, entry, entry], photo: "asset:a", logo: "https://example.com/logo.png" };
    assert.deepEqual(template["samples"], [{ name: "example", data }]);
  });

  it("gives the list of a loop three entries, and writes `of` for `in`", () => {
    const { html, template, losses } = convert(
      '<main><p each="stop in stops"><img src="{{stop.photo}}" alt="">{{stop.name}}</p></main>',
    );
    assert.match(html, /<p each="stop of stops"><img src="\{\{stop.photo\}\}" alt="">\{\{stop.name\}\}<\/p>/);
    const entry = { name: "name" };
    assert.deepEqual(template["fields"], {
      stops: {
        type: "array",
        items: { photo: { type: "string", format: "image-url" }, name: "string" },
        example: [entry, entry, entry],
      },
    });
    assert.deepEqual(losses, []);
  });

  it("gives pseudo-elements the box of browsers, which rules for all elements don't change", () => {
    const { html } = convert(
      `${reset}<style>p::before { content: "" }</style><body style="margin: 0"><p>1</p>`,
    );
    assert.match(html, /^<style>\n::before, ::after \{ box-sizing: content-box \}\n/);
  });

  it("makes the margin of the body its padding, or reports it if the body has a padding of its own", () => {
    const lossesOf = (style: string) =>
      convert(`<body style="font: 1px Inter; ${style}">1</body>`).losses.length;
    const styles = [
      "",
      "margin: 0; padding: 9px",
      "padding: 9px",
      "margin: 9px; padding: 9px",
      "margin: 9px",
    ];
    assert.deepEqual(styles.map(lossesOf), [0, 0, 1, 1, 0]);
    assert.match(convert('<body style="margin: 9px">1</body>').html, /<body style="padding: 9px">/);
    const ofHtml = "<style>html { background: red } body { margin: 9px }</style><body>1</body>";
    assert.match(convert(ofHtml).losses.join(), /`body` fills the card/);
  });

  it("reports a background of a body that does not fill the page", () => {
    const lossesOf = (style: string) =>
      convert(`<body style="font: 1px Inter; margin: 0; background: red; ${style}">1</body>`).losses;
    assert.deepEqual(lossesOf("height: 100vh; width: 1200px"), []);
    assert.match(lossesOf("height: 50vh").join(), /paints the background of `body` on the whole page/);
  });

  it("reports a card that is larger than images are by default", () => {
    const lossesOf = (style: string) =>
      convert(`${reset}<style>.card { ${style} }</style><body><div class="a card">1</div></body>`).losses;
    assert.deepEqual(lossesOf("width: 1200px; height: 630px"), []);
    assert.match(lossesOf("width: 1600px").join(), /has 1600×630 pixels: choose this size/);
  });

  it("makes numbers and colors of placeholders in styles that need them", () => {
    const { template, html, losses } = convert(
      '<% ink = pick() %><main style="border: 1px solid <%= ink %>; transform: rotate({{a}}deg) translate({{b}}%, 1px)">{{c}}%</main>',
    );
    assert.match(
      html,
      /--field-a: \{\{a\}\}; --field-b: \{\{b\}\}; transform: rotate\(calc\(var\(--field-a\) \* 1deg\)\)/,
    );
    const kinds = Object.entries(template["fields"] as Record<string, { type: string; format?: string }>);
    assert.deepEqual(kinds.map(([name, { type, format = type }]) => `${name} ${format}`).toSorted(), [
      "a number",
      "b number",
      "c string",
      "ink color",
    ]);
    assert.deepEqual(losses, ["1:1 approximated `ink` is a field: send `pick()` in it"]);
  });

  it("removes the names of the card in container queries, and reports other containers", () => {
    const { html, losses } = convert(
      `${reset}<style>body { font: 1px Inter; container: card / size } .a { container-type: size }
@container card (width > 9px) { .a { color: red } }</style><body><p class="a">1</p></body>`,
    );
    assert.match(html, /^@container \(width > 9px\) \{/m);
    assert.deepEqual(losses, [
      "1:128 dropped `container-type` has no effect: the card is always the container. Remove it",
    ]);
  });

  it("keeps what is supported of a declaration or an element", () => {
    const { html, losses } = convert(
      `${reset}<main style="border: 2px groove red; outline-style: ridge; text-decoration: underline wavy red 3px">` +
        `<ruby>夏<rt>なつ</rt></ruby><svg viewBox="0 0 9 9"><text y="9" fill="url(#g)">1</text></svg></main>`,
    );
    assert.match(
      html,
      /border: 2px solid red; outline-style: solid; text-decoration: underline solid red 3px/,
    );
    assert.match(html, /<span>夏<\/span><svg viewBox="0 0 9 9"><text y="9" >1</);
    assert.equal(losses.length, 6, losses.join("\n"));
  });

  it("reports shapes that cover texts of an SVG in a browser", () => {
    const lossesOf = (content: string) =>
      convert(`${reset}<svg viewBox="0 0 9 9">${content}</svg>`).losses.length;
    const [text, shape] = ['<text y="9">1</text>', '<rect width="5" height="5"/>'];
    assert.deepEqual(
      [`${text}<g>${shape}${shape}</g>`, shape + text, `${text}</svg><svg>${shape}`].map(lossesOf),
      [1, 0, 0],
    );
  });

  it("names the fonts of an imported stylesheet", () => {
    const { losses } = convert(
      `${reset}<style>@import url("https://fonts.googleapis.com/css2?family=DM+Sans:wght@400");</style><main>1</main>`,
    );
    assert.match(losses.join(), /dropped The font `DM Sans` from another server/);
  });

  it("says why a file can't be an asset", () => {
    const refusedFiles = new Map([["a.svg", "It is damaged."]]);
    const { losses } = convert(`${reset}<main><img src="a.svg"></main>`, { refusedFiles });
    assert.ok(losses.includes("1:78 dropped The image `a.svg`: It is damaged"), losses.join());
  });

  it("lists the fonts that are named and not given", () => {
    const { losses } = convert(
      `<link href="https://fonts.googleapis.com/css2?family=Space+Mono:wght@700" rel="stylesheet">` +
        `<link href="https://fonts.googleapis.com/css2?family=Space+Grotesk:wght@700" rel="stylesheet">` +
        `${reset}<main style="font-family: Poppins, system-ui, sans-serif">1</main>`,
      { rules: [":where(:root) { font-family: Inter }", ".a { font-family: Lora }"] },
    );
    assert.deepEqual(
      losses.map((loss) => /The font `[^`]*`/u.exec(loss)?.[0]),
      ["The font `Space Mono`", "The font `Lora`", "The font `Poppins`"],
    );
  });

  it("gives elements the default styles of satori, and puts a card that doesn't fill it into a root", () => {
    const { html, losses } = convert(`<p style="padding: 10px 20px">1</p>`, {
      defaults: "satori",
    });
    assert.match(
      html,
      /\* \{ display: flex; position: relative; [^}]*\}\n.*font-kerning: none.*\n.*min-height: 0.*\n:where\(p, dl\) \{ margin: 1em 0 \}/,
    );
    assert.match(html, /<main style="flex-wrap: wrap; [^"]*"><p style="padding: 10px 20px">1<\/p><\/main>/);
    assert.deepEqual(losses, []);
  });

  it("rounds the sizes of drawings that code has calculated", () => {
    const { html, losses } = convert(
      `${reset}<svg width="113.30000000000001" height="9" viewBox="0 0 9 9"></svg>`,
    );
    assert.match(html, /<svg width="113\.3" height="9"/);
    assert.deepEqual(losses, []);
  });

  it("writes the styles of the shapes of an SVG as attributes", () => {
    const { html, losses } = convert(
      `${reset}<main><svg style="fill: red; width: 8px"><path style="stroke: blue" d="M0 0"/></svg></main>`,
    );
    assert.match(html, /<svg style="fill: red; width: 8px"><path stroke="blue" d="M0 0"\/><\/svg>/);
    assert.deepEqual(losses, []);
  });

  it("removes a filter with an effect that templates don't have, and keeps the shape", () => {
    const { html, losses } = convert(
      `${reset}<main><svg><filter id="a"><feTurbulence/></filter><path filter="url(#a)" d="M0 0"/></svg></main>`,
    );
    assert.match(html, /<svg><path filter="url\(#a\)" d="M0 0"\/><\/svg>/);
    assert.match(losses.join(), /^[^,]*`<filter id="a">.*`feTurbulence` is not supported/);
  });

  it("gives documents that compile, whatever the source is", () => {
    const sources = [
      "<div/>text<p>",
      "<style>a{b:c;{}}}</style><b>x",
      "<main style='color:red;;:;width:calc(1px'>x</main>",
      "<svg><style>p{}</style><use/></svg>",
      "<table><b>x</table>",
      "<p each='x of y'>{{x.y}}</p><p if='z'>",
    ];
    for (const source of sources) {
      const { template, html } = convert(source);
      const errors = compileTemplate({ template, html, assets: {} }).problems.filter(
        ({ severity }) => severity === "error",
      );
      assert.deepEqual(errors, [], source);
    }
    for (const source of ["<!-- nothing -->", "text only", "<b>".repeat(20_000), "<div>".repeat(20_000)])
      assert.throws(() => convert(source), ConversionError);
    const images = `<main>\n${'<img src="https://example.com/a.png">'.repeat(40)}</main>`;
    assert.throws(() => convert(images), /^ConversionError: Line 1: A card can have up to 40 images/u);
  });

  it("makes fields with several lines of texts that keep white space", () => {
    const fieldOf = (style: string) => {
      const { template } = convertHtml(`<main><p style="${style}">{{note}}</p></main>`, { id: "card" });
      return (template["fields"] as Record<string, { multiline?: boolean }>)["note"]!.multiline;
    };
    assert.deepEqual([fieldOf("white-space: pre-line"), fieldOf("white-space: nowrap")], [true, undefined]);
  });

  it("reports filters and other values that templates don't have, and shows no front matter", () => {
    const { html, losses } = convert(
      "---\ntitle: a\n---\n<main>\n<p>{{ page.date | date: '%b' }}</p>\n<i>{{ a.name or b }}</i><b>{{ c | escape }}</b></main>",
    );
    assert.match(html, /<main>\n<p>\{\{date\}\}<\/p>\n<i>\{\{name\}\}<\/i><b>\{\{c\}\}<\/b><\/main>$/);
    assert.doesNotMatch(html, /title: a/);
    assert.deepEqual(losses, [
      "5:4 approximated The filter `date: '%b'` is not applied: send `date` as it is shown",
      "6:4 approximated `{{ a.name or b }}` is the field `name`: send `b` in it if it is empty",
    ]);
  });

  it("writes values, conditions and loops of other template languages", () => {
    const html = (source: string) => convertHtml(`<main>${source}</main>`, { id: "card" }).html.slice(6, -7);
    const cases = [
      [
        "<h1>{{.Title}}</h1><p>{{ page.summary | safe | upper }}</p>",
        "<h1>{{Title}}</h1><p>{{summary | upper}}</p>",
      ],
      [
        "{{#if note}}<p>{{note}}</p>{{else}}<b>none</b>{{/if}}",
        '<p if="note">{{note}}</p><b unless="note">none</b>',
      ],
      ["{{#each tags}}<i>{{this}}</i>{{/each}}", '<i each="item of tags">{{item}}</i>'],
      [
        "{{range .Rows}}<i>{{.Name}}: {{$.Unit}}</i>{{end}}",
        '<i each="item of Rows">{{item.Name}}: {{Unit}}</i>',
      ],
      [
        "{% for tag in post.tags %}<i>{{ tag }}</i>{% endfor %}{# note #}",
        '<i each="tag of tags">{{tag}}</i>',
      ],
      [
        "{{#tags}}<i>{{.}}</i>{{/tags}}{{^tags}}none{{/tags}}",
        '<i each="item of tags">{{item}}</i><span unless="tags">none</span>',
      ],
      [
        "{% if photo %}<b>1</b> <b>{{n}}</b>{% endif %}",
        '<div style="display: contents" if="photo"><b>1</b> <b>{{n}}</b></div>',
      ],
    ];
    for (const [source, written] of cases) assert.equal(html(source!), written);
    const erb = "<% if note && !note.empty? %><p><%= note %></p><% else %><b>none</b><% end %>";
    const ejs = "<% if (note) { %><p><%= note %></p><% } else { %><b>none</b><% } %><%# comment %>";
    for (const source of [erb, ejs]) assert.equal(html(source), cases[1]![1]);
    const loop = '<i each="tag of tags">{{tag}}</i>';
    assert.equal(html("<% tags.each do |tag| %><i><%= tag %></i><% end %>"), loop);
    assert.equal(html("<% post.tags.forEach((tag) => { %><i><%- tag %></i><% }) %>"), loop);
    const { html: whole, losses } = convertHtml(
      '{{ define "card" }}<main>{{.Title}} {{ if hasPrefix .Kind "new" }}<i>new</i>{{ end }}</main>{{ end }}',
      { id: "card" },
    );
    const jinja = "<main>{% if a > 1 %}<b>1</b>{% elif b %}<i>2</i>{% endif %}{% set c = {} %}</main>";
    const other = convertHtml(jinja, { id: "card" });
    assert.match(other.html, /<main><b if="a > 1">1<\/b><i unless="a > 1" if="b">2<\/i><\/main>/);
    assert.equal(other.losses.length, 1);
    const set = convert('{% extends "a.njk" %}{% set c = "red" %}<body><p>{{ c }}</p></body>');
    assert.match(set.html, /<p>\{\{c\}\}<\/p>/);
    assert.deepEqual(set.losses.slice(0, 2), [
      '1:1 approximated `{% extends "a.njk" %}` is left out: write its content into the card',
      '1:22 approximated `c` is a field: send `"red"` in it',
    ]);
    const conditions = [
      ["{% if title|length > 30 %}", 'if="title | length > 30"'],
      ["{{#if (gt count 0)}}", 'if="count > 0"'],
      ['{{ if eq .Kind "new" }}', 'if="Kind = new"'],
      ["<% if (kind !== 'new' || a && b) { %>", 'if="kind != new or a and b"'],
      ["<% unless @tags.size.zero? %>", ""],
      ["{% if not draft %}", 'unless="draft"'],
      ["{% if page.note == nil %}", 'unless="note"'],
      ["{% if tags.size > 0 %}", 'if="tags"'],
      ["{{if and .A .B}}", 'if="A and B"'],
      ["{{#each tags as |tag|}}", 'each="tag of tags"'],
      ["{{range $i, $tag := .tags}}", 'each="tag of tags"'],
    ];
    for (const [open = "", attribute] of conditions)
      assert.equal(html(`${open}<b>1</b>{{end}}`).includes(`<b ${attribute}>1</b>`), attribute !== "", open);
    const chain = html("{{title}}<% if a > 1 %><b>1</b><% elsif b %><i>2</i><% else %><u>3</u><% end %>");
    assert.equal(
      chain,
      '{{title}}<b if="a > 1">1</b><div style="display: contents" unless="a > 1"><i if="b">2</i><u unless="b">3</u></div>',
    );
    const braces = convert(
      `${reset}<style>p { color: {ink} }</style><body><p>{title} by \${author}</p></body>`,
    );
    assert.match(braces.html, /color: \{\{ink\}\}.*<p>\{\{title\}\} by \{\{author\}\}<\/p>/s);
    assert.equal(braces.losses.filter((loss) => loss.includes("is now the field")).length, 3);
    assert.match(whole, /^<main>\{\{Title\}\} +<i>new<\/i><\/main>$/);
    assert.equal(losses.length, 1);
  });

  it("converts declarations with large data URLs, and tags that are not closed, without searching them again and again", function () {
    this.timeout(10_000);
    const image = `url("data:image/png;base64,${"A".repeat(500_000)}")`;
    const { losses } = convertHtml(`<p style='border-image: ${image} 30; color: red'>a</p>`, { id: "card" });
    assert.equal(losses.length, 1);
    const open = `{% if a${" ".repeat(100_000)}b %}<p>a</p>{% endif %}`;
    assert.equal(convertHtml(`<main>${open}</main>`, { id: "card" }).losses.length, 1);
    const unclosed = `<p>a</p><%=${" ".repeat(3900)}`;
    assert.match(convertHtml(unclosed, { id: "card" }).html, /<p>a<\/p>/);
  });

  it("makes a field that is only the value of colors a color", () => {
    const { template, html, losses } = convert(
      '<style>main { background: {{bg}}; color: {{ink}} }</style><main style="fill: {{title}}">color: {{name}} {{title}}</main>',
    );
    assert.match(html, /background: \{\{bg\}\}; color: \{\{ink\}\}/);
    const fields = template["fields"] as Record<string, { format?: string }>;
    const formats = Object.entries(fields).map(([name, { format }]) => `${name} ${format}`);
    assert.deepEqual(formats.toSorted(), ["bg color", "ink color", "name undefined", "title undefined"]);
    assert.match(losses.join(), /The field in `\{\{title\}\}` is neither a color nor a number/);
  });
});
