import assert from "node:assert/strict";
import { isKnownLanguage, suggestLanguage } from "./locale.ts";

describe("a language tag", () => {
  it("is known if its language exists, whether or not there are formats for it", () => {
    for (const tag of ["de", "pt-BR", "zh-Hant-TW", "gsw", "iw", "no", "la", "de-XX", "en-x-brand", "und"])
      assert.equal(isKnownLanguage(tag), tag !== "und", tag);
    for (const tag of ["german", "xx", "jp", "english-US"]) assert.equal(isKnownLanguage(tag), false, tag);
  });

  it("of an unknown language is explained by the name of a language and the code of a country", () => {
    const cases = {
      german: "de",
      English: "en",
      hebrew: "he",
      jp: "ja",
      cn: "zh",
      DK: "da",
      xx: undefined,
      qqqqq: undefined,
    };
    for (const [tag, meant] of Object.entries(cases)) assert.equal(suggestLanguage(tag), meant, tag);
  });
});
