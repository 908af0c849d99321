import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { accents, chooseAccent } from "./accents.ts";

describe("accents", () => {
  it("are the same for the same text, regardless of case", () => {
    assert.equal(chooseAccent("Engineering"), chooseAccent("engineering"));
    assert.equal(
      chooseAccent("Engineering").name,
      "iris",
      "a different accent changes cards that are already shared",
    );
  });

  it("are all used", () => {
    const used = new Set(Array.from({ length: 200 }, (_, index) => chooseAccent(`Section ${index}`).name));
    assert.equal(used.size, accents.length);
  });
});
