import assert from "node:assert/strict";
import { isKnownLanguage } from "./locale.ts";

describe("a language tag", () => {
  it("is known if its language exists, whether or not there are formats for it", () => {
    for (const tag of ["de", "pt-BR", "zh-Hant-TW", "gsw", "iw", "no", "la", "de-XX", "en-x-brand", "und"])
      assert.equal(isKnownLanguage(tag), tag !== "und", tag);
    for (const tag of ["german", "xx", "jp", "english-US"]) assert.equal(isKnownLanguage(tag), false, tag);
  });
});
