import assert from "node:assert/strict";
import { normalizeText } from "./text.ts";

describe("normalizeText", () => {
  it("converts to NFC, collapses and trims white space, and removes other control characters", () => {
    assert.equal(normalizeText(" \u00a0Cafe\u0301\t\u0000 au\r\n\u2003lait\u2029"), "Café au lait");
    assert.equal(normalizeText("e\u0007\u0301"), "é");
    assert.equal(normalizeText("lone \ud800 half"), "lone \ufffd half");
    assert.equal(normalizeText("👩‍👩‍👧 stays"), "👩‍👩‍👧 stays");
  });

  it("keeps single line breaks on request, and turns all other runs of white space into one space", () => {
    const keepLines = (text: string) => normalizeText(text, { keepsLines: true });
    assert.equal(keepLines("one\ntwo\r\nthree"), "one\ntwo\nthree");
    assert.equal(
      keepLines("\n Cafe\u0301\t\u0000 au\r\n\u2003lait \n b\n\nc\u2029d\n"),
      "Café au lait b c d",
    );
    assert.equal(normalizeText("one\ntwo"), "one two");
  });

  it("is idempotent", () => {
    const pieces = [
      "e",
      "\u0301",
      " ",
      "\n",
      "\r",
      "\t",
      "\u0085",
      "\u2000",
      "\u0000",
      "\u200d",
      "\ud83d",
      "\ude00",
      "ﬁ",
      "\u1100\u1161",
    ];
    let seed = 1;
    for (let i = 0; i < 5000; i++) {
      let text = "";
      for (let n = 0; n < 8; n++) {
        seed = (seed * 48_271) % 2_147_483_647;
        text += pieces[seed % pieces.length];
      }
      for (const keepsLines of [false, true]) {
        const once = normalizeText(text, { keepsLines });
        assert.equal(normalizeText(once, { keepsLines }), once, JSON.stringify(text));
      }
    }
  });
});
