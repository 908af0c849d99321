import type { SceneNode, TextBox, TextNode } from "@placard/templates/scene";
import { languageOf, type Language } from "../fonts/language.ts";
import type { Typefaces } from "../fonts/typefaces.ts";
import { emOf, largestSizes, type FittedSizes } from "../layout/fitted-sizes.ts";
import type {
  CreateResumableFormatter,
  FormatterOf,
  InlineLayout,
  Pause,
  PendingLine,
  Resumable,
  ResumableFormatter,
} from "../layout/inline-content.ts";
import { joinContent, type InlineBox } from "./content.ts";
import { createFlow, createRun, resolve, resolveSizes, type Flow, type Run } from "./flow.ts";
import { evenLines } from "./even-lines.ts";
import { fitFactor, scaleLine, scaleRun } from "./fit-lines.ts";
import { breakLine, breakLines, isTooWide, type BrokenLine } from "./lines.ts";
import { contentArea } from "./line-metrics.ts";
import { exactPixels, snapNearest } from "../layout/boxes/lengths.ts";
import { justifyLine } from "./justify.ts";
import type { Root } from "./line-boxes.ts";
import { placeLine, type LinePosition } from "./place-line.ts";
import { truncateLine } from "./truncate-line.ts";

/** Creates the function that creates formatters for the texts of one scene, with its fonts. */
export function inlineFormatterFor(
  { root }: { readonly root?: SceneNode },
  typefaces: Typefaces,
): CreateResumableFormatter {
  let allTexts: string | undefined;
  return (pause, items, container) => {
    const content = joinContent(items, container.style, (node) => {
      const size = resolve(node.style.fontSize, emOf(node.fit, largestSizes));
      return typefaces.of(node.style).widthOf(" ", "en") * size;
    });
    const fontsOf = (node: TextNode) => {
      return {
        typeface: typefaces.of(node.style),
        language: languageOfNode(node, content.text, () => (allTexts ??= root ? textIn(root) : "")),
      };
    };
    const { metrics } = typefaces.of(container.style);
    const metricsOf: Root["metricsOf"] = (style) => typefaces.of(style).metrics;
    const { style, fit } = container;
    const ellipsisNode: TextNode = { ...container, kind: "text", path: "", text: "…", fields: [] };
    const ellipsis = createRun(ellipsisNode, fontsOf(ellipsisNode));
    const rootOf = (sizes: FittedSizes): Root => {
      const em = emOf(fit, sizes);
      const maxLines = (style.lineClamp !== undefined && fit && sizes.maxLines?.get(fit)) || Infinity;
      return { style, metrics, em, size: resolve(style.fontSize, em), maxLines, metricsOf };
    };
    return createFormatters(() => createFlow(content, style, fontsOf), rootOf, ellipsis, pause);
  };
}

/** A flow and its container, with one choice of fitted sizes. */
interface Block {
  /** Measures the items where necessary, and applies the sizes. */
  readonly itemsInSize: () => Flow["items"];
  readonly root: Root;
  readonly ellipsis: Run;
  readonly pause: Pause;
}

/** The items and the letters that are measured in a step, unless an item has more. */
const itemsPerStep = 16;
const lettersPerStep = 500;

/** The formatters share the flow, which is measured once. */
function createFormatters(
  create: () => Flow,
  rootOf: (sizes: FittedSizes) => Root,
  ellipsis: Run,
  pause: Pause,
): FormatterOf<ResumableFormatter> {
  let flow: Flow | undefined;
  let measured = 0;
  const itemsIn = (sizes: FittedSizes): Flow["items"] => {
    if (!flow) {
      flow = create();
      pause();
    }
    resolveSizes([...flow.runs, ellipsis], flow.boxes, sizes);
    let letters = 0;
    while (measured < flow.items.length) {
      const item = flow.items[measured++]!;
      if (item.kind === "piece") {
        item.measure();
        letters += item.text.length;
      }
      if (measured % itemsPerStep === 0 || letters >= lettersPerStep) {
        letters = 0;
        pause();
      }
    }
    return flow.items;
  };
  return (sizes) => {
    const block = { itemsInSize: () => itemsIn(sizes), root: rootOf(sizes), ellipsis, pause };
    return {
      minContentWidth: () => widthOf(block, 0, "min-content"),
      maxContentWidth: () => widthOf(block, Infinity, "lines"),
      layOut: (width) => layOut(block, width),
    };
  };
}

function widthOf(
  { itemsInSize, root, pause }: Block,
  available: number,
  purpose: "lines" | "min-content",
): Resumable<number> {
  const lines: BrokenLine[] = [];
  return () => {
    const items = itemsInSize();
    const indent = indentIn(root, 0);
    return widest(breakLines(items, available, { purpose, indent, lines, pause }));
  };
}

function widest(lines: readonly BrokenLine[]): number {
  return lines.reduce((width, line) => Math.max(width, line.indent + line.width), 0);
}

/** The indent of the first line, in pixels. Percentages are of `width`. */
function indentIn({ style, em }: Root, width: number): number {
  return style.textIndent === 0 ? 0 : exactPixels(style.textIndent, width, em);
}

/** The cost of a broken word: 0 where the author permitted the break, the highest between any two letters. */
const wordBreakCosts: Readonly<Record<NonNullable<BrokenLine["wordBreak"]>, number>> = {
  "soft hyphen": 0,
  sign: 1,
  syllable: 2,
  letter: 3,
};

