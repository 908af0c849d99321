import assert from "node:assert/strict";
import { parseColor } from "./brand-draft.ts";

describe("parseColor", () => {
  it("reads colors with six or three digits, with or without a number sign", () => {
    for (const text of ["#aabbcc", "AABBCC", " #abc ", "abc"])
      assert.equal(parseColor(text), "#aabbcc", text);
  });

  it("distinguishes an empty field from a text that is not a color", () => {
    assert.equal(parseColor(" "), undefined);
    for (const text of ["#", "red", "#abcd", "#ggg", "rgb(0,0,0)"])
      assert.equal(parseColor(text), null, text);
  });
});
