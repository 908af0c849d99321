import assert from "node:assert/strict";
import { compileTemplate } from "@placard/templates";
import { readAssets, readFixtures } from "./fixtures.ts";

describe("the conformance fixtures", () => {
  it("are valid templates without warnings", async () => {
    const problems = readFixtures(await readAssets()).flatMap(({ name, document }) =>
      compileTemplate(document).problems.map(({ line, message }) => `${name}:${line} ${message}`),
    );
    assert.deepEqual(problems, []);
  });
});
