import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { TemplateDocument } from "../document.ts";
import { compileTemplate } from "./compile-template.ts";
import { propertyTable } from "./css/properties/index.ts";
import { expandToHtml } from "../testing/expand-to-html.ts";

const fields = {
  title: { type: "string" },
  kind: { type: "string", enum: ["news", "blog"] },
  tint: { type: "string", format: "color" },
  photo: { type: "string", format: "image-url" },
  tags: { type: "array", maxItems: 12, items: { type: "string" } },
};

const pieces = [
  ..."( ) { } [ ] < > / \\ ; : , . # @ ! & * + - = | ~ ^ $ % \" ' ` ? \n \0 \ud800 é 漢".split(" "),
  ..."<main> </main> <p> </p> <div> </div> <b> </b> <style> </style> <svg> </svg> <text x=1e9 dy=1em> </text> <tspan> <g transform=rotate(1)> <img> <table> <br> <!-- --> <wbr> <li> <tr> <td id=a>".split(
    " ",
  ),
  ..."{{title}} {{ }} {{tags}} {{tag.x}} {{brand.logo}} each='tag of tags' if='title' if='kind = news' drop=1 dir=auto".split(
    " ",
  ),
  ..."class='a {{kind}}' style='--tint:{{tint}}' style='background-image:url({{photo}})' src='{{photo}}' viewBox='0 0 1 1'".split(
    " ",
  ),
  ..."filter: blur( drop-shadow( hue-rotate( clip-path: polygon( path( 'M0,0a1,1,0,01,1z' inset( round mask: exclude".split(
    " ",
  ),
  ..."conic-gradient( from at in oklch longer hue background-clip: text inset".split(" "),
  ..."--a: var(--a) var(--b, calc( min( max( clamp( fit( rgb( hsl( color-mix(in url( linear-gradient(".split(
    " ",
  ),
  ..."@container @media @font-face :nth-child( :not( :has( > :first-child ::before 1px 50% 1e999 -1em 3cqw #fff red in srgb".split(
    " ",
  ),
  ..."#a & + ~ [data-a^='x'] data-a='{{title}}' :is( :where( :empty :nth-child(2 of .a) @media @supports ::after".split(
    " ",
  ),
  ..."!important inherit unset and not or (width<1px) (orientation:portrait) auto none solid".split(" "),
  ...propertyTable.map(({ name, example }) => `${name}: ${example};`),
];

const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(" "));

const html = fc.oneof(
  soup,
  soup.map((css) => `<style>main { ${css} }</style><main>{{title}}</main>`),
  soup.map((css) => `<style>${css}</style><main><p class="a">{{title}}</p></main>`),
  soup.map((style) => `<main style="${style.replaceAll('"', "'")}">{{title}}</main>`),
  soup.map((content) => `<style>main { color: red }</style><main>${content}</main>`),
  soup.map((content) => `<main><p each="tag of tags">${content}</p></main>`),
  fc
    .tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 6000 }))
    .map(([piece, count]) => piece.repeat(count)),
  fc
    .tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 6000 }))
    .map(([piece, count]) => `<style>main { width: ${piece.repeat(count)} }</style><main></main>`),
  fc.string({ unit: "binary", maxLength: 300 }),
);

const data = fc.record({
  title: fc.string({ unit: "binary", maxLength: 40 }),
  kind: fc.constantFrom("news", "blog"),
  tint: fc.constantFrom("#fff", "#12345678", "red; }"),
  photo: fc.constantFrom("https://example.com/a.png", 'https://example.com/")', ""),
  tags: fc.array(fc.string(), { maxLength: 12 }),
});

const size = fc.record({
  width: fc.integer({ min: 1, max: 4000 }),
  height: fc.integer({ min: 1, max: 4000 }),
});

function createDocument(source: string, template: Record<string, unknown> = {}): TemplateDocument {
  return {
    template: { id: "card", name: "Card", fields, ...template },
    html: source.slice(0, 65_000),
    assets: {},
  };
}

