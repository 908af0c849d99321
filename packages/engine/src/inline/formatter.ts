import { evaluateCalculation } from "@placard/templates/scene";
import type * as scenes from "@placard/templates/scene";
import type { TextNode } from "../layout/nodes.ts";
import { languageOf, type Language } from "../fonts/language.ts";
import type { Typefaces } from "../fonts/typefaces.ts";
import type {
  CreateSteppedFormatter,
  InlineLayout,
  SteppedFormatter,
  Steps,
} from "../layout/inline-content.ts";
import type { Line } from "../layout/placed.ts";
import { joinContent, type InlineBox } from "./content.ts";
import { createFlow, createRun, resolve, resolveSizes, type Flow, type Run } from "./flow.ts";
import { evenLines } from "./even-lines.ts";
import { breakLines, isTooWide, type BrokenLine, type IndentOf } from "./lines.ts";
import { justifyLine } from "./justify.ts";
import { placeLine, type Root } from "./place-line.ts";
import { truncateLine } from "./truncate-line.ts";

/** Creates the function that creates formatters for the texts of one scene, with its fonts. */
export function inlineFormatterFor(
  { root }: { readonly root?: scenes.SceneNode },
  typefaces: Typefaces,
): CreateSteppedFormatter {
  let allTexts: string | undefined;
  return (items, container) => {
    const content = joinContent(items, container.style);
    const fontsOf = (node: TextNode) => {
      return {
        typeface: typefaces.of(node.style),
        language: languageOfNode(node, content.text, () => (allTexts ??= root ? textIn(root) : "")),
      };
    };
    const { metrics } = typefaces.of(container.style);
    const metricsOf: Root["metricsOf"] = (style) => typefaces.of(style).metrics;
    const { style, fit } = container;
    const ellipsisNode: TextNode = {
      kind: "text",
      path: "",
      style,
      ...(fit && { fit }),
      text: "…",
      fields: [],
    };
    const ellipsis = createRun(ellipsisNode, fontsOf(ellipsisNode));
    const rootOf = (): Root => ({
      style: container.style,
      metrics,
      size: resolve(container.style.fontSize, container.fit),
      fittedSize: container.fit?.size ?? 0,
      maxLines: (style.lineClamp !== undefined && container.fit?.maxLines) || Infinity,
      metricsOf,
    });
    return createFormatter({
      createFlow: () => createFlow(content, container.style, fontsOf),
      root: rootOf,
      ellipsis,
    });
  };
}

/** A flow and its container. */
interface Block {
  readonly createFlow: () => Steps<Flow>;
  readonly root: () => Root;
  readonly ellipsis: Run;
}

function createFormatter({ createFlow: create, root, ellipsis }: Block): SteppedFormatter {
  let flow: Flow | undefined;
  function* itemsInSize(): Steps<Flow["items"]> {
    flow ??= yield* create();
    resolveSizes([...flow.runs, ellipsis]);
    return flow.items;
  }
  return {
    *minContentWidth() {
      const items = yield* itemsInSize();
      const indentOf = indentsOf(items, root(), 0);
      return widest(yield* breakLines(items, 0, { purpose: "min-content", indentOf }));
    },
    *maxContentWidth() {
      const items = yield* itemsInSize();
      const indentOf = indentsOf(items, root(), 0);
      return widest(yield* breakLines(items, Infinity, { purpose: "lines", indentOf }));
    },
    *layOut(width) {
      return yield* layOut(yield* itemsInSize(), root(), width, ellipsis);
    },
  };
}

function widest(lines: readonly BrokenLine[]): number {
  return lines.reduce((width, line) => Math.max(width, line.indent + line.width), 0);
}

/** The indents of lines; undefined if there are none. Percentages are of `width`. */
function indentsOf(items: Flow["items"], { style, fittedSize }: Root, width: number): IndentOf | undefined {
  const { length, isHanging, isEachLine } = style.textIndent;
  if (length === 0) return undefined;
  const indent =
    typeof length === "number"
      ? length
      : "em" in length
        ? length.em * fittedSize
        : "percent" in length
          ? (length.percent / 100) * width
          : evaluateCalculation(length.calculation, width, fittedSize);
  return ({ next, rest }) => {
    const isFirst = next === 0 || (isEachLine && items[next - 1]?.kind === "break");
    return (isFirst && !rest) === isHanging ? 0 : indent;
  };
}

/** The cost of a broken word: 0 where the author permitted the break, the highest between any two letters. */
const wordBreakCosts: Readonly<Record<NonNullable<BrokenLine["wordBreak"]>, number>> = {
  "soft hyphen": 0,
  sign: 1,
  syllable: 2,
  letter: 3,
};

function* layOut(items: Flow["items"], root: Root, width: number, ellipsis: Run): Steps<InlineLayout> {
  const { textWrap, textOverflow, overflow } = root.style;
  const lineClamp = Math.min(root.style.lineClamp ?? Infinity, root.maxLines);
  const indentOf = indentsOf(items, root, width);
  const filled = (yield* breakLines(items, width, { purpose: "lines", indentOf })).filter(isVisible);
  const isClamped = filled.length > lineClamp;
  // Text that is cut fills its lines, as in Chromium.
  const all =
    textWrap === "wrap" || isClamped ? filled : yield* evenLines(items, filled, width, textWrap, indentOf);
  const cutsLines = textOverflow === "ellipsis" && overflow !== "visible" && overflow !== "clip-y";
  let isTruncated = isClamped;
  const broken: BrokenLine[] = [];
  for (const [index, filledLine] of all.slice(0, lineClamp).entries()) {
    const line = justifyLine(filledLine, width, root.style);
    const isCut = cutsLines && isTooWide(line, width);
    if (isCut) isTruncated = true;
    const endsEarly = isClamped && index === lineClamp - 1;
    if (!isCut && !endsEarly) {
      broken.push(line);
      continue;
    }
    // The ellipsis follows letters of a broken word, not a hyphen.
    const [unbroken] = line.wordBreak
      ? yield* breakLines(items, Infinity, { purpose: "lines", start: line.start, indentOf })
      : [];
    broken.push(truncateLine(unbroken ?? line, width, ellipsis));
  }
  const lines: Line[] = [];
  let top = 0;
  let continues: InlineBox | undefined;
  for (const [index, line] of broken.entries()) {
    yield;
    const placed = placeLine(line, root, { top, width, continues });
    lines.push(placed);
    top += placed.height;
    continues = openAfter(all[index]!, continues);
  }
  return {
    x: 0,
    y: 0,
    width: widest(broken),
    height: top,
    lines,
    isTruncated,
    firstBaseline: lines[0]?.baseline ?? 0,
    lastBaseline: lines.at(-1)?.baseline ?? 0,
    overflows: all.some((line) => isTooWide(line, width)),
    lineCount: all.length,
    wordBreakCost: all.reduce((cost, { wordBreak }) => cost + (wordBreak ? wordBreakCosts[wordBreak] : 0), 0),
  };
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

function textIn(node: scenes.SceneNode): string {
  if (node.kind === "text") return node.text;
  return node.kind === "element" ? node.children.map(textIn).join(" ") : "";
}
