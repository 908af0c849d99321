import { suggestName } from "@placard/contracts/nearest-name";
import type { TemplateDocument } from "../document.ts";
import { embeddedImage, isDataUrl } from "../data-url.ts";
import type { FontFace, ImageSource } from "../scene/index.ts";
import { checkFonts } from "./check-fonts.ts";
import { checkExpansion, checkStyleSize } from "./check-size.ts";
import { checkIneffective } from "./check-ineffective.ts";
import { checkUsage } from "./check-usage.ts";
import { checkVariables } from "./check-variables.ts";
import { createEnvironment } from "./css/declarations.ts";
import { parseStylesheet, Stylesheet } from "./css/stylesheet.ts";
import { checkContext, type ValueContext } from "./css/value-context.ts";
import { ExpressionParser, type Expression } from "./data/expressions.ts";
import type { DataFields } from "./data/fields.ts";
import { assetName } from "./html/attribute-reader.ts";
import { convertElements } from "./html/convert-elements.ts";
import { findData } from "./html/declaration-data.ts";
import { findRoot, offsetOfAttribute, parseHtml, type HtmlElement } from "./html/parse-html.ts";
import type { TemplateElement } from "./html/template-element.ts";
import { limits } from "./limits.ts";
import type { ProblemList } from "./problem-list.ts";
import { toImageSource } from "./scene/image-source.ts";
import type { Steps } from "./steps.ts";
import { findCandidates, type StyledElements } from "./style/find-candidates.ts";

/** What `template.html` is checked with. */
export interface HtmlEnvironment {
  readonly assets: TemplateDocument["assets"];
  readonly fields: DataFields;
  readonly paletteFields: readonly string[];
}

/** `template.html` with everything that was found in it. */
export interface CheckedHtml {
  /** The parsed root element, with the places of its tags and attributes. */
  readonly parsed: HtmlElement;
  readonly styles: readonly HtmlElement[];
  readonly root: TemplateElement;
  readonly styled: StyledElements;
  readonly sheet: Stylesheet;
  /** The content of the style elements. */
  readonly css: string;
  readonly fontFaces: readonly FontFace[];
  readonly findAsset: ValueContext["asset"];
}

