import assert from "node:assert/strict";
import { createCanvas } from "canvas";
import { execFileSync } from "node:child_process";
import { before, describe, it } from "mocha";
import { coverageOf, fontCoverage, type Coverage } from "./coverage.ts";
import { languageOf } from "./language.ts";
import { missingGlyphs } from "./missing-glyphs.ts";
import { fontFamilies, registerFonts } from "./register-fonts.ts";

describe("the coverage of fonts", () => {
  let coverage: Coverage;
  before(() => {
    registerFonts();
    coverage = fontCoverage() ?? assert.fail("fontconfig's tools are missing");
  });

  it("is read from ranges, of formats that Pango draws with", () => {
    const { has } = coverageOf("TrueType 41-43 1f600\nType 1 61\nCFF 62\n");
    const found = [0x40, 0x41, 0x43, 0x44, 0x61, 0x62, 0x1f600, 0x10ffff].filter(has);
    assert.deepEqual(found, [0x41, 0x43, 0x62, 0x1f600]);
  });

  it("calls missing just what is drawn as a box", () => {
    const context = createCanvas(1, 1).getContext("2d");
    context.font = `500 100px ${fontFamilies}`;
    context.lang = "en";
    const inkOf = (text: string) => {
      const ink = context.measureText(text);
      return [ink.width, ink.actualBoundingBoxAscent, ink.actualBoundingBoxDescent].join();
    };
    const boxes = new Set(["\u0378", "\u{10fffd}"].map(inkOf)); // of four and of six digits
    const samples = [
      "Aé",
      "ЖΩ",
      "שم",
      "हกあ",
      "字한",
      "→€",
      "😀🚀",
      "\u{13000}\u{12000}",
      "\ue0f0\uf8ff",
      "\u0378\u{2fffd}",
      "\u{20000}\u{2a6d6}\u{30000}",
    ];
    for (const character of samples.join("")) {
      const code = `U+${character.codePointAt(0)?.toString(16)}`;
      assert.equal(missingGlyphs(character, coverage).length > 0, boxes.has(inkOf(character)), code);
    }
  });

  it("misses nothing of what leaves no mark", () => {
    assert.deepEqual(
      missingGlyphs("a\u200d\ufe0f\u00ad\u2067\u3164 \u{e0067}\u200b", coverageOf("TrueType 61")),
      [],
    );
  });
});

describe("the language of Han characters", () => {
  it("is told by the text, then by the texts around it, never by the machine", () => {
    assert.equal(languageOf("東京です", ""), "ja");
    assert.equal(languageOf("田中太郎", "田中太郎 組版について"), "ja");
    assert.equal(languageOf("大韓民國", "대한민국"), "ko");
    assert.equal(languageOf("這是甚麼", ""), "zh-TW");
    assert.equal(languageOf("直骨角", "Hello"), "zh-CN");
    assert.equal(languageOf("Ada Lovelace", "組版について"), "en");
  });
});

describe("the locale of the process", () => {
  it("changes no pixel", () => {
    const script = `
      import { createHash } from "node:crypto";
      import { drawCard } from ${JSON.stringify(new URL("../scene/draw-card.js", import.meta.url).href)};
      const data = { title: "直骨角今令 ☎ ✈", description: "直骨です", author: "مراجعة", date: "한국어 直骨" };
      const card = { template: "blog", data, width: 600, height: 315, format: "png", quality: 90 };
      console.log(createHash("sha256").update((await drawCard(card)).bytes).digest("hex"));`;
    const hashes = [{ LANG: "C" }, { LC_ALL: "zh_TW.UTF-8", LANGUAGE: "ja" }, { FC_LANG: "ko" }].map(
      (locale) =>
        execFileSync(process.execPath, ["--input-type=module", "-e", script], {
          env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...locale },
          encoding: "utf8",
        }),
    );
    assert.equal(new Set(hashes).size, 1);
  });
});
