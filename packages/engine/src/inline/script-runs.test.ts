import assert from "node:assert/strict";
import { initialStyle } from "@placard/templates";
import type { Style, TextNode } from "@placard/templates/scene";
import { createCanvas } from "canvas";
import { describe, it } from "mocha";
import { drawFragment } from "../paint/paint-text.ts";
import { FontLibrary } from "../fonts/typefaces.ts";
import { withoutPauses } from "../testing/resumable-formatters.ts";
import { largestSizes } from "../layout/fitted-sizes.ts";
import { inlineFormatterFor } from "./formatter.ts";
import { isSameScriptRun, scriptRunOffsets } from "./script-runs.ts";

const typefaces = new FontLibrary().typefacesOf([]);

const words = {
  Latin: "Hxgo",
  digits: "2027",
  Cyrillic: "Жук",
  Greek: "Ωμγ",
  Arabic: "مرحبا",
  Hebrew: "שלום",
  Devanagari: "नमस्ते",
  Bengali: "বাংলা",
  Tamil: "தமிழ்",
  Thai: "สวัสดี",
  Han: "漢字",
  kana: "こんにちは",
  Hangul: "안녕",
  emoji: "🎉",
};

/** Words that are to the left of words of the same kind that precede them. */
const rightToLeft: ReadonlySet<string> = new Set([words.Arabic, words.Hebrew]);

const [canvasWidth, canvasHeight, left, baseline] = [700, 130, 20, 90];

const style: Style = {
  ...initialStyle,
  fontSize: 64,
  fontWeight: 800,
  lineHeight: { factor: 1.5 },
  textAlign: "left",
  whiteSpace: "pre",
};

/** Draws a line of text. `inkBetween`: how far its inner ink reaches above and below the baseline. */
function draw(text: string) {
  const node: TextNode = { kind: "text", path: "", style, text, fields: [] };
  const formatterOf = withoutPauses(inlineFormatterFor({}, typefaces))([{ kind: "text", node }], { style });
  const [line] = formatterOf(largestSizes).layOut(canvasWidth).lines;
  assert.ok(line);
  const context = createCanvas(canvasWidth, canvasHeight).getContext("2d");
  context.translate(left, baseline - line.baseline);
  for (const fragment of line.fragments)
    if (fragment.kind === "text") drawFragment(context, fragment, { color: "#000000" });
  const { data } = context.getImageData(0, 0, canvasWidth, canvasHeight);
  const inkBetween = (from: number, to: number) => {
    const rows: number[] = [];
    for (let y = 0; y < canvasHeight; y++) {
      for (let x = Math.ceil(left + from + 4); x < left + to - 4; x++) {
        if (data[4 * (y * canvasWidth + x) + 3]! > 128) rows.push(y);
      }
    }
    return [baseline - rows[0]!, baseline - rows.at(-1)!] as const;
  };
  return { width: line.width, inkBetween };
}

function assertSameRows(actual: readonly number[], expected: readonly number[], message: string): void {
  const distances = actual.map((row, index) => Math.abs(row - expected[index]!));
  assert.ok(Math.max(...distances) <= 1, `${message}: ${actual.join()} instead of ${expected.join()}`);
}

describe("a line of several scripts", () => {
  const pairs = Object.values(words).flatMap((first) =>
    Object.values(words).map((second) => [first, second]),
  );
  const drawnWords = new Map<string, ReturnType<typeof draw>>();
  const drawWord = (word: string) => {
    const drawn = drawnWords.get(word) ?? draw(word);
    drawnWords.set(word, drawn);
    return drawn;
  };
  it("has one baseline for each ordered pair of scripts, with nothing or a space between them", () => {
    for (const [n, [first = "", second = ""]] of pairs.entries()) {
      for (const separator of ["", [" ", "\u00a0"][n % 2]!]) {
        const isReversed =
          rightToLeft.has(first) && (rightToLeft.has(second) || /^\d/.test(second)) && first !== second;
        const [leftWord, rightWord] = (isReversed ? [second, first] : [first, second]).map(drawWord);
        if (!leftWord || !rightWord || first === second) continue;
        const text = first + separator + second;
        const line = draw(text);
        const start = line.width - rightWord.width;
        assertSameRows(line.inkBetween(0, leftWord.width), leftWord.inkBetween(0, leftWord.width), text);
        assertSameRows(line.inkBetween(start, line.width), rightWord.inkBetween(0, rightWord.width), text);
      }
    }
  });

  it("is drawn in parts where East Asian and other characters meet, with the marks on them", () => {
    assert.deepEqual(scriptRunOffsets("2027年5月"), [4, 5, 6]);
    assert.deepEqual(scriptRunOffsets("か\u3099葛\u{e0100}A"), [5]);
    assert.deepEqual(scriptRunOffsets("Hello мир 👋"), []);
    assert.equal(isSameScriptRun("東", "京"), true);
    assert.equal(isSameScriptRun("東", "!"), false);
  });
});
