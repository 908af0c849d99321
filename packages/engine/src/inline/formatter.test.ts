import assert from "node:assert/strict";
import { initialStyle } from "@placard/templates";
import type { ElementNode, Style } from "@placard/templates/scene";
import { describe, it } from "mocha";
import { largestSizes } from "../layout/fitted-sizes.ts";
import type { InlineItem, PendingLine } from "../layout/inline-content.ts";
import { FontLibrary } from "../fonts/typefaces.ts";
import { withoutPauses } from "../testing/resumable-formatters.ts";
import { inlineFormatterFor } from "./formatter.ts";

const createFormatter = withoutPauses(inlineFormatterFor({}, new FontLibrary().typefacesOf([])));

const sides = <T>(value: T) => ({ top: value, right: value, bottom: value, left: value });

const initial: Style = { ...initialStyle, fontSize: 20, fontWeight: 500, lineHeight: { factor: 1.5 } };

type Content = string | { style: Partial<Style>; content: readonly Content[] };

function itemsOf(content: readonly Content[], parent: Style): InlineItem[] {
  return content.flatMap((each): InlineItem[] => {
    if (each === "\n") return [{ kind: "break", node: { kind: "break", path: "", style: parent } }];
    if (typeof each === "string") {
      return [{ kind: "text", node: { kind: "text", path: "", style: parent, text: each, fields: [] } }];
    }
    const style = { ...parent, margin: initial.margin, padding: initial.padding, ...each.style };
    const node: ElementNode = { kind: "element", path: "", style, children: [] };
    return [{ kind: "open", node }, ...itemsOf(each.content, style), { kind: "close", node }];
  });
}

function format(content: readonly Content[], style: Partial<Style> = {}) {
  const container = { ...initial, ...style };
  return createFormatter(itemsOf(content, container), { style: container })(largestSizes);
}

const textOf = (fragments: PendingLine["fragments"]) =>
  fragments.map((fragment) => (fragment.kind === "text" ? fragment.text : "")).join("");

function linesOf(content: readonly Content[], width: number, style: Partial<Style> = {}): string[] {
  return format(content, style)
    .layOut(width)
    .lines.map(({ fragments }) => textOf(fragments));
}

