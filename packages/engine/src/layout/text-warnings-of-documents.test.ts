import assert from "node:assert/strict";
import type { TemplateData } from "@placard/contracts";
import { compileTemplate } from "@placard/templates";
import { describe, it } from "mocha";
import { fontRegistry } from "../fonts/font-registry.ts";
import { FontLibrary } from "../fonts/typefaces.ts";
import { inlineFormatterFor } from "../inline/formatter.ts";
import { arrangeScene } from "./arrange-scene.ts";
import { textWarnings } from "./text-warnings.ts";

const fields = {
  title: { type: "string", maxLength: 300 },
  summary: { type: "string", maxLength: 300 },
  kind: { type: "string", enum: ["news", "blog"] },
  tags: { type: "array", maxItems: 6, items: { type: "string" } },
};

const html = `
  <style>
    main { display: flex; flex-direction: column; padding: 20px }
    h1 { font-size: fit(40px, 60px); line-clamp: 2 }
    p { font-size: 30px; line-clamp: 1; flex-shrink: 0 }
    .tags { height: 40px; font-size: 30px; overflow: hidden; flex-shrink: 0 }
  </style>
  <main class="{{kind}}">
    <h1>{{title}}</h1>
    <p drop="1">By <b>{{summary}}</b></p>
    <div class="tags"><span each="tag of tags">{{tag}} </span></div>
  </main>`;

async function warningsOf(data: TemplateData, height = 400, source = html): Promise<string[]> {
  const document = { template: { id: "card", name: "Card", fields }, html: source, assets: {} };
  const { template, problems } = compileTemplate(document);
  assert.ok(template, JSON.stringify(problems));
  const scene = template.scene(data, { width: 600, height });
  const { root } = await arrangeScene(scene, inlineFormatterFor(scene, new FontLibrary().typefacesOf([])));
  return textWarnings(template, data, root, fontRegistry.coverage).map(
    ({ code, field, message }) =>
      `${field} ${code} ${/room|cut off(?: by the edge of the card)?|does not show|U\+/u.exec(message)?.[0] ?? message}`,
  );
}

