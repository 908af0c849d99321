import assert from "node:assert/strict";
import { readBuiltInTemplate } from "@placard/template-store";
import { describe, it } from "mocha";
import { fontRegistry } from "../fonts/font-registry.ts";
import { FontLibrary } from "../fonts/typefaces.ts";
import { inlineFormatterFor } from "../inline/formatter.ts";
import { arrangeScene } from "./arrange-scene.ts";
import { textWarnings } from "./text-warnings.ts";

async function warningsOf(
  id: string,
  data: Record<string, string>,
  [width, height]: readonly [number, number] = [1200, 630],
) {
  const size = { width, height };
  const template = readBuiltInTemplate(id);
  const scene = template.scene(data, size);
  const { root } = await arrangeScene(scene, inlineFormatterFor(scene, new FontLibrary().typefacesOf([])));
  return textWarnings(template, data, root, fontRegistry.coverage);
}

const codesOf = (warnings: Awaited<ReturnType<typeof warningsOf>>) =>
  warnings.map(({ code, field }) => `${field} ${code}`);
const withoutGlyph = "\u0378";

describe("text warnings", () => {
  it("are not added when all texts are complete, whatever the size of the title", async () => {
    const data = { title: "What we talk about when we talk about latency and throughput", author: "Ada" };
    assert.deepEqual(await warningsOf("blog", { ...data, description: "A summary of a line or so." }), []);
  });

  it("name texts that were truncated or omitted, but not those at their smallest size", async () => {
    const truncated = await warningsOf("blog", {
      title: "Short",
      author: "An author of many names ".repeat(5),
    });
    assert.deepEqual(codesOf(truncated), ["author text_truncated"]);
    assert.match(truncated[0]!.message, /“author”.+cut off/);

    const omitted = await warningsOf("blog", {
      title: "many words ".repeat(27),
      description: "x ".repeat(400),
    });
    assert.match(omitted.at(-1)?.message ?? "", /no room for “description”/);

    // The mark that closes a truncated quote is not shown.
    const quote = await warningsOf("quote", { quote: "many words ".repeat(50).slice(0, 490), author: "Ada" });
    assert.match(quote[0]?.message ?? "", /“quote”.+cut off/);

    for (let length = 140; length < 300; length += 8) {
      const warnings = await warningsOf("blog", { title: "word ".repeat(60).slice(0, length) }, [1200, 400]);
      for (const { message } of warnings) assert.match(message, /“title”.+cut off/);
    }
  });

  it("are not added for long words that are broken without losing a letter", async () => {
    const title =
      "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik und ABSTRACT_SINGLETON_PROXY_FACTORY_BEAN";
    assert.deepEqual(await warningsOf("blog", { title, author: "Ada" }), []);
  });

  it("explain texts that look like dates but are not valid, where the template shows a date", async () => {
    const ofEvent = await warningsOf("event", { title: "2027-02-30", date: "2027-02-30" });
    assert.deepEqual(codesOf(ofEvent), ["date date_not_understood"]);
    assert.match(ofEvent[0]!.message, /does not exist.+2027-03-14/);
    assert.deepEqual(codesOf(await warningsOf("blog", { title: "T", date: "03/04/2027" })), [
      "date date_not_understood",
    ]);
    for (const date of ["TBA", "Every Tuesday", "Summer 2027", "2027-06-02/2027-06-04"])
      assert.deepEqual(await warningsOf("event", { title: "T", date }), [], date);
  });

  it("name fields that the template omits at a size", async () => {
    const tiny = await warningsOf("blog", { title: "T", description: "D", readTime: "6 min" }, [200, 200]);
    assert.deepEqual(codesOf(tiny), ["description text_truncated", "readTime text_truncated"]);
  });

  it("say that a title was truncated to the card, whose other texts stay complete", async () => {
    const data = { title: "many words ".repeat(27), date: "May 1, 2027", time: "10:00", location: "Here" };
    const warnings = await warningsOf("event", data, [200, 200]);
    assert.deepEqual(codesOf(warnings), ["title text_truncated"]);
    assert.match(warnings[0]!.message, /cut off/);
  });

  it("ignore fields without a visible character", async () => {
    assert.deepEqual(
      await warningsOf("blog", { title: "T", description: "\u200b", author: "\u2060" }, [200, 200]),
      [],
    );
  });

  it("name up to five characters without a glyph, with their code points", async () => {
    const [one] = await warningsOf("product", { name: `Lamp ${withoutGlyph}${withoutGlyph}` });
    assert.deepEqual([one?.code, one?.field], ["glyph_missing", "name"]);
    assert.match(one?.message ?? "", /has U\+0378 of “name”/);
    const many = Array.from({ length: 8 }, (_, index) => String.fromCodePoint(0xf0000 + index)).join("");
    assert.match((await warningsOf("product", { name: many }))[0]!.message, /U\+F0004 and 3 more of/);
  });

  it("are in the order of the schema, and for one field those about its length first", async () => {
    const data = { author: `${withoutGlyph} `.repeat(60), title: `x${withoutGlyph}` };
    const expected = ["title glyph_missing", "author text_truncated", "author glyph_missing"];
    assert.deepEqual(codesOf(await warningsOf("blog", data)), expected);
  });
});
