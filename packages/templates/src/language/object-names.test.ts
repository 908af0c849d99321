import assert from "node:assert/strict";
import { compileDataValidator } from "@placard/contracts/validator";
import { compileTemplate } from "./compile-template.ts";
import { propertyNames } from "./css/properties/index.ts";

/** What a word may stand in: HTML, `template.json`, and data. */
interface Place {
  readonly html?: string;
  readonly json?: Record<string, unknown>;
  readonly data?: Record<string, string | string[] | Record<string, string>[]>;
}

const inCss = (write: (word: string) => string) => (word: string) => ({
  html: `<style>\n${write(word)}</style><main><p class="${word}">{{title}}</p></main>`,
});
const inHtml = (write: (word: string) => string) => (word: string) => ({
  html: `<main>{{title}}<div>${write(word)}</div></main>`,
});
const text = { type: "string" };

/** Of each 40 properties: more problems than a result has room for would hide some. */
const properties = Array.from({ length: Math.ceil(propertyNames.length / 40) }, (_, index) =>
  propertyNames.slice(40 * index, 40 * index + 40),
);

const places: readonly ((word: string) => Place)[] = [
  ...properties.flatMap((names) =>
    ["word", "1word", "word(1)", "var(--word)", "calc(word)"].map((value) =>
      inCss((word) => names.map((name) => `p { ${name}: ${value.replace("word", word)} }`).join("\n")),
    ),
  ),
  ...[
    "p:word {}",
    "p:word(a) {}",
    "p::word {}",
    "p:not(:word) {}",
    "p:nth-child(word) {}",
    "p:dir(word) {}",
    "word {}",
    ".word { color: red }",
    "#word {}",
    "[word] {}",
    "@word {}",
    "@container (word > 1px) { p {} }",
    "@container (min-word: 1px) { p {} }",
    "@container (orientation: word) { p {} }",
    "@container (width < 1word) { p {} }",
    "@container word(width > 1px) { p {} }",
    "@font-face { word: a }",
    "@font-face { font-family: word; src: url(assets/word) }",
    "p { word: 1px }",
    "p { -webkit-word: 1px }",
    "p { --word: 1px; width: var(--word) }",
    "p { color: color(word 1 1 1) }",
    "p { color: color-mix(in word, red, blue) }",
    "p { background: linear-gradient(to word, red, word) }",
    "p { background: radial-gradient(word at word, red, blue) }",
    "p { transform: word(1px) rotate(1word) }",
  ].map((css) => inCss((word) => css.replaceAll("word", word))),
  ...[
    "<word></word>",
    "<p word></p>",
    '<p class="word" dir="word" lang="word"></p>',
    '<p style="word: word"></p>',
    "<svg><word /></svg>",
    '<svg><path word="1" fill="url(#word)" /></svg>',
    "<p>&word;</p>",
    "<p>{{word}} {{title | word}} {{brand.word}}</p>",
    "<p>{{title.word}}</p>",
    '<p each="word of word"></p>',
    '<p each="word of tags">{{word}} {{word.word}}</p>',
    '<p if="word"></p>',
    '<p if="kind = word"></p>',
    '<p class="{{word}}"></p>',
    '<p style="--word: {{word}}"></p>',
    '<img src="assets/word">',
    '<img src="{{word}}">',
  ].map((html) => inHtml((word) => html.replaceAll("word", word))),
  (word) => ({ json: { [word]: "x" } }),
  (word) => ({ json: { fields: { title: text, [word]: "x" } } }),
  (word) => ({ json: { fields: { title: text, [word]: null } } }),
  (word) => ({ json: { fields: { title: text, a: { type: word, format: word, [word]: 1 } } } }),
  (word) => ({ json: { required: [word], listed: [word], palette: { from: [word], tone: word } } }),
  (word) => ({ json: { samples: [{ name: word, data: { [word]: "x" } }] } }),
  (word) => ({ json: { fields: { title: { ...text, enum: [word] } } }, data: { title: word } }),
  ...[true, false].flatMap((isRequired) =>
    [true, false].map((isGiven) => (word: string) => ({
      html: `<main>{{title}}<p if="${word}">{{${word}}}</p></main>`,
      json: { fields: { title: text, [word]: text }, ...(isRequired && { required: [word] }) },
      data: isGiven ? { [word]: "given" } : {},
    })),
  ),
  ...[true, false].map((isGiven) => (word: string) => ({
    html: `<main>{{title}}<p each="row of ${word}">{{row.a}} {{row.${word}}}</p></main>`,
    json: {
      fields: { title: text, [word]: { type: "array", items: { a: "string", [word]: "string" } } },
    },
    data: isGiven ? { [word]: [{ a: "a" }, { a: "b", [word]: "given" }] as Record<string, string>[] } : {},
  })),
];

/** What a document with a word results in: problems, the validation of the data, and the card. */
function resultOf({ html = "<main>{{title}}</main>", json = {}, data = {} }: Place): string {
  const tags = { type: "array", items: "string" };
  const template = {
    ...{ id: "card", name: "Card", fields: { title: text, kind: { ...text, enum: ["news"] }, tags } },
    ...json,
  };
  const { template: compiled, problems } = compileTemplate({ template, html, assets: {} });
  for (const { suggestion } of problems) assert.doesNotMatch(suggestion ?? "", /function|\[object/);
  const card: NonNullable<Place["data"]> = { title: "x", tags: ["a", "b"], ...data };
  const known = Object.fromEntries(
    Object.entries(card).filter(([name]) => compiled && Object.hasOwn(compiled.data.properties, name)),
  );
  const checked = compiled && compileDataValidator(compiled.data)(known);
  const scene = compiled?.scene(known, { width: 1200, height: 630 });
  return JSON.stringify([problems.map(({ suggestion: _, ...problem }) => problem), checked, scene]);
}

/** An unknown word with capitals and underscores at the same positions. */
const unknownLike = (name: string) => name.replace(/[a-z]/g, "z").replace(/[A-Z]/g, "Z");

describe("a name that every JavaScript object has", () => {
  // A class, a method and an accessor: other names differ from these only in their letters.
  for (const name of ["constructor", "valueOf", "__proto__"]) {
    it(`is an unknown word in every place of a document: ${name}`, () => {
      const other = unknownLike(name);
      for (const place of places) {
        // Letters are not compared: a message has the word in part or in lower case.
        const [result, expected] = [name, other].map((word) => unknownLike(resultOf(place(word))));
        assert.equal(result, expected, JSON.stringify(place(name)));
      }
    });
  }
});
