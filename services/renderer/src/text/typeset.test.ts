import assert from "node:assert/strict";
import { fit, text } from "@placard/templates";
import { before, describe, it } from "mocha";
import { registerFonts } from "../fonts/register-fonts.ts";
import { createTypesetter } from "./typeset.ts";

const style = { weight: 500, color: "#000000", lineHeight: 1.2, maxLines: 3, size: 40 } as const;

function typesetIn(width: number, value: string, changes: object = {}, height = Infinity) {
  return createTypesetter(text(value, { ...style, ...changes })).typeset(width, height);
}

describe("typesetting", () => {
  before(registerFonts);

  it("keeps every word of a text that fits, in order", () => {
    const value = "Notes from ten years of maintaining one small library";
    assert.equal(typesetIn(600, value).lines.join(" "), value);
  });

  it("truncates a text that does not fit with an ellipsis, on the last line allowed", () => {
    const { lines, isTruncated } = typesetIn(300, "word ".repeat(60));
    assert.deepEqual([lines.length, isTruncated, lines.at(-1)?.endsWith("…")], [3, true, true]);
  });

  it("never truncates within a user-perceived character", () => {
    const family = "👨‍👩‍👧‍👦";
    const { lines } = typesetIn(200, family.repeat(40));
    assert.equal(lines.join("").replaceAll(family, ""), "…");
  });

  it("breaks a word that is wider than a line", () => {
    const { lines, width } = typesetIn(200, "w".repeat(10));
    assert.ok(lines.length > 1 && width <= 200);
    assert.equal(lines.join(""), "w".repeat(10));
  });

  it("starts no line with a closing mark", () => {
    for (let width = 60; width < 400; width += 7) {
      const { lines } = typesetIn(width, "日本語の、組版。「禁則」処理！", { maxLines: 30, size: 20 });
      assert.ok(lines.length > 0);
      for (const line of lines) assert.doesNotMatch(line, /^[、。」！]/u);
    }
  });

  it("finds the largest size that fits, and shrinks rather than break a word", () => {
    const size = fit(80, 20);
    assert.equal(typesetIn(2000, "Short", { size }).size, 80);
    const long = typesetIn(400, "Donaudampfschifffahrt", { size });
    assert.deepEqual([long.lines.length, long.isTruncated], [1, false]);
    const larger = typesetIn(400, "Donaudampfschifffahrt", { size: long.size + 1 });
    assert.ok(larger.lines.length > 1);
  });

  it("chooses a slightly smaller size to take one line less", () => {
    const { lines } = typesetIn(610, "Trailhead 32 Backpack", {
      size: fit(106, 44),
      weight: 800,
      balance: true,
    });
    assert.deepEqual(lines, ["Trailhead 32", "Backpack"]);
  });

  it("does not exceed the height of its box", () => {
    const { height, isTruncated } = typesetIn(
      500,
      "word ".repeat(30),
      { size: fit(80, 20), maxLines: 20 },
      130,
    );
    assert.ok(height <= 131 && !isTruncated);
  });

  it("balances the lines of a title", () => {
    const { lines } = typesetIn(420, "What we talk about when we talk about latency", {
      balance: true,
      maxLines: 9,
    });
    const lengths = lines.map((line) => line.length);
    assert.ok(Math.max(...lengths) - Math.min(...lengths) <= 8, lines.join(" / "));
  });

  it("increases the line height for scripts with marks above and below", () => {
    const small = { lineHeight: 1.1, size: 100 };
    assert.equal(typesetIn(2000, "Hindi", small).lineHeight, 110);
    assert.equal(typesetIn(2000, "हिन्दी", small).lineHeight, 135);
  });

  it("increases the line height for capitals with marks", () => {
    const small = { lineHeight: 1.1, size: 100 };
    assert.deepEqual(
      ["MAJOR", "MÄJOR", "MẪJOR", "Mẫjor"].map((value) => typesetIn(2000, value, small).lineHeight),
      [110, 120, 130, 120],
    );
  });

  it("moves words to a short last line without adding a line", () => {
    const value = "Notes from ten years of keeping up one small open library";
    for (let width = 250; width < 900; width += 10) {
      const { lines } = typesetIn(width, value, { maxLines: 9 });
      const widths = lines.map((line) => typesetIn(2000, line).width);
      if (lines.length > 1) assert.ok(widths.at(-1)! >= Math.max(...widths) / 3, lines.join(" / "));
    }
  });

  it("leaves no character of Chinese, Japanese or Korean alone on the last line", () => {
    for (const value of [
      "关于中文排版你需要知道的十件小事情",
      "日本語の組版について知っておくべきこと",
      "한국어 조판에서 알아야 할 열 가지",
    ]) {
      for (const balance of [true, false]) {
        for (let width = 130; width < 700; width += 10) {
          const { lines } = typesetIn(width, value, { maxLines: 9, balance });
          assert.ok(lines.at(-1)!.length > 1, lines.join(" / "));
        }
      }
    }
  });

  it("breaks Korean between words, and Chinese not within them", () => {
    for (let width = 180; width < 700; width += 10) {
      const korean = "한국어 조판에서 알아야 할 열 가지";
      assert.equal(typesetIn(width, korean, { maxLines: 9 }).lines.join(" "), korean);
      const chinese = "我们需要知道中文排版";
      const { lines } = typesetIn(width, chinese, { maxLines: 9 });
      assert.equal(lines.join(""), chinese);
      for (const line of lines) assert.match(line, /^(?:我们|需要|知道|中文|排版)+$/u);
    }
  });

  it("ends a line of a title at a pause rather than after it", () => {
    const { lines } = typesetIn(400, "关于中文排版，你需要知道的十件事", { balance: true });
    assert.deepEqual(lines, ["关于中文排版，", "你需要知道的十件事"]);
  });

  it("starts no line with a dash, and ends none with an opening mark", () => {
    const value = "Le « mot » juste : pourquoi ? Parce que — voilà — c’est vrai à 100 % !";
    for (let width = 250; width < 900; width += 7) {
      const { lines } = typesetIn(width, value, { maxLines: 20 });
      assert.ok(lines.length > 0);
      for (const line of lines) assert.doesNotMatch(line, /^[—»:?!%]|«$/u);
    }
  });

  it("removes space and separating marks before an ellipsis", () => {
    const texts = [
      "A word, (another “one” [and more – with dashes & such] / “quoted text”) ".repeat(9),
      "日本語の（組版）、「引用」".repeat(9),
      "مراجعة (شاملة)، «للهاتف» ".repeat(9),
      "ภาษาไทย เแโใไ สวยเหลือเกิน ".repeat(9),
    ];
    for (const value of texts) {
      for (let width = 90; width < 700; width += 3) {
        const last = typesetIn(width, value, { maxLines: 2 }).lines.at(-1) ?? "";
        assert.match(last, /[^\s(“[«「（,、،–&/เแโใไ]…$/u);
      }
    }
  });

  it("truncates between words if that leaves little space empty", () => {
    const { lines } = typesetIn(600, "Notes from ten years of maintaining one small library", {
      maxLines: 1,
    });
    assert.match(lines[0] ?? "", /^(?:\w+ )*(?:Notes|from|ten|years|of|maintaining)…$/u);
  });

  it("breaks overlong words between the letters of their script", () => {
    const words: [word: string, letters: RegExp][] = [
      ["क्षत्रिय", /^(?:क्ष|त्रि|य)+$/u],
      ["ক্ষুদ্র", /^(?:ক্ষু|দ্র)+$/u],
      ["அக்ஷ", /^(?:அ|க்ஷ)+$/u],
      ["ಕ್ಷಮೆ", /^(?:ಕ್ಷ|ಮೆ)+$/u],
      ["👩🏿‍🚀🇩🇪1️⃣", /^(?:👩🏿‍🚀|🇩🇪|1️⃣)+$/u],
      ["ṩ̱ạ̈", /^(?:ṩ̱|ạ̈)+$/u],
    ];
    for (const [word, letters] of words) {
      for (let width = 60; width < 300; width += 20) {
        const { lines, isTruncated } = typesetIn(width, word.repeat(12), { maxLines: 40 });
        assert.equal(isTruncated, false);
        assert.equal(lines.join(""), word.repeat(12));
        for (const line of lines) assert.match(line, letters);
      }
    }
  });

  it("limits the number of marks on one letter", () => {
    assert.ok(typesetIn(600, `a${"\u0301".repeat(300)}`).lines.join("").length < 10);
  });
});
