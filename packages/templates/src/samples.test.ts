import assert from "node:assert/strict";
import { samplesOf } from "./samples.ts";

describe("samplesOf", () => {
  it("returns the samples of template.json, without those that are not valid", () => {
    const sample = { name: "short", data: { title: "Hi" } };
    assert.deepEqual(samplesOf({ samples: [sample, {}, null, { name: 1, data: {} }] }), [sample]);
  });

  it("falls back to the examples of the fields", () => {
    const fields = { title: { type: "string", examples: ["Hi"] }, label: { type: "string" }, wrong: null };
    assert.deepEqual(samplesOf({ fields }), [{ name: "Examples", data: { title: "Hi" } }]);
    const count = { type: "number", example: 7 };
    assert.deepEqual(samplesOf({ fields: { count } })[0]?.data, { count: "7" });
    assert.deepEqual(samplesOf({ fields: "wrong", samples: {} }), [{ name: "Examples", data: {} }]);
  });
});
