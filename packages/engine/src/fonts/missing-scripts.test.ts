import assert from "node:assert/strict";
import { parseCoverage } from "./coverage.ts";
import { listMissingScripts } from "./missing-scripts.ts";

describe("missing scripts", () => {
  it("are those whose letters no font has", () => {
    const missing = listMissingScripts(parseCoverage("TrueType 20-7e 5d0-5ea\nCFF 4e00-9fff"));
    assert.ok(missing.includes("Arabic") && missing.includes("emoji"));
    assert.ok(!missing.includes("Hebrew") && !missing.includes("Chinese"));
  });
});
