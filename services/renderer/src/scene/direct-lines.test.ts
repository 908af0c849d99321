import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import { registerFonts } from "../fonts/register-fonts.ts";
import { directLines } from "./direct-lines.ts";
import { widthOf } from "./text-width.ts";

const [ltr, rtl, arabic] = ["\u200e", "\u200f", "\u061c"];

describe("the lines of a paragraph", () => {
  before(registerFonts);

  it("are left alone where all of it runs from left to right", () => {
    const lines = ["Notes from (ten)", "years… 日本語"];
    assert.equal(directLines(lines, "ltr"), lines);
  });

  it("know the letters around them, so that marks and figures at their ends go where the paragraph has them", () => {
    assert.deepEqual(directLines(["iPhone: שלום —", "(עולם) 16", "new"], "ltr"), [
      `iPhone: שלום —${rtl}`,
      `${rtl}(עולם) 16${ltr}`,
      `${rtl}new`,
    ]);
    assert.deepEqual(directLines(["مراجعة", "16-12"], "rtl"), ["مراجعة", `${arabic}16-12`]);
  });

  it("carry on what was opened before them, and end it before an ellipsis", () => {
    assert.deepEqual(directLines(["\u202eabc", "def…"], "ltr"), [
      `\u202eabc${ltr}`,
      `\u202e${ltr}def\u202c…`,
    ]);
    assert.deepEqual(directLines(["שלום \u2066one", "two\u2069 עולם"], "rtl"), [
      `שלום \u2066one${ltr}`,
      `${rtl}\u2066${ltr}two\u2069 עולם`,
    ]);
  });

  it("keep a pair of brackets together that stands on two of them", () => {
    const [, closed] = directLines(["שלום Max (2025", "edition) —", "עולם"], "rtl");
    assert.equal(closed, `${ltr}edition${ltr})${ltr} —${rtl}`);
    const [, other] = directLines(["שלום (2025", "edition) —", "עולם"], "rtl");
    assert.equal(other, `${rtl}edition${rtl})${rtl} —${rtl}`);
  });

  it("grow no wider by it", () => {
    const type = { weight: 800, language: "en" } as const;
    for (const text of ["Hello 16", "مراجعة", "שלום", "日本"]) {
      for (const mark of [ltr, rtl, arabic, "\u202e", "\u2067", "\u2069"]) {
        assert.equal(widthOf(`${mark}${text}${mark}`, type), widthOf(text, type));
      }
    }
  });
});
