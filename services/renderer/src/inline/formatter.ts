import type { Scene, SceneNode, TextNode } from "@placard/templates/scene";
import { languageOf, type Language } from "../fonts/language.ts";
import { createTypefaces } from "../fonts/typefaces.ts";
import type { CreateInlineFormatter, InlineFormatter, InlineLayout } from "../layout/inline-content.ts";
import type { Line } from "../layout/placed.ts";
import { joinContent, type InlineBox } from "./content.ts";
import { createFlow, resolve, resolveSizes, type Flow } from "./flow.ts";
import { breakLines, type BrokenLine } from "./lines.ts";
import { placeLine, type Root } from "./place-line.ts";

/** What a scene has in common for all its texts. */
type SceneTexts = Pick<Scene, "fontFaces"> & { readonly root?: SceneNode };

/** Creates the function that creates formatters for the texts of one scene, with its fonts. */
export function inlineFormatterFor({ fontFaces, root }: SceneTexts): CreateInlineFormatter {
  const typefaces = createTypefaces(fontFaces);
  let allTexts: string | undefined;
  return (items, container) => {
    const content = joinContent(items, container.style);
    const fontsOf = (node: TextNode) => {
      return {
        typeface: typefaces.of(node.style),
        language: languageOfNode(node, content.text, () => (allTexts ??= root ? textIn(root) : "")),
      };
    };
    const flow = createFlow(content, container.style, fontsOf);
    const { metrics } = typefaces.of(container.style);
    const metricsOf: Root["metricsOf"] = (style) => typefaces.of(style).metrics;
    return createFormatter(flow, () => ({
      style: container.style,
      metrics,
      size: resolve(container.style.fontSize, container.fit),
      fittedSize: container.fit?.size ?? 0,
      metricsOf,
    }));
  };
}

function createFormatter(flow: Flow, rootOf: () => Root): InlineFormatter {
  return {
    minContentWidth() {
      resolveSizes(flow.runs);
      return widest(breakLines(flow.items, 0, { purpose: "min-content" }));
    },
    maxContentWidth() {
      resolveSizes(flow.runs);
      return widest(breakLines(flow.items, Infinity, { purpose: "lines" }));
    },
    layOut(width) {
      resolveSizes(flow.runs);
      return layOut(flow, rootOf(), width);
    },
  };
}

function widest(lines: readonly BrokenLine[]): number {
  return lines.reduce((width, line) => Math.max(width, line.width), 0);
}

function layOut(flow: Flow, root: Root, width: number): InlineLayout {
  const broken = breakLines(flow.items, width, { purpose: "lines" }).filter(isVisible);
  const lines: Line[] = [];
  let top = 0;
  let continues: InlineBox | undefined;
  for (const line of broken) {
    const placed = placeLine(line, root, { top, width, continues });
    lines.push(placed);
    top += placed.height;
    continues = openAfter(line, continues);
  }
  return {
    x: 0,
    y: 0,
    width: widest(broken),
    height: top,
    lines,
    isTruncated: false,
    firstBaseline: lines[0]?.baseline ?? 0,
    lastBaseline: lines.at(-1)?.baseline ?? 0,
    overflows: broken.some((line) => line.width > width + 1 / 32),
    lineCount: broken.length,
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

const languages: Readonly<Record<string, Language>> = { ja: "ja", ko: "ko", zh: "zh-CN" };

/** The language to draw a text in: that of its `lang` attribute if it tells Han characters apart, otherwise detected. */
function languageOfNode({ text, style }: TextNode, paragraph: string, otherTexts: () => string): Language {
  const lang = style.lang?.toLowerCase() ?? "";
  if (/^zh\b.*\b(?:tw|hk|mo|hant)\b/.test(lang)) return "zh-TW";
  const stated = languages[lang.split("-")[0] ?? ""];
  const detected = languageOf(text, paragraph);
  if (detected === "en") return detected;
  if (stated) return stated;
  return detected === "zh-CN" ? languageOf(text, `${paragraph} ${otherTexts()}`) : detected;
}

function textIn(node: SceneNode): string {
  if (node.kind === "text") return node.text;
  return node.kind === "element" ? node.children.map(textIn).join(" ") : "";
}