function layOut({ itemsInSize, root, ellipsis, pause }: Block, width: number): Resumable<InlineLayout> {
  const filled: BrokenLine[] = [];
  const evened: BrokenLine[] = [];
  const lines: PendingLine[] = [];
  const factors: number[] = [];
  let [top, contentWidth, isCut] = [0, 0, false];
  let continues: InlineBox | undefined;
  return () => {
    const items = itemsInSize();
    const { textWrap, textOverflow, overflow, textFit } = root.style;
    const lineClamp = Math.min(root.style.lineClamp ?? Infinity, root.maxLines);
    const indent = indentIn(root, width);
    const options = { purpose: "lines", indent } as const;
    const visible = breakLines(items, width, { ...options, lines: filled, pause }).filter(isVisible);
    const isClamped = visible.length > lineClamp;
    // Text that is cut fills its lines, as in Chromium.
    const all =
      textWrap === "wrap" || isClamped
        ? visible
        : evenLines(items, visible, width, { wrap: textWrap, indent, evened, pause });
    const cutsLines = textOverflow === "ellipsis" && overflow !== "visible" && overflow !== "clip-y";
    const count = Math.min(all.length, lineClamp);
    const cut = (line: BrokenLine, factor: number) => {
      // The ellipsis follows letters of a broken word, not a hyphen.
      const unbroken = line.wordBreak
        ? scaleLine(breakLine(items, line.start, Infinity, options), factor)
        : line;
      return truncateLine(unbroken, width, scaleRun(ellipsis, factor));
    };
    const isCutAt = (index: number) => isClamped && index === count - 1;
    while (textFit !== "none" && factors.length < count) {
      const line = all[factors.length]!;
      factors.push(fitFactor(isCutAt(factors.length) ? cut(line, 1) : line, width, textFit));
      pause();
    }
    const hasOneFactor = textFit !== "none" && textFit.target === "consistent";
    const smallest = hasOneFactor ? factors.reduce((a, b) => Math.min(a, b), Infinity) : undefined;
    const factorOf = (index: number) => smallest ?? factors[index] ?? 1;
    while (lines.length < count) {
      const index = lines.length;
      const factor = factorOf(index);
      let line = justifyLine(scaleLine(all[index]!, factor), width, root.style);
      if (isCutAt(index) || (cutsLines && isTooWide(line, width))) {
        isCut = true;
        line = cut(line, factor);
      }
      const ends = { isFirst: index === 0, isLast: index === count - 1 };
      const placed = placeTrimmed(line, root, { top, width, continues }, ends);
      lines.push(placed);
      top += placed.height;
      contentWidth = Math.max(contentWidth, line.indent + line.width);
      continues = openAfter(all[index]!, continues);
      pause();
    }
    return {
      x: 0,
      y: 0,
      width: contentWidth,
      height: top,
      lines,
      isTruncated: isCut,
      firstBaseline: lines[0]?.baseline ?? 0,
      lastBaseline: lines.at(-1)?.baseline ?? 0,
      xHeight: root.metrics.xHeight * root.size,
      overflows: all.some((line, index) => factorOf(index) >= 1 && isTooWide(line, width)),
      lineCount: all.length,
      wordBreakCost: all.reduce(
        (cost, { wordBreak }) => cost + (wordBreak ? wordBreakCosts[wordBreak] : 0),
        0,
      ),
    };
  };
}

/** Places a line; the first and the last one without what `text-box` removes. */
function placeTrimmed(
  line: BrokenLine,
  root: Root,
  position: LinePosition,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): PendingLine {
  const placed = placeLine(line, root, position);
  const { textBox } = root.style;
  if (!textBox) return placed;
  const { over, under } = lineEdges(root, textBox, line.factor);
  const above = isFirst && over !== undefined ? placed.baseline - over : 0;
  const moved = above === 0 ? placed : placeLine(line, root, { ...position, top: -above });
  const height = isLast && under !== undefined ? placed.baseline - position.top + under : placed.height;
  return { ...moved, y: position.top, height: height - above };
}

/** The distances of the edges of a text box from the baseline in pixels; undefined if it is not trimmed. */
function lineEdges({ metrics, size }: Root, { over, under }: TextBox, factor = 1) {
  const { ascent, descent } = contentArea(metrics, size, factor);
  const { capHeight, xHeight } = metrics;
  const heightOf = (height: number) => snapNearest(height * size) * factor;
  const overs = { text: ascent, cap: heightOf(capHeight), ex: heightOf(xHeight) };
  return { over: over && overs[over], under: under && (under === "text" ? descent : 0) };
}

/** A line without text, atomic boxes or elements with edges has no height. */
function isVisible({ items, width }: BrokenLine): boolean {
  return width !== 0 || items.some(({ kind }) => kind !== "open" && kind !== "close");
}

/** The innermost element that continues in the next line. */
function openAfter({ items }: BrokenLine, continues: InlineBox | undefined): InlineBox | undefined {
  let box = continues;
  for (const item of items) {
    if (item.kind === "open") box = item.box;
    else if (item.kind === "close") box = item.box.parent;
  }
  return box;
}

const languages: ReadonlyMap<string, Language> = new Map([
  ["ja", "ja"],
  ["ko", "ko"],
  ["zh", "zh-CN"],
]);

/** The language to draw a text in: its `lang` if it tells Han characters apart, otherwise detected. */
function languageOfNode({ text, style }: TextNode, paragraph: string, otherTexts: () => string): Language {
  const lang = style.lang?.toLowerCase() ?? "";
  if (/^zh\b.*\b(?:tw|hk|mo|hant)\b/.test(lang)) return "zh-TW";
  const stated = languages.get(lang.split("-")[0] ?? "");
  const detected = languageOf(text, paragraph);
  if (detected === "en") return detected;
  if (stated) return stated;
  return detected === "zh-CN" ? languageOf(text, `${paragraph} ${otherTexts()}`) : detected;
}

function textIn(node: SceneNode): string {
  if (node.kind === "text") return node.text;
  return node.kind === "element" ? node.children.map(textIn).join(" ") : "";
}
