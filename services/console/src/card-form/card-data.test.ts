import assert from "node:assert/strict";
import { readData } from "./card-data.ts";

describe("readData", () => {
  it("keeps the numbers and the true booleans of samples as texts, and leaves out empty values", () => {
    const row = { properties: { name: {}, isNew: {} } };
    const schema = { properties: { count: {}, isLive: {}, isOld: {}, title: {}, rows: { items: row } } };
    const rows = [{ name: "a", isNew: true }, { name: "" }];
    assert.deepEqual(readData(schema, { count: 0, isLive: true, isOld: false, title: "", rows }), {
      count: "0",
      isLive: "true",
      rows: [{ name: "a", isNew: "true" }],
    });
  });
});
