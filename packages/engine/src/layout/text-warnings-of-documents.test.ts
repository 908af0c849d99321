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
    ({ code, field, message }) => `${field} ${code} ${/room|cut off|U\+/u.exec(message)?.[0] ?? message}`,
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

  it("name texts of the data and of the template that the edge of the card cuts off", async () => {
    const wide = "<main style='white-space: nowrap; font-size: 60px'>";
    const title = "A title that is wider than the card";
    assert.deepEqual(await warningsOf({ title }, 400, `${wide}{{title}}</main>`), [
      "title text_truncated cut off",
    ]);
    const fixed = [
      `${wide}${title}</main>`,
      "<main><p style='position: absolute; left: 590px'>Beyond the edge</p></main>",
      "<main style='overflow: hidden'><div style='height: 395px'></div><p>Below</p></main>",
    ];
    for (const source of fixed)
      assert.deepEqual(await warningsOf({}, 400, source), ["template text_truncated cut off"], source);
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

  it("name characters without a glyph, of fields that are displayed", async () => {
    assert.deepEqual(await warningsOf({ title: "Notes \u0378", kind: "news" }), ["title glyph_missing U+"]);
  });
});
