import assert from "node:assert/strict";
import { locateProblems } from "./document-check.ts";

describe("The problems of a document", () => {
  it("are at the values of template.json as it is written, or at what is around a missing one", () => {
    const json = '{ "id": "a",\n  "fields": { "title": { "type": "strin" } } }';
    const problem = { file: "template.json", line: 1, column: 1, severity: "error", message: "" } as const;
    const placesOf = (pointer: string) =>
      locateProblems([{ ...problem, pointer }], { json, html: "", assets: {} }).map(({ line, column }) => [
        line,
        column,
      ]);
    assert.deepEqual(placesOf("/fields/title/type"), [[2, 26]]);
    assert.deepEqual(placesOf("/fields/title/example"), [[2, 15]]);
    assert.deepEqual(placesOf("/name"), [[1, 1]]);
  });
});
