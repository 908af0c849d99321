import assert from "node:assert/strict";
import { canonicalJson } from "./canonical-json.ts";
import { hashJson, hashPattern } from "./hash-json.ts";

describe("canonical JSON", () => {
  it("sorts the members of all objects by name, also those that look like numbers", () => {
    const value = { b: [{ z: 1, a: null }], a: "x", 10: true, 9: 1.5, undefined: undefined };
    assert.equal(canonicalJson(value), '{"10":true,"9":1.5,"a":"x","b":[{"a":null,"z":1}]}');
    assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)));
  });

  it("gives the same hash to equal values only", () => {
    assert.equal(hashJson({ a: 1, b: 2 }), hashJson({ b: 2, a: 1 }));
    assert.notEqual(hashJson({ a: 1, b: 2 }), hashJson({ a: 2, b: 1 }));
    assert.match(hashJson({}), hashPattern);
  });
});
