import assert from "node:assert/strict";
import { compile } from "../testing/compile-card.ts";
import { compileTemplate } from "./compile-template.ts";

describe("Problems of a template", () => {
  const style = (css: string) => `<main style="${css}"></main>`;
  const cases: readonly [title: string, html: string, line: number, message: RegExp, suggestion: RegExp][] = [
    ["a misspelled property", "<style>\nmain { colr: red }\n</style>\n<main></main>", 2, /colr/, /`color`/],
    ["what follows a “!”", "<style>main { color: red !imp }</style><main></main>", 1, /!important/, /^$/],
    ["!important twice", style("color: red !important !important"), 1, /at the end/, /^$/],
    ["an unknown field", "<main>\n\n<p>{{titel}}</p></main>", 3, /titel/, /`title`/],
    ["a script", "<main><script>1</script></main>", 1, /script/, /no code/],
    [
      "data of the wrong kind in CSS",
      '<main><p style="width: {{title}}">x</p></main>',
      1,
      /title/,
      /"number"/,
    ],
    ["data in a string", style("content: 'by {{title}}'"), 1, /string/, /attr\(data-label\)/],
    ["an unknown variable", "<main><p style='color: var(--imk)'>x</p></main>", 1, /--imk/, /--ink/],
    ["a hex color of two digits", style("color: #12"), 1, /#12/, /3, 4, 6 or 8/],
    ["arguments that make no color", style("color: lch(50 50)"), 1, /lch\(\)/, /oklch\(/],
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
    [
      ":has() within :has()",
      "<style>p:has(b:has(i)) {}</style><main></main>",
      1,
      /within `:has/,
      /one `:has/,
    ],
    ["a sum of a length and a number", style("width: calc(100% - 20)"), 1, /unit.*width/, /20px/],
    ["a sum without spaces", style("width: calc(100% -20px)"), 1, /space on both sides/, /% - 20px/],
    ["a space before a unit", style("width: 5 px"), 1, /unit.*width/, /5px/],
    ["an angle without a unit", style("transform: rotate(45)"), 1, /angle.*transform/, /45deg/],
    ["a wavy line", style("text-decoration: underline wavy"), 1, /wavy/, /dotted/],
    ["a hanging indent", style("text-indent: 1em hanging"), 1, /hanging/, /negative/],
    ["a color of a dark page", style("color: light-dark(#fff, #000)"), 1, /light-dark/, /first color/],
    ["a rounded length", style("width: round(17px, 4px)"), 1, /`round\(\)`.*width/, /its result/],
    ["lines that run up", style("writing-mode: sideways-lr"), 1, /sideways-lr/, /rotate: 180deg/],
    ["an oblique angle", style("font-style: oblique 10deg"), 1, /oblique/, /italic/],
    ["a condition of Alpine", "<main><p x-if='title'>x</p></main>", 1, /x-if/, /`if="field"`/],
    ["HTML of Vue", "<main><p v-html='title'></p></main>", 1, /v-html/, /\{\{field\}\}/],
    ["a tag that is not closed", "<main><p>x</p></main><p class='a", 1, /eof in tag/, /Close it/],
    ["boxes of lines", style("box-decoration-break: clone"), 1, /box-decoration-break/, /each line/],
    ["pixels without smoothing", style("image-rendering: pixelated"), 1, /image-rendering/, /size/],
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
    const [japanese] = compile('<main style="font-family: Noto Sans JP, Geist"></main>').problems.slice(-1);
    assert.match(japanese!.message, /^`Noto Sans JP` is used for its script only: .* in `Geist`$/);
    assert.match(fontsOf("Segoe UI, sans-serif")[0]!.message, /: texts are drawn in `Inter`$/);
    assert.equal(fontsOf("Noto Naskh Arabic, Noto Serif").length, 1);
    assert.equal(fontsOf("Noto Sans, sans-serif").length, 1);
    assert.equal(fontsOf("-apple-system, Avenir, Georgia, serif").length, 1);
    assert.deepEqual(fontsOf("Inter, Georgia"), []);
    assert.deepEqual(
      fontsOf("'Cooper', serif").map(({ severity, code }) => [severity, code]),
      [["warning", "missing_font"]],
    );
  });

  it("warns about font files by URL, and renders without them", () => {
    const face = "@font-face { font-family: Lora; src: url(https://example.com/lora.woff2) }";
    const { template, problems } = compile(`<style>${face}</style><main>{{title}}</main>`);
    assert.ok(template);
    assert.deepEqual(
      problems.filter(({ code }) => code !== undefined).map(({ severity, code }) => [severity, code]),
      [["warning", "missing_font"]],
    );
  });

  it("draws the image of a picture, and warns about its sources", () => {
    const { template, problems } = compile(
      '<main><picture><source srcset="{{title}}"><img src="{{title}}"></picture></main>',
      { fields: { title: { type: "string", format: "image-url" } } },
    );
    assert.ok(template);
    assert.deepEqual(
      problems.map(({ severity, message }) => [severity, message]),
      [["warning", "`source` has no effect in a template"]],
    );
  });

  it("does not warn about the font of an invalid @font-face rule", () => {
    const face = "@font-face { font-family: Lora; font-weight: heavy; src: url(assets/lora.woff2) }";
    const { problems } = compile(`<style>${face} main { font-family: Lora }</style><main>{{title}}</main>`);
    assert.ok(problems.some(({ message }) => message.includes("`font-weight` in @font-face")));
    assert.ok(!problems.some(({ code }) => code === "missing_font"), JSON.stringify(problems));
  });

  it("warns about elements that are missing, unless the rule is for elements that the card has, too", () => {
    const warningsOf = (selectors: string) =>
      compile(`<style>${selectors} { color: red }</style><main>{{title}}</main>`).problems.filter(
        ({ message }) => message.startsWith("No element matches"),
      ).length;
    assert.equal(warningsOf("main, h1, p"), 0);
    assert.equal(warningsOf("h1, p"), 2);
    assert.equal(warningsOf("main, .title, h1 + p, main h2"), 3);
  });

  it("warns about the styles of markers that a list does not have", () => {
    const isReported = (css: string) =>
      compile(`<style>${css}</style><main><ol><li>{{title}}</li></ol></main>`).problems.some(({ message }) =>
        message.endsWith("the list has no markers"),
      );
    assert.ok(isReported("ol { padding-left: 1em } li::marker { color: red }"));
    assert.ok(!isReported("main { list-style-type: decimal } li::marker { color: red }"));
    assert.ok(!isReported('li::marker { content: "→" }'));
    assert.ok(!isReported("ol { padding-left: 1em }"));
  });

  it("does not blame spaces for a function of calc() that is unknown", () => {
    const messageOf = (width: string) =>
      compile(`<main><p style="width: ${width}">{{title}}</p></main>`).problems.find(
        ({ severity }) => severity === "error",
      )!.message;
    assert.match(messageOf("calc(sibling-index() * 10px)"), /^Invalid value/u);
    assert.match(messageOf("calc(2px +3px)"), /need a space/u);
  });

  it("does not warn about a class whose rule has no effect in an image", () => {
    const { problems } = compile(
      '<style>.moving { will-change: transform }</style><main class="moving">{{title}}</main>',
    );
    assert.ok(problems.some(({ message }) => message.includes("`will-change`")));
    assert.ok(!problems.some(({ message }) => message.includes("class")), JSON.stringify(problems));
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

  it("ignores values and properties with prefixes of other browsers, with a warning", () => {
    const css = `main { display: -webkit-box; display: -ms-flexbox; display: flex; width: -moz-fit-content;
background: -webkit-linear-gradient(to right, red, blue); background: linear-gradient(red, blue);
-ms-flex-align: center; -webkit-box-pack: center; -webkit-backface-visibility: hidden; -webkit-animation-name: a }`;
    const { template, problems } = compile(`<style>${css}</style><main>x</main>`, { fields: {} });
    assert.ok(template, JSON.stringify(problems));
    assert.deepEqual(
      problems.map(({ message }) => /^[`“][\w-]+/u.exec(message)?.[0].slice(1)),
      ["-ms-flexbox", "-moz-fit-content", "-webkit-linear-gradient"].concat([
        "-ms-flex-align",
        "-webkit-box-pack",
        "-webkit-backface-visibility",
        "-webkit-animation-name",
      ]),
    );
    assert.deepEqual(problemsOf("background: -webkit-linear-gradient(left, red, blue)"), ["error"]);

    function problemsOf(declaration: string) {
      const html = `<style>main { ${declaration} }</style><main>x</main>`;
      return compile(html, { fields: {} }).problems.map(({ severity }) => severity);
    }
  });

  it("warns about units of the fonts of the template", () => {
    const face = "@font-face { font-family: Lora; src: url(https://example.com/lora.woff2) }";
    const warningsOf = (css: string) =>
      compile(`<style>${css} main { width: 20ch }</style><main>{{title}}</main>`).problems.filter(
        ({ message }) => message.startsWith("`ch` and `ex`"),
      ).length;
    assert.deepEqual([warningsOf(face), warningsOf("")], [1, 0]);
  });

  it("suggests nothing for names that differ much, and says what to do instead", () => {
    const suggestionsOf = (css: string) =>
      compile(`<style>main { ${css} } ruby { color: red }</style><main>x</main>`, {
        fields: {},
      }).problems.map(({ message, suggestion = "" }) => `${message}. ${suggestion}`);
    const expected: [css: string, RegExp][] = [
      ["ruby-position: over", /^Unknown property `ruby-position`. See the property table/],
      [
        "list-style: cjk-ideographic inside",
        /Accepted: \[ <string> \| decimal \|.* \|\| \[ outside \| inside \]$/,
      ],
      ["perspective: 9px", /3D transforms are not supported/],
      ["vector-effect: non-scaling-stroke", /as an attribute of the shape/],
      ["color: red", /^Unknown element `ruby` in a selector. Remove the rule/],
    ];
    for (const [css, pattern] of expected) assert.match(suggestionsOf(css)[0]!, pattern);
  });

  it("reports a gradient of a text in an SVG at its attribute", () => {
    const { problems } = compile('<main><svg viewBox="0 0 9 9"><text fill="url(#g)">x</text></svg></main>');
    assert.deepEqual(
      problems.filter(({ message }) => message.startsWith("A text of an SVG")).map(({ column }) => column),
      [36],
    );
  });

  it("refuses isolated text that has no element or direction of its own", () => {
    const { problems } = compile('<main style="unicode-bidi: isolate">x</main>', { fields: {} });
    assert.match(problems[0]?.suggestion ?? "", /`bdi`/);
  });

  it("warns about overflow of an inline SVG, which is cut off", () => {
    for (const html of [
      '<main><svg viewBox="0 0 9 9" overflow="visible"></svg></main>',
      '<main><svg viewBox="0 0 9 9" style="overflow: visible"></svg></main>',
      '<style>svg { overflow: visible }</style><main><svg viewBox="0 0 9 9"></svg></main>',
    ])
      assert.deepEqual(
        compile(html, { fields: {} }).problems.map(({ code }) => code),
        ["ineffective_declaration"],
      );
  });

  it("reports a custom property of an invalid field once, and not where it is used", () => {
    const { problems } = compile(
      "<style>p { width: calc(var(--a) * 1%) }</style><main><p style='--a: {{title}}'>x</p></main>",
    );
    const errors = problems.filter(({ severity }) => severity === "error");
    assert.deepEqual(
      errors.map(({ message }) => message),
      ["The field in `--a` is neither a color nor a number"],
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

describe("Number fields", () => {
  it("have the type number or integer", () => {
    for (const field of ["integer", { type: "integer" }, { type: "number" }])
      assert.deepEqual(compile("<main>{{count}}</main>", { fields: { count: field } }).problems, []);
  });
});

describe("The example of a field that does not fit it", () => {
  it("is a warning, also in an entry of a list, but not its spaces, or another field without one", () => {
    const names = { type: "array", items: { name: { type: "string", maxLength: 3 } } };
    const { template, problems } = compile(
      '<main>{{title}}{{venue}}{{price}}<p each="x of names">{{x.name}}</p></main>',
      {
        fields: {
          title: { type: "string", maxLength: 3, example: "Long" },
          venue: { type: "string", maxLength: 3, example: "Bar " },
          names: { ...names, example: [{ name: "Ada" }, { name: "Grace" }] },
          price: "number",
        },
        required: ["title", "price"],
      },
    );
    assert.ok(template);
    assert.deepEqual(
      problems.map(({ severity, code, message }) => [severity, code, message]),
      [
        ["/fields/title/example", 4],
        ["/fields/names/example/1/name", 5],
      ].map(([at, length]) => [
        "warning",
        "invalid_example",
        `${at} must have at most 3 characters; this has ${length}`,
      ]),
    );
  });
});

describe("JSON Schema in the definition of a field", () => {
  it("gives its first example, and warns about limits that are not checked", () => {
    const count = { type: "number", minimum: 0, examples: [7, 8] };
    const title = { type: "string", minLength: 2, examples: ["A", "B"] };
    const list = {
      type: "array",
      items: { type: "object", properties: { count } },
      examples: [[{ count: "1" }]],
    };
    const { template, problems } = compile(
      '<main>{{title}}{{count}}<p each="x of list">{{x.count}}</p></main>',
      { fields: { title, count, list } },
    );
    assert.deepEqual(
      problems.map(({ severity, message }) => [severity, message]),
      [
        ["warning", "/fields/title/minLength is not checked"],
        ["warning", "/fields/count/minimum is not checked"],
        ["warning", "/fields/list/items/properties/count/minimum is not checked"],
      ],
    );
    assert.ok(template);
    const fields = template.data.properties as Record<string, { examples?: unknown }>;
    assert.deepEqual(
      ["title", "count", "list"].map((name) => fields[name]?.examples),
      [["A"], ["7"], [[{ count: "1" }]]],
    );
  });
});

describe("A loop with “in”", () => {
  it("is reported once, and its variable is known", () => {
    const { problems } = compile('<main><p each="tag in tags">{{tag}}</p></main>', {
      fields: { tags: { type: "array", items: "string" } },
    });
    assert.deepEqual(
      problems.map(({ suggestion }) => suggestion),
      ['Write `each="tag of tags"`.'],
    );
  });
});

describe("A loop over what is not a list", () => {
  it("is reported once, without the uses of its variable", () => {
    const suggestionsOf = (each: string) =>
      compile(`<main><p each="day of days"><b each="${each}">{{hour.name}}</b></p></main>`, {
        fields: { title: "string", days: { type: "array", items: { name: "string" } } },
      }).problems.flatMap(({ severity, suggestion }) => (severity === "error" ? [suggestion] : []));
    assert.deepEqual(suggestionsOf("hour of title"), ['Give it the type "array" in template.json.']);
    assert.deepEqual(suggestionsOf("hour of day.hours"), [
      "An entry of a list can't have a list: write a text for each of its values.",
    ]);
  });
});

describe("A field that is not valid", () => {
  it("is reported with the types there are, and its uses are not", () => {
    const texts = "string, number, integer";
    const mistake = (path: string, types: string) =>
      `/fields/${path} must have the \`type\` ${types}. Did you mean \`string\`?`;
    const messages = (html: string, fields: object) =>
      compile(`<main>${html}</main>`, { fields }).problems.map(({ message }) => message);
    for (const title of ["strin", { type: "strin" }])
      assert.deepEqual(messages("{{title}}", { title }), [mistake("title", `${texts}, boolean or array`)]);
    const tags = { type: "array", items: { name: { type: "strin" } } };
    assert.deepEqual(messages('<p each="tag of tags">{{tag.name}}</p>', { tags }), [
      mistake("tags/items/properties/name", `${texts} or boolean`),
    ]);
    const lists = { type: "array", items: { type: "array", items: "string" } };
    assert.deepEqual(messages('<p each="list of lists">x</p>', { lists }), [
      `/fields/lists/items must have the \`type\` ${texts}, boolean or object`,
    ]);
  });
});

describe("An image", () => {
  it("can't be a font", () => {
    for (const contentType of ["font/ttf", "font/otf"] as const) {
      const { problems } = compileTemplate({
        template: { id: "card", name: "Card", fields: {} },
        html: '<main><img src="assets/a.otf"></main>',
        assets: { "a.otf": { id: "a", contentType } },
      });
      assert.match(problems[0]?.message ?? "", /is a font/);
    }
  });
});
