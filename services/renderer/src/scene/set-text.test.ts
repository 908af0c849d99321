import assert from "node:assert/strict";
import { fit, text } from "@placard/templates";
import { before, describe, it } from "mocha";
import { registerFonts } from "../fonts/register-fonts.ts";
import { setterOf } from "./set-text.ts";

const style = { weight: 500, color: "#000000", lineHeight: 1.2, maxLines: 3, size: 40 } as const;

function setIn(width: number, value: string, more: object = {}, height = Infinity) {
  return setterOf(text(value, { ...style, ...more })).set(width, height);
}

describe("setting text", () => {
  before(registerFonts);

  it("keeps every word of a text that fits, in order", () => {
    const value = "Notes from ten years of maintaining one small library";
    assert.equal(setIn(600, value).lines.join(" "), value);
  });

  it("cuts what does not fit with an ellipsis, on the last line allowed", () => {
    const { lines, cut } = setIn(300, "word ".repeat(60));
    assert.deepEqual([lines.length, cut, lines.at(-1)?.endsWith("…")], [3, true, true]);
  });

  it("never cuts within a character as a reader sees it", () => {
    const family = "👨‍👩‍👧‍👦";
    const { lines } = setIn(200, family.repeat(40));
    assert.equal(lines.join("").replaceAll(family, ""), "…");
  });

  it("breaks a word that no line can hold", () => {
    const { lines, width } = setIn(200, "w".repeat(10));
    assert.ok(lines.length > 1 && width <= 200);
    assert.equal(lines.join(""), "w".repeat(10));
  });

  it("starts no line with a closing mark", () => {
    for (let width = 60; width < 400; width += 7) {
      const { lines } = setIn(width, "日本語の、組版。「禁則」処理！", { maxLines: 30, size: 20 });
      for (const line of lines) assert.doesNotMatch(line, /^[、。」！]/u);
    }
  });

  it("finds the largest size that fits, and shrinks rather than break a word", () => {
    const size = fit(80, 20);
    assert.equal(setIn(2000, "Short", { size }).size, 80);
    const long = setIn(400, "Donaudampfschifffahrt", { size });
    assert.deepEqual([long.lines.length, long.cut], [1, false]);
    const larger = setIn(400, "Donaudampfschifffahrt", { size: long.size + 1 });
    assert.ok(larger.lines.length > 1);
  });

  it("gives up a little size for a line less", () => {
    const { lines } = setIn(610, "Trailhead 32 Backpack", { size: fit(106, 44), weight: 800, balance: true });
    assert.deepEqual(lines, ["Trailhead 32", "Backpack"]);
  });

  it("keeps to the height it is given", () => {
    const { height, cut } = setIn(500, "word ".repeat(30), { size: fit(80, 20), maxLines: 20 }, 130);
    assert.ok(height <= 131 && !cut);
  });

  it("evens out the lines of a title", () => {
    const { lines } = setIn(420, "What we talk about when we talk about latency", {
      balance: true,
      maxLines: 9,
    });
    const lengths = lines.map((line) => line.length);
    assert.ok(Math.max(...lengths) - Math.min(...lengths) <= 8, lines.join(" / "));
  });

  it("gives scripts with marks above and below more room", () => {
    const tight = { lineHeight: 1.1, size: 100 };
    assert.equal(setIn(2000, "Hindi", tight).lineHeight, 110);
    assert.equal(setIn(2000, "हिन्दी", tight).lineHeight, 135);
  });

  it("limits the marks that pile up on a letter", () => {
    assert.ok(setIn(600, `a${"\u0301".repeat(300)}`).lines.join("").length < 10);
  });
});
