import assert from "node:assert/strict";
import { createHostRules } from "./host-rules.ts";

describe("IMAGE_HOSTS_ALLOW", () => {
  it("lets in the names listed and those below a wildcard, and no others", () => {
    const allows = createHostRules(["shop.example", "*.cdn.example"]);
    for (const name of ["shop.example", "shop.example.", "a.cdn.example", "b.a.cdn.example"])
      assert.ok(allows(name), name);
    for (const name of [
      "cdn.example",
      "a.shop.example",
      "notcdn.example",
      "xcdn.example",
      "cdn.example.evil",
      "[::1]",
    ])
      assert.ok(!allows(name), name);
  });

  it("lets in every host where it is not set", () => {
    assert.ok(createHostRules(undefined)("anything.example"));
  });
});
