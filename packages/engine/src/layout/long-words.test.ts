import assert from "node:assert/strict";
import { compileTemplate } from "@placard/templates";
import { describe, it } from "mocha";
import { FontLibrary } from "../fonts/typefaces.ts";
import { inlineFormatterFor } from "../inline/formatter.ts";
import { arrangeScene } from "./arrange-scene.ts";

interface Options {
  /** Pixels. */
  width?: number;
  lang?: string;
  /** An element after the title. */
  after?: string;
}

/** The lines of a title, and its font size in pixels. */
async function typeset(title: string, style: string, { width = 400, lang = "", after = "" }: Options = {}) {
  const html = `<style>h1 { font-weight: 400; ${style} }</style><main lang="{{lang}}"><h1>{{title}}${after}</h1></main>`;
  const fields = { title: { type: "string", maxLength: 500 }, lang: { type: "string" } };
  const { template, problems } = compileTemplate({
    template: { id: "a", name: "A", fields },
    html,
    assets: {},
  });
  assert.ok(template, JSON.stringify(problems));
  const scene = template.scene({ title, lang }, { width, height: 630 });
  const { root } = await arrangeScene(scene, inlineFormatterFor(scene, new FontLibrary().typefacesOf([])));
  const [heading] = root.children;
  assert.ok(heading?.kind === "element");
  const texts = heading.texts.flatMap(({ lines }) => lines).map(({ fragments }) => fragments);
  const first = texts[0]?.[0];
  return {
    lines: texts.map((line) => line.map((each) => (each.kind === "text" ? each.text : "")).join("")),
    size: first?.kind === "text" ? first.fontSize : 0,
  };
}

const fixed = "font-size: 40px;";
const all = "overflow-wrap: anywhere; hyphens: auto;";

describe("a word that is wider than a line", () => {
  it("is whole with overflow-wrap: normal and hyphens: manual", async () => {
    const word = "Internationalization";
    assert.deepEqual((await typeset(word, fixed, { width: 200 })).lines, [word]);
  });

  it("is hyphenated with hyphens: auto, in the language of lang", async () => {
    const style = `${fixed} hyphens: auto;`;
    assert.deepEqual((await typeset("Schifffahrtsgesellschaft", style, { lang: "de", width: 280 })).lines, [
      "Schifffahrts‐",
      "gesellschaft",
    ]);
    assert.deepEqual((await typeset("Internationalization", style, { width: 280 })).lines, [
      "International‐",
      "ization",
    ]);
  });

  it("is hyphenated between the words of a German compound, unless lines are short", async () => {
    const cases: readonly (readonly [width: number, lines: readonly string[]])[] = [
      [430, ["Softwarequalitäts‐", "sicherungsbeauftragte"]],
      [370, ["Schreibtisch‐", "lampenständer"]],
      [100, ["Bar‐", "rie‐", "re‐", "frei‐", "heit"]],
    ];
    for (const [width, lines] of cases) {
      const word = lines.join("").replaceAll("‐", "");
      const typed = await typeset(word, `${fixed} hyphens: auto;`, { lang: "de", width });
      assert.deepEqual(typed.lines, lines);
    }
  });

  it("is hyphenated only if it is wider than a line", async () => {
    assert.deepEqual((await typeset("The very internationalization", `${fixed} ${all}`)).lines, [
      "The very",
      "internationalization",
    ]);
  });

  it("is broken after signs first, then between parts of names, syllables, and letters", async () => {
    const style = `${fixed} ${all}`;
    const cases: readonly (readonly string[])[] = [
      ["some_long_", "identifier/", "application.js"],
      ["https://example.", "com/some-path"],
      ["parseDocument", "WithFragment"],
      ["Kraftfahrzeug‐", "versicherung"],
    ];
    for (const expected of cases) {
      const title = expected.join("").replaceAll("‐", "");
      assert.deepEqual((await typeset(title, style, { width: 310, lang: "de" })).lines, expected);
    }
    const letters = (await typeset("1".repeat(60), style)).lines;
    assert.ok(letters.length > 2 && letters.every((line) => /^1+$/.test(line)), letters.join(" "));
  });

  it("keeps decimal numbers together", async () => {
    const { lines } = await typeset("aaaaaaaaaaa/3.14159265", `${fixed} ${all}`, { width: 290 });
    assert.deepEqual(lines, ["aaaaaaaaaaa/", "3.14159265"]);
  });

  it("is cut with an ellipsis in place of a hyphen", async () => {
    const { lines } = await typeset("Internationalization", `${fixed} ${all} line-clamp: 1;`, { width: 250 });
    assert.match(lines.join("|"), /^Internat\p{Ll}*…$/u);
  });

  it("breaks at soft hyphens unless hyphens is none", async () => {
    const word = "wonder\u00adful";
    assert.deepEqual((await typeset(word, `${fixed} hyphens: manual;`, { width: 170 })).lines, [
      "wonder‐",
      "ful",
    ]);
    assert.deepEqual((await typeset(word, `${fixed} hyphens: auto;`, { width: 170 })).lines, [
      "wonder‐",
      "ful",
    ]);
    assert.deepEqual((await typeset(word, `${fixed} hyphens: none;`, { width: 170 })).lines, ["wonderful"]);
  });
});

describe("a fitted text", () => {
  const fitted = "font-size: fit(20px, 90px); line-clamp: 8;";

  it("shrinks until its longest word has room on a line", async () => {
    const { lines, size } = await typeset("Internationalization made easy", `${fitted} ${all}`);
    assert.equal(lines[0], "Internationalization");
    assert.ok(size > 30 && size < 45, `${size} px`);
  });

  it("breaks a word that never fits at the largest size with the fewest breaks", async () => {
    const { lines, size } = await typeset(
      "Donaudampfschifffahrtsgesellschaftskapitänsmütze",
      `${fitted} ${all}`,
    );
    assert.equal(lines.length, 2);
    assert.match(lines[0]!, /‐$/);
    assert.ok(size > 20, `${size} px`);
  });

  it("leaves no sign of another element alone on a line after a broken word", async () => {
    for (let width = 400; width < 520; width += 4) {
      const { lines } = await typeset("m".repeat(56), `${fitted} ${all}`, { width, after: "<b>”</b>" });
      assert.ok(!lines.some((line) => line === "”"), lines.join(" | "));
    }
  });
});