describe("warnings about the texts of a scene", () => {
  it("are not added when all texts are complete", async () => {
    assert.deepEqual(
      await warningsOf({ title: "Notes", summary: "Ada Lovelace", kind: "news", tags: ["a"] }),
      [],
    );
  });

  it("name the last entries of a list that gives way, and not the first", async () => {
    const list = `<style>main { display: flex; flex-direction: column } p { height: 40px; flex-shrink: 0 }</style>
      <main><p>{{title}}</p><p each="tag of tags" drop="1">{{tag}}</p></main>`;
    const data = { title: "Notes", tags: ["one", "two", "three", "four"] };
    const left = (count: number) => data.tags.map((_, i) => `tags/${i} text_truncated room`).slice(count);
    assert.deepEqual(await warningsOf(data, 200, list), left(4));
    assert.deepEqual(await warningsOf(data, 130, list), left(2));
    assert.deepEqual(await warningsOf(data, 40, list), left(0));
  });

  it("name texts that were truncated, also behind the cut and in a clipped box", async () => {
    assert.deepEqual(await warningsOf({ title: "Notes", summary: "many words ".repeat(9) }), [
      "summary text_truncated cut off",
    ]);
    const tags = ["one", "two", "three words that are many", "four words that wrap", "fifth"];
    assert.deepEqual(await warningsOf({ title: "Notes", tags }), [
      "tags/3 text_truncated cut off",
      "tags/4 text_truncated room",
    ]);
  });

  it("name the small text if a fitted one must be cut: the largest has the lines for which there is room", async () => {
    const source = `<style>
      main { display: flex; flex-direction: column; overflow-wrap: anywhere }
      h1, p { flex-shrink: 0; line-clamp: 3 }
      h1 { font-size: fit(40px, 41px); line-height: 50px }
      p { font-size: fit(20px, 21px); line-height: 30px }
    </style><main><h1>{{title}}</h1><p>{{summary}}</p></main>`;
    const data = { title: "many words ".repeat(6), summary: "many words ".repeat(14) };
    const cut = async (height: number) =>
      (await warningsOf(data, height, source)).map((text) => text.split(" ")[0]);
    assert.deepEqual(await cut(240), []);
    assert.deepEqual(await cut(215), ["summary"]);
    assert.deepEqual(await cut(190), ["title"]);
    assert.deepEqual(await cut(160), ["title", "summary"]);
  });

  it("name texts that were dropped, but not those at their smallest size", async () => {
    const data = { title: "long title words ".repeat(3), summary: "Ada", tags: ["a"] };
    assert.deepEqual(await warningsOf(data, 179), ["summary text_truncated room"]);
  });

  it("tell texts that the template hides at a size or with some data from others without room", async () => {
    const source = `<style>@container (height: 300px) { ul { display: none } }</style><main>
      <p unless="summary">{{title}}</p><ul><li each="tag of tags">{{tag}}</li></ul>
      <svg drop="1" viewBox="0 0 9 9" height="350"><text>{{summary}}</text></svg></main>`;
    const data = { title: "Notes", summary: "Ada", tags: ["a"] };
    const hidden = (field: string) => `${field} text_truncated does not show`;
    assert.deepEqual(await warningsOf(data, 400, source), [hidden("title")]);
    assert.deepEqual(await warningsOf(data, 300, source), [
      hidden("title"),
      "summary text_truncated room",
      hidden("tags/0"),
    ]);
  });

  it("name texts of the data and of the template that the edge of the card cuts off", async () => {
    const wide = "<main style='white-space: nowrap; font-size: 60px'>";
    const title = "A title that is wider than the card";
    assert.deepEqual(await warningsOf({ title }, 400, `${wide}{{title}}</main>`), [
      "title text_truncated cut off by the edge of the card",
    ]);
    const fixed = [
      `${wide}${title}</main>`,
      "<main><p style='position: absolute; left: 590px'>Beyond the edge</p></main>",
      "<main style='overflow: hidden'><div style='height: 395px'></div><p>Below</p></main>",
    ];
    for (const source of fixed)
      assert.deepEqual(
        await warningsOf({}, 400, source),
        ["template text_truncated cut off by the edge of the card"],
        source,
      );
  });

  it("name the whole text if its first letter has a style of its own", async () => {
    const source =
      "<style>p::first-letter { font-size: 40px } p { background: red; width: 90px }</style><main><p>Shopkeepers</p></main>";
    assert.match((await warningsOf({}, 400, source)).join(), /“Shopkeepers” extends/);
  });

  it("are not added for texts of the template that are decoration or cut off on purpose", async () => {
    const beyond = "position: absolute; left: 590px; width: 50px";
    const sources = [
      `<main><p style="${beyond}">“”</p></main>`,
      `<style>p::before { content: "News"; ${beyond} }</style><main><p>x</p></main>`,
      `<main><p style="${beyond}; transform: rotate(9deg)">News</p></main>`,
      `<main><div style="${beyond}; overflow: hidden">News</div></main>`,
    ];
    for (const source of sources) assert.deepEqual(await warningsOf({}, 400, source), [], source);
  });

  const overflow =
    "title text_overflow “title” extends beyond its box. Shorten it, let it wrap, or make the box larger.";
  const boxed = (css: string, inner = "{{title}}") => {
    const box = `p { width: 160px; height: 60px; white-space: nowrap; ${css} }`;
    const source = `<style>main { padding: 40px 220px; font-size: 30px } ${box} b { font-weight: inherit }</style>`;
    return warningsOf({ title: "A title of some words" }, 400, `${source}<main><p>${inner}</p></main>`);
  };

  it("name texts that leave a box with a background, a border or a shadow", async () => {
    const edges = [
      "background: red",
      "background: linear-gradient(red, blue)",
      "border: 1px solid",
      "box-shadow: 0 0 4px",
    ];
    for (const edge of edges) assert.deepEqual(await boxed(edge), [overflow], edge);
    const others = {
      "at the bottom": boxed("background: red; white-space: normal"),
      "at the left": boxed("background: red; direction: rtl"),
      "at the top": boxed("background: red; white-space: normal; display: flex; align-items: flex-end"),
      "when it is turned": boxed("background: red; writing-mode: vertical-rl"),
      "in an element of the box": boxed("background: red", "<b style='display: block'>{{title}}</b>"),
      "in a box that is rotated or absolute": boxed("background: red; rotate: 9deg; position: absolute"),
      "in a box in a line": boxed(
        "width: auto",
        "<b style='display: inline-block; width: 90px; background: red'>{{title}}</b>",
      ),
      "in a box in a larger one": boxed(
        "background: red; width: 400px",
        "<b style='display: block; width: 90px; border: 1px solid'>{{title}}</b>",
      ),
    };
    for (const [where, warnings] of Object.entries(others))
      assert.deepEqual(await warnings, [overflow], where);
    const fixed = await boxed("background: red", "A text of the template");
    assert.match(fixed.join(), /^template text_overflow “A text of the template” extends/);
  });

  it("are not added for texts whose box can't be seen on the side that they leave", async () => {
    const edges = [
      "",
      "background: transparent",
      "border-left: 4px solid",
      "border: 1px solid transparent",
      "background: linear-gradient(red, blue) text",
    ];
    for (const edge of edges) assert.deepEqual(await boxed(edge), [], edge);
    assert.deepEqual(await boxed("border-left: 4px solid; direction: rtl"), [overflow]);
    const card = "<main style='background: red'><p style='margin-left: -5px'>A text</p></main>";
    assert.deepEqual(await warningsOf({}, 400, card), []);
  });

  it("are not added for texts in boxes that hold their capital letters, or that are moved out of them", async () => {
    const fitting = [
      "width: 350px; height: 22px; line-height: 22px",
      "height: 320px; writing-mode: vertical-rl",
      "overflow: hidden",
    ];
    for (const css of fitting)
      assert.doesNotMatch((await boxed(`background: red; ${css}`)).join(), /overflow/, css);
    const moved = ["position: absolute; top: 90px", "display: block; translate: 0 -90px"];
    for (const css of moved)
      assert.deepEqual(
        await boxed("background: red; position: relative", `<b style="${css}">{{title}}</b>`),
        [],
        css,
      );
  });

  it("are added once for a text that leaves its box and the card", async () => {
    assert.deepEqual(await boxed("background: red; margin-left: 200px"), [
      "title text_truncated cut off by the edge of the card",
    ]);
  });

  it("name characters without a glyph, of fields that are displayed", async () => {
    assert.deepEqual(await warningsOf({ title: "Notes \u0378", kind: "news" }), ["title glyph_missing U+"]);
  });
});