/** `template.html` as a browser reads it: offsets refer to this text. */
export function normalizeHtml(html: string): string {
  return html.replace(/\r\n?/gu, "\n").replaceAll("\0", "\ufffd");
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Checks `template.html` completely. Returns undefined if it has no root element. */
export function* checkHtml(
  html: string,
  { assets, fields, paletteFields }: HtmlEnvironment,
  problems: ProblemList,
): Steps<CheckedHtml | undefined> {
  if (html.length > limits.htmlBytes || byteLength(html) > limits.htmlBytes) {
    problems.error(
      0,
      `template.html is larger than ${limits.htmlBytes / 1024} KiB`,
      "Move drawings to assets, and remove elements or alternatives.",
    );
    return undefined;
  }
  const embedded = new Map<string, ImageSource | undefined>();
  const findAsset = (path: string, color: string): ImageSource | undefined => {
    if (isDataUrl(path)) {
      if (!embedded.has(path)) embedded.set(path, embeddedImage(path));
      return embedded.get(path);
    }
    const name = assetName(path);
    return Object.hasOwn(assets, name) ? toImageSource(assets[name]!, color) : undefined;
  };
  const context: ValueContext = { ...checkContext, asset: findAsset };
  const parsed = parseHtml(html, problems);
  yield;
  const sheet = new Stylesheet();
  const css = parsed.styles.map((style) => compileStyle(style, sheet, context, problems)).join("\n");
  yield;
  const expressions = new ExpressionParser(fields, parsed.loopVariables);
  for (const { index, 1: tag = "" } of html.matchAll(/<!--(?:.*?-->|.*)|\{%-?([^%{}]{1,80})%\}/gsu))
    expressions.refuseBlockTag(tag, (message, suggestion) => problems.error(index, message, suggestion));
  const sheetData = new Map<string, Expression>();
  for (const declaration of sheet.rules.flatMap((rule) => rule.declarations))
    findData(declaration, expressions, [], problems, sheetData);
  const parsedRoot = parsed.html && findRoot(parsed.html, hasBodyRule(sheet), problems);
  if (!parsedRoot) return undefined;
  const elements = yield* convertElements(parsedRoot, {
    html,
    problems,
    expressions,
    assets,
    context,
    sheetData,
  });
  const [root] = elements;
  if (!root) return undefined;
  const fontFaces = findFontFaces(sheet, assets, problems);
  const declarations = [
    ...sheet.rules.flatMap((rule) => rule.declarations),
    ...elements.flatMap(({ style }) => style),
  ];
  const weights = checkVariables(declarations, sheet, elements, context, problems);
  yield;
  const styled = findCandidates(sheet, elements, problems);
  yield;
  checkExpansion(styled, sheetData, fields, problems);
  // What was not read may use what seems to be unused.
  if (!problems.hasUnread && !expressions.hasBlockTags)
    checkUsage(sheet, styled, expressions, paletteFields, problems);
  checkIneffective(styled, problems);
  checkFonts(html, declarations, sheet, problems);
  checkStyleSize(styled, weights, fields, problems);
  const { styles } = parsed;
  return { parsed: parsedRoot, styles, root, styled, sheet, css, fontFaces, findAsset };
}

function hasBodyRule({ rules }: Stylesheet): boolean {
  return rules.some(({ selectors }) =>
    selectors.some(({ text }) => /(?<![\w.#"'-])body(?![\w-])/u.test(text)),
  );
}

/** Attributes of style elements whose usual values have no effect. */
const standardAttributes: ReadonlyMap<string, RegExp> = new Map([
  ["type", /^(?:text\/css)?$/iu],
  ["media", /^(?:all|screen)?$/iu],
]);

/** Adds the rules of a style element to a sheet. Returns its text. */
function compileStyle(
  style: HtmlElement,
  sheet: Stylesheet,
  context: ValueContext,
  problems: ProblemList,
): string {
  for (const { name, value } of style.attrs) {
    if (name === "nonce" || standardAttributes.get(name)?.test(value)) continue;
    problems.error(
      offsetOfAttribute(style, name),
      `The attribute \`${name.slice(0, 40)}\` is not supported on \`style\``,
      "Remove it.",
    );
  }
  const [text] = style.childNodes;
  const start = text?.sourceCodeLocation?.startOffset ?? 0;
  const css = text && "value" in text ? text.value : "";
  parseStylesheet(createEnvironment(css, start, context, problems), sheet);
  return css;
}

const uploadFont = "Upload the font file as an asset and write `src: url(assets/name.woff2)`.";

function findFontFaces(
  { fontFaces }: Stylesheet,
  assets: TemplateDocument["assets"],
  problems: ProblemList,
): FontFace[] {
  const isRemote = ({ path }: { path: string }) => /^(?:https?:)?\/\//iu.test(path);
  const files = new Set(fontFaces.filter((face) => !isRemote(face)).map(({ path }) => assetName(path)));
  if (files.size > limits.fontFiles) {
    problems.error(fontFaces[0]!.offset, `A template can have at most ${limits.fontFiles} font files`);
  }
  return fontFaces.flatMap(({ path, offset, ...face }): FontFace[] => {
    if (isRemote({ path })) {
      problems.warn(offset, "Font files are not fetched from a URL", uploadFont, { code: "missing_font" });
      return [];
    }
    const name = assetName(path);
    const asset = Object.hasOwn(assets, name) ? assets[name]! : undefined;
    if (asset?.contentType === "font/ttf" || asset?.contentType === "font/otf") {
      return [{ ...face, asset: asset.id }];
    }
    problems.error(
      offset,
      asset ? `The asset “${name}” is not a font` : `Unknown font asset “${path.slice(0, 60)}”`,
      suggestName(name, Object.keys(assets), uploadFont),
    );
    return [];
  });
}
