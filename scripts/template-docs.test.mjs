import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtInTemplateIds } from "../packages/template-store/dist/index.js";
import { builtInGuide, builtInPictures, updateBuiltIns } from "./template-docs/built-in.mjs";
import {
  compileExample,
  documentation,
  propertyDocumentation,
  readExamples,
} from "./template-docs/examples.mjs";
import { updateTables } from "./template-docs/tables.mjs";

describe("docs/templates.md", () => {
  it("contains only examples that compile without problems", () => {
    const examples = readExamples();
    assert.ok(examples.length >= 12);
    const problems = examples.flatMap((example) =>
      compileExample(example).problems.map(
        ({ file, line, message }) => `${example.heading}: ${file}:${line} ${message}`,
      ),
    );
    assert.deepEqual(problems, []);
  });

  it("shows a picture of the sample that it names for every example", () => {
    for (const { json, pictures } of readExamples()) {
      const samples = /** @type {{ name: string }[]} */ (json["samples"] ?? []);
      for (const { file, sample } of pictures) {
        assert.ok(existsSync(join(dirname(documentation), file)), file);
        assert.ok(sample === undefined || samples.some(({ name }) => name === sample), file);
      }
    }
  });

  it("has an up-to-date list of elements, and docs/template-properties.md has up-to-date tables", async () => {
    for (const document of [documentation, propertyDocumentation])
      assert.equal(
        readFileSync(document, "utf8"),
        await updateTables(document),
        "Run `npm run docs:templates`.",
      );
  });
});

describe("docs/built-in-templates.md", () => {
  it("has up-to-date fields and examples of all built-in templates", async () => {
    assert.equal(readFileSync(builtInGuide, "utf8"), await updateBuiltIns(), "Run `npm run docs:templates`.");
  });

  it("shows pictures of all built-in templates", () => {
    for (const id of builtInTemplateIds) assert.ok(builtInPictures.includes(`built-in/${id}.webp`), id);
    for (const file of builtInPictures) assert.ok(existsSync(join(dirname(builtInGuide), file)), file);
  });
});
