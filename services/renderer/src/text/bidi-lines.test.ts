import assert from "node:assert/strict";
import { before, describe, it } from "mocha";
import { registerFonts } from "../fonts/register-fonts.ts";
import { addBidiMarks } from "./bidi-lines.ts";
import { widthOf } from "./text-metrics.ts";

const [ltr, rtl, arabic] = ["\u200e", "\u200f", "\u061c"];

describe("bidi marks", () => {
  before(registerFonts);

  it("are not added to a paragraph without right-to-left text", () => {
    const lines = ["Notes from (ten)", "years… 日本語"];
    assert.equal(addBidiMarks(lines, "ltr"), lines);
  });

  it("give punctuation and digits at the ends of lines the direction they have in the paragraph", () => {
    assert.deepEqual(addBidiMarks(["iPhone: שלום —", "(עולם) 16", "new"], "ltr"), [
      `iPhone: שלום —${rtl}`,
      `${rtl}(עולם) 16${ltr}`,
      `${rtl}new`,
    ]);
    assert.deepEqual(addBidiMarks(["مراجعة", "16-12"], "rtl"), ["مراجعة", `${arabic}16-12`]);
  });

  it("continue embeddings opened on an earlier line, and close them before an ellipsis", () => {
    assert.deepEqual(addBidiMarks(["\u202eabc", "def…"], "ltr"), [
      `\u202eabc${ltr}`,
      `\u202e${ltr}def\u202c…`,
    ]);
    assert.deepEqual(addBidiMarks(["שלום \u2066one", "two\u2069 עולם"], "rtl"), [
      `שלום \u2066one${ltr}`,
      `${rtl}\u2066${ltr}two\u2069 עולם`,
    ]);
  });

  it("keep the direction of a pair of brackets on two lines", () => {
    const [, closed] = addBidiMarks(["שלום Max (2025", "edition) —", "עולם"], "rtl");
    assert.equal(closed, `${ltr}edition${ltr})${ltr} —${rtl}`);
    const [, other] = addBidiMarks(["שלום (2025", "edition) —", "עולם"], "rtl");
    assert.equal(other, `${rtl}edition${rtl})${rtl} —${rtl}`);
  });

  it("do not change the width of a line", () => {
    const typeface = { weight: 800, language: "en" } as const;
    for (const text of ["Hello 16", "مراجعة", "שלום", "日本"]) {
      for (const mark of [ltr, rtl, arabic, "\u202e", "\u2067", "\u2069"]) {
        assert.equal(widthOf(`${mark}${text}${mark}`, typeface), widthOf(text, typeface));
      }
    }
  });
});
