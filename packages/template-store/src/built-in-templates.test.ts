import assert from "node:assert/strict";
import { compileTemplate } from "@placard/templates";
import { describe, it } from "mocha";
import { readBuiltInTemplates } from "./built-in-templates.ts";

describe("the built-in templates", () => {
  for (const { id, document, samples } of readBuiltInTemplates()) {
    it(`${id} has no problems, so that a fork starts without warnings, and has samples`, () => {
      assert.deepEqual(compileTemplate(document).problems, []);
      assert.ok(samples.length >= 2);
      assert.ok(samples.some(({ name }) => name === "full"));
    });
  }
});
