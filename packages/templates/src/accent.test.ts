import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { accentOf, accents } from "./accent.ts";

describe("accents", () => {
  it("gives the same words the same accent, whatever their case", () => {
    assert.equal(accentOf("Engineering"), accentOf("engineering"));
    assert.equal(accentOf("Engineering").name, "iris", "a changed accent changes cards already shared");
  });

  it("uses the whole palette", () => {
    const used = new Set(Array.from({ length: 200 }, (_, index) => accentOf(`Section ${index}`).name));
    assert.equal(used.size, accents.length);
  });
});
