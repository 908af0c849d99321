import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { readBuiltInTemplates } from "../packages/template-store/dist/index.js";
import { builtInCards } from "./generate/cards.mjs";
import { exampleCards, readExamples } from "./generate/examples.mjs";
import { generateFiles } from "./generate/files.mjs";
import { root } from "./setup/command.mjs";

describe("generated files and sections", () => {
  it("are up to date", async () => {
    for (const [path, text] of await generateFiles())
      assert.equal(
        existsSync(path) && readFileSync(path, "utf8"),
        text,
        `${relative(root, path)}: run \`npm run generate\`.`,
      );
  });
});

describe("the guides to templates", () => {
  it("contains only examples that compile without problems", () => {
    const examples = readExamples();
    assert.ok(examples.length >= 12);
    assert.deepEqual(
      examples.flatMap((example) => exampleCards(example).problems),
      [],
    );
  });

  it("shows a picture of the sample that it names for every example", () => {
    for (const { json, pictures } of readExamples()) {
      const samples = /** @type {{ name: string }[]} */ (json["samples"] ?? []);
      for (const { file, sample } of pictures) {
        assert.ok(existsSync(join(root, "docs", file)), file);
        assert.ok(sample === undefined || samples.some(({ name }) => name === sample), file);
      }
    }
  });
});

describe("docs/built-in-templates.md", () => {
  it("shows pictures of all built-in templates", () => {
    for (const { file } of readBuiltInTemplates().flatMap(builtInCards))
      assert.ok(existsSync(join(root, "docs", file)), file);
  });
});
