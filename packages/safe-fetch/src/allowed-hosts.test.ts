import assert from "node:assert/strict";
import { createHostMatcher } from "./allowed-hosts.ts";

describe("allowed hosts", () => {
  it("match the listed names and the names below a wildcard only", () => {
    const matches = createHostMatcher(["shop.example", "*.cdn.example"]);
    for (const name of ["shop.example", "shop.example.", "a.cdn.example", "b.a.cdn.example"])
      assert.ok(matches(name), name);
    for (const name of [
      "cdn.example",
      "a.shop.example",
      "notcdn.example",
      "xcdn.example",
      "cdn.example.evil",
      "[::1]",
    ])
      assert.ok(!matches(name), name);
  });

  it("match every host without a list", () => {
    assert.ok(createHostMatcher(undefined)("anything.example"));
  });
});
