import assert from "node:assert/strict";
import { parseTemplateJson } from "./template-json.ts";

describe("parseTemplateJson", () => {
  it("returns the object", () => {
    assert.deepEqual(parseTemplateJson(`{"id":"a"}`), { template: { id: "a" } });
  });

  it("locates a syntax error", () => {
    const { problem } = parseTemplateJson(`{\n  "id": a\n}`);
    assert.deepEqual([problem?.line, problem?.severity], [2, "error"]);
  });

  it("rejects everything that is not an object", () => {
    for (const text of ["[]", "null", "1", ""]) assert.ok(parseTemplateJson(text).problem, text);
  });
});
