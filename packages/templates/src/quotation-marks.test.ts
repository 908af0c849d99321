import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { closingMark, openingMark } from "./quotation-marks.ts";

const quoted = (text: string, language = "en") =>
  openingMark(text, language) + text + closingMark(text, language);

describe("quotation marks", () => {
  it("follow the language", () => {
    assert.equal(quoted("Ship it."), "“Ship it.”");
    assert.equal(quoted("Los geht’s.", "de"), "„Los geht’s.“");
    assert.equal(quoted("Los geht’s.", "de-CH"), "«Los geht’s.»");
    assert.equal(quoted("C’est parti.", "fr-FR"), "«\u202fC’est parti.\u202f»");
    assert.equal(quoted("Dale.", "es-MX"), "«Dale.»");
    assert.equal(quoted("Vamos.", "pt-BR"), "“Vamos.”");
    assert.equal(quoted("好。", "zh-Hant-TW"), "「好。」");
    assert.equal(quoted("好。", "zh"), "“好。”");
  });

  it("follow the script if the language is not known", () => {
    assert.equal(quoted("やってみよう。"), "「やってみよう。」");
    assert.equal(quoted("لنبدأ."), "«لنبدأ.»");
    assert.equal(quoted("Поехали."), "«Поехали.»");
    assert.equal(quoted("שלום"), "”שלום”");
    assert.equal(quoted("시작합시다."), "“시작합시다.”");
    assert.equal(quoted("好。"), "“好。”");
  });

  it("are not added to a text that has some", () => {
    for (const text of ["“Ship it.”", '"Ship it."', "«Поехали»", "「はい」", "„Los.“", ""])
      assert.equal(quoted(text, "en"), text);
    assert.equal(quoted("They said “no.”"), "“They said “no.””");
  });
});