describe("Any template document", () => {
  it("compiles to a template or to problems, and draws any data", () => {
    fc.assert(
      fc.property(html, data, size, (source, values, card) => {
        const { template, problems } = compileTemplate(createDocument(source));
        assert.equal(
          template === undefined,
          problems.some(({ severity }) => severity === "error"),
        );
        for (const { line, column, message } of problems)
          assert.ok(line >= 1 && column >= 1 && message !== "");
        if (!template) return;
        assertFinite(template.scene(values, card));
        expandToHtml(template, values, card);
      }),
      { numRuns: 200 },
    );
  });

  it("has a template.json of any form", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom("id", "name", "fields", "required", "palette", "samples", "x"),
          fc.jsonValue(),
        ),
        (json) => {
          const text = JSON.stringify(json);
          const { problems } = compileTemplate(
            { ...createDocument("<main></main>"), template: json },
            { templateText: text },
          );
          assert.ok(problems.every(({ line }) => line >= 1));
        },
      ),
      { numRuns: 300 },
    );
  });

  const costly: readonly [title: string, html: string][] = [
    ["deeply nested brackets", `<style>main { width: ${"(".repeat(60_000)} }</style><main></main>`],
    ["deeply nested elements", "<div>".repeat(13_000)],
    [
      "thousands of attributes",
      `<main ${Array.from({ length: 12_000 }, (_, i) => `a${i}`).join(" ")}></main>`,
    ],
    [
      "formatting elements that are copied",
      `${Array.from({ length: 300 }, (_, i) => `<b a${i}>`).join("")}${"<p>".repeat(20_000)}`,
    ],
    ["thousands of selectors", `<style>${"p,".repeat(30_000)}p{color:red}</style><main></main>`],
    [
      "rules for every element",
      `<style>${"*{color:red}".repeat(600)}</style><main>${"<p></p>".repeat(390)}</main>`,
    ],
    [
      "custom properties that grow exponentially",
      `<style>main{${Array.from({ length: 90 }, (_, i) => `--a${i}:var(--a${i + 1}) var(--a${i + 1});`).join("")}--a90:x;width:var(--a0)}</style><main></main>`,
    ],
    [
      "a long condition",
      `<style>@container ${"(width>1px) and ".repeat(3_900)}(width>1px){main{color:red}}</style><main></main>`,
    ],
    [
      "thousands of unknown properties",
      `<style>main{${Array.from({ length: 1900 }, (_, i) => `colr${i}:red;`).join("")}}</style><main></main>`,
    ],
    [
      "thousands of classes without a rule",
      `<style>.a{color:red}</style><main>${Array.from({ length: 390 }, (_, i) => `<p class="${`d${i} e${i} f${i} `.repeat(9)}"></p>`).join("")}</main>`,
    ],
    ["strings that end on each line", `<style>${'"\n'.repeat(30_000)}</style><main></main>`],
    ["conditions of spaces", `<main>${`<p if="a${" ".repeat(3_800)}<"></p>`.repeat(16)}</main>`],
    [
      "colors that do not exist",
      `<style>main{${"background:bluegren greeen;".repeat(1_900)}}</style><main></main>`,
    ],
    ["placeholders without a field", `<main>${"{{a|b}}".repeat(9_000)}</main>`],
    [
      "attributes that an SVG does not have",
      `<main><svg>${`<path ${Array.from({ length: 20 }, (_, i) => `zz${i}`).join(" ")} />`.repeat(390)}</svg></main>`,
    ],
    [
      "styles at their limit",
      `<style>${"p{margin:var(--a,1px)}".repeat(25)}</style><main>${"<p></p>".repeat(390)}</main>`,
    ],
  ];
  for (const [title, source] of costly) {
    it(`with ${title} is rejected, or compiles and draws`, () => {
      const { template, problems } = compileTemplate(createDocument(source));
      if (template) assertFinite(template.scene({ title: "x" }, { width: 1200, height: 630 }));
      else assert.ok(problems.some(({ severity }) => severity === "error"));
    });
  }
});

describe("Names that every JavaScript object has", () => {
  const places = [
    "p:constructor {}",
    "p:constructor() {}",
    "constructor {}",
    "@constructor {}",
    "@container (constructor > 1px) {}",
    "p { constructor: 1px }",
    "p { width: constructor }",
    "p { width: 1constructor }",
    "p { width: calc(constructor) }",
    "p { rotate: 1constructor }",
    "p { display: constructor }",
    "p { border-top-width: constructor }",
    "p { border-width: constructor }",
    "p { border-style: constructor }",
    "p { align-items: constructor }",
    "p { color: constructor }",
    "p { font-size: constructor }",
    "p { font-weight: constructor }",
    "p { font-family: constructor }",
    "p { width: var(--constructor) }",
    "</style><main>\n<constructor></constructor></main>",
    "</style><main>\n<p constructor></p></main>",
    "</style><main>\n<svg><constructor /></svg></main>",
    "</style><main>\n<p>{{constructor}}</p></main>",
    "</style><main>\n<p>{{title | constructor}}</p></main>",
    '</style><main>\n<p each="a of constructor"></p></main>',
    '</style><main>\n<img src="assets/constructor"></main>',
  ];
  for (const place of places) {
    it(`are reported by name and line in ${place.replace(/^.*\n/u, "")}`, () => {
      const source = place.startsWith("<")
        ? `<style>${place}`
        : `<style>\n${place}</style><main><p></p></main>`;
      const { problems } = compileTemplate(createDocument(source));
      const found = problems.find(({ message }) => message.includes("constructor"));
      assert.equal(found?.line, 2, JSON.stringify(problems));
      assert.equal(typeof (found.suggestion ?? ""), "string");
    });
  }
});

/** Every number in a scene is finite. */
function assertFinite(value: unknown): void {
  if (typeof value === "number") assert.ok(Number.isFinite(value));
  else if (typeof value === "object" && value !== null)
    for (const entry of Object.values(value)) assertFinite(entry);
}
