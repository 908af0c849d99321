import assert from "node:assert/strict";
import { formatJson } from "../drafts.ts";
import { offsetInText, parseTemplateJson, placeOf } from "./template-json.ts";

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

describe("offsetInText", () => {
  it("finds the same token in a text with other white space", () => {
    const template = { id: "a b", fields: { title: { type: "strin", list: [1, true, 'quote "x" {'] } } };
    const text = JSON.stringify(template);
    const formatted = formatJson(template);
    for (const token of [`"strin"`, "true", `"title"`]) {
      const { line, column } = placeOf(formatted, formatted.indexOf(token));
      assert.equal(offsetInText(text, template, line, column), text.indexOf(token), token);
    }
  });
});