describe("inline formatting", () => {
  it("collapses white space across the borders of elements", () => {
    const content = ["  Ada ", { style: {}, content: [" and\n ", "Charles "] }, " wrote "];
    assert.deepEqual(linesOf(content, 1000), ["Ada and Charles wrote"]);
  });

  it("trims the first and the last line to the edges of the text box", () => {
    const plain = format(["Ada", "\n", "Bob"]).layOut(1000);
    const textBox = { over: "cap", under: "alphabetic" } as const;
    const trimmed = format(["Ada", "\n", "Bob"], { textBox }).layOut(1000);
    assert.ok(Math.abs(trimmed.firstBaseline - 0.727 * 20) < 0.1);
    assert.equal(trimmed.height, trimmed.lastBaseline);
    const distance = plain.lastBaseline - plain.firstBaseline;
    assert.equal(trimmed.lastBaseline - trimmed.firstBaseline, distance);
  });

  it("kerns letters of one font across the borders of elements without edges", () => {
    const widthOf = (style: Partial<Style>) => format(["AV", { style, content: ["AT"] }]).maxContentWidth();
    const whole = format(["AVAT"]).maxContentWidth();
    assert.ok(Math.abs(widthOf({ color: "#ff0000" }) - whole) < 0.01);
    assert.ok(widthOf({ padding: sides(1) }) > whole + 2.5);
    const [word, period] = format([{ style: {}, content: ["7"] }, "."])
      .layOut(1000)
      .lines[0]!.fragments.filter(({ kind }) => kind === "text");
    assert.ok(period!.x < format(["7"]).maxContentWidth() - 1);
    assert.ok(Math.abs(word!.x + word!.width - period!.x) < 0.01);
  });

  it("keeps white space and line ends as white-space says", () => {
    const text = " a  b \n c ";
    assert.deepEqual(linesOf([text], 1000, { whiteSpace: "pre" }), [" a  b ", " c "]);
    assert.deepEqual(linesOf([text], 1000, { whiteSpace: "pre-line" }), ["a b", "c"]);
    assert.deepEqual(linesOf(["one two"], 10, { whiteSpace: "nowrap" }), ["one two"]);
  });

  it("widens spaces of justified lines, but not of the last one or before a forced break", () => {
    const content = ["one two three four", "\n", "five six"];
    const ends = (style: Partial<Style>) =>
      format(content, { textAlign: "justify", ...style })
        .layOut(120)
        .lines.map(({ x, width }) => Math.round(x + width));
    const [first, ...others] = ends({});
    assert.equal(first, 120);
    assert.ok(
      others.every((end) => end < 110),
      others.join(),
    );
    assert.deepEqual(new Set(ends({ textAlignLast: "justify" }).slice(0, 1)), new Set([120]));
    assert.equal(ends({ textAlignLast: "justify" }).at(-1), 120);
  });

  it("indents the first line", () => {
    const { lines } = format(["one two", "\n", "three four five"], { textIndent: { percent: 10 } }).layOut(
      100,
    );
    assert.deepEqual(
      lines.map(({ x }) => x),
      [10, 0, 0],
    );
  });

  it("adds word spacing to spaces and no-break spaces", () => {
    const widthOf = (wordSpacing: number) => format(["a b\u00a0c"], { wordSpacing }).maxContentWidth();
    assert.ok(Math.abs(widthOf(10) - widthOf(0) - 20) < 0.01);
  });

  it("breaks lines at forced breaks, and adds no line after the last", () => {
    assert.deepEqual(linesOf(["a", "\n", "\n", "b", "\n"], 1000), ["a", "", "b"]);
  });

  it("does not break a word that consists of several elements", () => {
    const bold = { style: { fontWeight: 800 }, content: ["break"] } as const;
    const content = ["one un", bold, "able two"];
    assert.deepEqual(linesOf(content, 120), ["one", "unbreakable", "two"]);
  });

  it("breaks a word that is wider than a line only if overflow-wrap allows it", () => {
    const word = "w".repeat(20);
    assert.deepEqual(linesOf([word], 100), [word]);
    const broken = linesOf([word], 100, { overflowWrap: "break-word" });
    assert.ok(broken.length > 2);
    assert.equal(broken.join(""), word);
    const style = { overflowWrap: "anywhere" } as const;
    assert.ok(format([word], style).minContentWidth() < 20);
    assert.ok(format([word], { overflowWrap: "break-word" }).minContentWidth() > 100);
  });

  it("keeps Japanese endings and counters with the word before them with auto-phrase", () => {
    const phrases = (text: string) => linesOf([text], 1, { wordBreak: "auto-phrase" });
    assert.deepEqual(phrases("画像を十倍速くする"), ["画像を", "十倍速くする"]);
    assert.deepEqual(phrases("忘れていられる道具"), ["忘れていられる", "道具"]);
    assert.deepEqual(phrases("失敗、そして改善"), ["失敗、", "そして", "改善"]);
  });

  it("keeps signs of units with the number before them with auto-phrase", () => {
    assert.deepEqual(linesOf(["1.299,00 € now"], 1, { wordBreak: "auto-phrase" }), ["1.299,00 €", "now"]);
  });

  it("is at least as wide as the widest letter where words may be broken anywhere", () => {
    for (const letterSpacing of [0, 3]) {
      const style = { overflowWrap: "anywhere", letterSpacing } as const;
      const widths = ["i", "W", "e\u0301", "👩‍👧", "l"].map((letter) =>
        format([letter], style).maxContentWidth(),
      );
      const width = format(["lilW ie\u0301li li👩‍👧l"], style).minContentWidth();
      assert.equal(width, Math.max(...widths));
    }
  });

  it("shows the hyphen of a soft hyphen only at the end of a line", () => {
    assert.deepEqual(linesOf(["wonder\u00adful"], 1000), ["wonderful"]);
    assert.deepEqual(linesOf(["wonder\u00adful"], 80), ["wonder‐", "ful"]);
  });

  it("places baselines by the font's metrics and half of the leading", () => {
    const { lines, height } = format(["one", "\n", "two"]).layOut(100);
    // Inter at 20 px: ascent 19, descent 5; 30 px high lines have 3 px above and below.
    assert.deepEqual(
      lines.map(({ baseline }) => baseline),
      [22, 52],
    );
    assert.equal(height, 60);
  });

  it("grows a line for larger text, with all text on one baseline", () => {
    const big = { style: { fontSize: 40 }, content: ["big"] };
    const [line] = format(["small ", big], { lineHeight: "normal" }).layOut(1000).lines;
    assert.equal(line!.height, 49);
    const baselines = line!.fragments.flatMap((each) => (each.kind === "text" ? [each.baseline] : []));
    assert.deepEqual(baselines, [39, 39]);
  });

  it("gives inline elements their padding at their start and end only", () => {
    const tag = { style: { padding: sides(10) }, content: ["one two"] };
    const { lines } = format([tag]).layOut(70);
    const boxes = lines.map(({ fragments }) => fragments.find((each) => each.kind === "inline-box")!);
    assert.deepEqual(
      boxes.map((box) => box.kind === "inline-box" && [box.isStart, box.isEnd]),
      [
        [true, false],
        [false, true],
      ],
    );
    const [text] = lines[0]!.fragments.filter((each) => each.kind === "text");
    assert.equal(text!.x, 10);
  });

  it("orders right-to-left text, and aligns it with the right side", () => {
    const { lines } = format(["שלום world"], { direction: "rtl" }).layOut(300);
    const fragments = lines[0]!.fragments.filter((each) => each.kind === "text");
    assert.deepEqual(
      fragments.map(({ text, direction }) => [text.trim(), direction]),
      [
        ["world", "ltr"],
        ["שלום", "rtl"],
      ],
    );
    assert.equal(Math.round(fragments.at(-1)!.x + fragments.at(-1)!.width), 300);
  });

  it("cuts text after its last line with an ellipsis, between graphemes", () => {
    const family = "👨‍👩‍👧‍👦";
    const style = { lineClamp: 2, overflow: "hidden", overflowWrap: "anywhere" } as const;
    const layout = format([family.repeat(40)], style).layOut(200);
    assert.deepEqual([layout.lines.length, layout.isTruncated, layout.lineCount > 2], [2, true, true]);
    const text = layout.lines.map(({ fragments }) => textOf(fragments)).join("");
    assert.equal(text.replaceAll(family, ""), "…");
    assert.ok(layout.width <= 200);
  });

  it("puts the ellipsis after the last word if there is room, and keeps a text that fits", () => {
    const style = { lineClamp: 1, overflow: "hidden" } as const;
    assert.deepEqual(linesOf(["Notes from maintaining"], 130, style), ["Notes from…"]);
    assert.deepEqual(linesOf(["Notes, maintaining"], 110, style), ["Notes…"], "not after a comma");
    assert.deepEqual(linesOf(["Notes from"], 130, style), ["Notes from"]);
    const nowrap = { ...style, whiteSpace: "nowrap", textOverflow: "ellipsis" } as const;
    const signs = `Notes${" ,".repeat(20_000)}`;
    assert.deepEqual(linesOf([signs], 150_000, nowrap), ["Notes …"], "not after thousands of signs");
  });

  it("cuts a line that is too wide with text-overflow: ellipsis", () => {
    const style = { whiteSpace: "nowrap", textOverflow: "ellipsis" } as const;
    const layout = format(["one two three four"], { ...style, overflow: "hidden" }).layOut(100);
    assert.match(textOf(layout.lines[0]!.fragments), /^one two ?t?h?…$/);
    assert.deepEqual([layout.isTruncated, layout.overflows], [true, true]);
    assert.equal(format(["one two three four"], style).layOut(100).isTruncated, false);
  });

  it("balances the lines of a text without adding one", () => {
    const text = "What we talk about when we talk about latency";
    const lengths = linesOf([text], 300, { textWrap: "balance" }).map((line) => line.length);
    assert.equal(lengths.length, linesOf([text], 300).length);
    assert.ok(Math.max(...lengths) - Math.min(...lengths) <= 6, lengths.join());
  });

  it("scales no line beyond its width with text-fit, not even if one is almost full", () => {
    const textFit = { min: 1, max: Infinity, target: "consistent" } as const;
    const full = format(["one two three"]).maxContentWidth();
    for (const width of [0, full - 1, full, full + 1, full + 10, 3 * full]) {
      const plain = format(["one two three one"]).layOut(width);
      const { lines } = format(["one two three one"], { textFit }).layOut(width);
      const grown = lines.filter((line, index) => line.width > plain.lines[index]!.width);
      assert.ok(
        grown.every((line) => line.width < width + 0.1),
        `${width} px`,
      );
    }
    assert.ok(Math.abs(format(["one"], { textFit }).layOut(300).width - 300) < 0.1);
  });

  it("takes only as many measurements for another fitted size as are new", () => {
    const fit = { min: 10, max: 40 };
    const style = { ...initial, fontSize: { em: 1 } } as const;
    const items: InlineItem[] = [
      { kind: "text", node: { kind: "text", path: "", style, fit, text: "some words to fit", fields: [] } },
    ];
    const formatterOf = createFormatter(items, { style, fit });
    const width = formatterOf(largestSizes).maxContentWidth();
    const smaller = formatterOf({ sizeOf: () => 20 });
    assert.equal(smaller.maxContentWidth(), width / 2);
  });

  it("gives scripts with tall marks the line height they need if line-height is a number", () => {
    const heightOf = (text: string, lineHeight: Style["lineHeight"]) =>
      format([text], { fontSize: 100, lineHeight }).layOut(2000).height;
    assert.deepEqual(
      ["Hindi", "हिन्दी", "MÄJOR", "MẪJOR"].map((text) => heightOf(text, { factor: 1.1 })),
      [110, 135, 120, 130],
    );
    assert.equal(heightOf("हिन्दी", 110), 110);
  });

  it("removes the white half of full-width punctuation between two of them", () => {
    const widthOf = (text: string) => format([text]).maxContentWidth();
    assert.equal(Math.round(widthOf("」。")), 30);
    assert.equal(Math.round(widthOf("と。")), 40);
    const [fragment] = format(["と」。"]).layOut(1000).lines[0]!.fragments;
    assert.ok(fragment?.kind === "text");
    assert.deepEqual(
      fragment.letters?.map(({ text, x }) => [text, Math.round(x)]),
      [
        ["と」", 0],
        ["。", 30],
      ],
    );
  });

  it("keeps elements of another direction apart from the text around them", () => {
    const content = ["one ", { style: { direction: "rtl" }, content: ["two!"] }, " (three)"] as const;
    const fragments = format(content).layOut(1000).lines[0]!.fragments;
    assert.equal(textOf(fragments), "one !two (three)");
  });
});
