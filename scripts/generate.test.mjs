import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { generateFiles } from "./generate/files.mjs";

describe("generated files", () => {
  it("are up to date", async () => {
    for (const [path, text] of await generateFiles())
      assert.equal(readFileSync(path, "utf8"), text, "Run `npm run generate`.");
  });
});
