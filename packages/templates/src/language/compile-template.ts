import type { Brand, TemplateData, Warning } from "@placard/contracts";
import type { TObject } from "typebox";
import { contrastWarnings } from "../brand-palette.ts";
import type { Problem, TemplateDocument } from "../document.ts";
import type { FontFace, ImageSource, Scene } from "../scene/index.ts";
import { checkFonts } from "./check-fonts.ts";
import { checkExpansion, checkStyleSize } from "./check-size.ts";
import { checkUsage } from "./check-usage.ts";
import { checkVariables } from "./check-variables.ts";
import type { DeclarationEnvironment } from "./css/declarations.ts";
import { checkContext, type ValueContext } from "./css/value-context.ts";
import { parseStylesheet, type Stylesheet } from "./css/stylesheet.ts";
import { ExpressionParser, type Expression, type Refuse } from "./data/expressions.ts";
import { toSchema } from "./data/fields.ts";
import { withLayout } from "./data/layouts.ts";
import { createJsonLocator } from "./data/json-positions.ts";
import { parseTemplateJson, type CheckedTemplateJson, type Sample } from "./data/template-json.ts";
import { findDataImages } from "./html/data-images.ts";
import { convertElements } from "./html/convert-elements.ts";
import { parseHtml, type HtmlElement } from "./html/parse-html.ts";
import { limits } from "./limits.ts";
import { suggestName } from "@placard/contracts/nearest-name";
import { ProblemList, type Suggestion } from "./problem-list.ts";
import { buildScene, type SceneSource } from "./scene/build-scene.ts";
import { toImageSource } from "./scene/image-source.ts";
import { chooseColors } from "./scene/palette-variables.ts";
import { createStyleTree, findCandidates } from "./style/create-style-tree.ts";

export interface CompiledTemplate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The names of the most important data fields, in the order of the template list. */
  readonly fields: readonly string[];
  readonly data: TObject;
  /** The names of its layouts. */
  readonly layouts: readonly string[];
  readonly samples: readonly Sample[];
  /** A pure function: the same data, size and brand give the same scene. The data must be valid. */
  scene: (data: TemplateData, card: CardOptions) => Scene;
  /** The pairs of text and background in the document that a brand's colors make hard to read. */
  brandWarnings: (brand: Brand | undefined) => readonly Warning[];
  readonly document: TemplateDocument;
  /** What the card of some data is built from. */
  readonly source: CompiledSource;
}

/** The size of a card in pixels, its look and its language. */
export interface CardOptions {
  readonly width: number;
  readonly height: number;
  readonly brand?: Brand | undefined;
  /** A BCP 47 tag. Default: detected by the script of the title. */
  readonly locale?: string | undefined;
  /** One of the template's layouts. Default: chosen by the data. */
  readonly layout?: string | undefined;
  /** Positions as in `object-position`, by the paths of fields with images. */
  readonly focus?: Readonly<Record<string, string>> | undefined;
}

export interface CompiledSource extends SceneSource {
  /** The content of the style elements. */
  readonly css: string;
  /** The custom properties that the document mentions. */
  readonly variables: ReadonlySet<string>;
}

/** A document with problems has no template if one of them is an error. */
export interface CompileResult {
  readonly template: CompiledTemplate | undefined;
  readonly problems: readonly Problem[];
}

/**
 * Compiles a template document: checks it completely, and creates the function from data to a scene. Never
 * throws. `templateText` is the text of `template.json`; with it, its problems have positions.
 */
export function compileTemplate(
  document: TemplateDocument,
  { templateText = "" }: { templateText?: string } = {},
): CompileResult {
  const jsonProblems = new ProblemList("template.json", templateText);
  const json = checkJson(document, templateText, jsonProblems);
  const html = document.html.replace(/\r\n?/gu, "\n").replaceAll("\0", "\ufffd");
  const htmlProblems = new ProblemList("template.html", html);
  const source = compileHtml(html, document, json, htmlProblems);
  const problems = [...jsonProblems.problems, ...htmlProblems.problems];
  const hasErrors = jsonProblems.hasErrors || htmlProblems.hasErrors;
  return { template: hasErrors || !source ? undefined : createTemplate(source, document), problems };
}

function checkJson(
  { template }: TemplateDocument,
  templateText: string,
  problems: ProblemList,
): CheckedTemplateJson {
  const locate = createJsonLocator(templateText);
  const report = (pointer: string, message: string, suggestion?: Suggestion) =>
    problems.error(locate(pointer), `${pointer || "template.json"} ${message}`, suggestion, pointer);
  if (byteLength(JSON.stringify(template)) > limits.jsonBytes) {
    report("", `is larger than ${limits.jsonBytes / 1024} KiB`);
    return parseTemplateJson({}, () => {});
  }
  return parseTemplateJson(template, report);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function compileHtml(
  html: string,
  document: TemplateDocument,
  json: CheckedTemplateJson,
  problems: ProblemList,
): CompiledSource | undefined {
  if (html.length > limits.htmlBytes || byteLength(html) > limits.htmlBytes) {
    problems.error(0, `template.html is larger than ${limits.htmlBytes / 1024} KiB`);
    return undefined;
  }
  const { assets } = document;
  const findAsset = (path: string, color: string): ImageSource | undefined => {
    const name = assetName(path);
    return Object.hasOwn(assets, name) ? toImageSource(assets[name]!, color) : undefined;
  };
  const context: ValueContext = { ...checkContext, asset: findAsset };
  const parsed = parseHtml(html, problems);
  const sheets = parsed.styles.map((style) => compileStyle(style, context, problems));
  const sheet: Stylesheet = {
    rules: sheets.flatMap(({ sheet: { rules } }) => rules),
    fontFaces: sheets.flatMap(({ sheet: { fontFaces } }) => fontFaces),
  };
  const expressions = new ExpressionParser(withLayout(json.fields, json.layouts));
  const dataImages = findSheetImages(sheet, expressions, problems);
  if (!parsed.root) return undefined;
  const elements = convertElements(parsed.root, { html, problems, expressions, assets, context });
  const [root] = elements;
  if (!root) return undefined;
  const fontFaces = findFontFaces(sheet, document, problems);
  const weights = checkVariables(sheet, elements, context, problems);
  const styled = findCandidates(sheet, elements, problems);
  checkExpansion(styled, dataImages, json.fields, problems);
  checkUsage({ sheet, elements, candidates: styled.candidates, json, expressions, problems });
  checkFonts(sheet, elements, problems);
  checkStyleSize(styled, { weights, fields: json.fields }, problems);
  if (problems.hasErrors) return undefined;
  return {
    json,
    css: sheets.map(({ css }) => css).join("\n"),
    variables: new Set(html.match(/--[a-z][a-z0-9-]*/gu)),
    root,
    assets,
    dataImages,
    fontFaces,
    styles: createStyleTree(styled, findAsset),
  };
}

/** The fields of `url({{photo}})` in rules, by their placeholders. */
function findSheetImages(
  { rules }: Stylesheet,
  expressions: ExpressionParser,
  problems: ProblemList,
): ReadonlyMap<string, Expression> {
  const found = new Map<string, Expression>();
  for (const declaration of rules.flatMap(({ declarations }) => declarations)) {
    const refuse: Refuse = (message, suggestion) => {
      problems.error(declaration.offset, message, suggestion);
      return undefined;
    };
    findDataImages(declaration, expressions, [], refuse, found);
  }
  return found;
}

/** `assets/logo.svg` as `logo.svg`. */
function assetName(path: string): string {
  return path.replace(/^\.?\//u, "").replace(/^assets\//u, "");
}

export interface StyleText {
  readonly css: string;
  readonly sheet: Stylesheet;
}

/** Parses a style element. The offsets of the result are those in `template.html`. */
function compileStyle(style: HtmlElement, context: ValueContext, problems: ProblemList): StyleText {
  for (const { name } of style.attrs) {
    const offset = style.sourceCodeLocation?.attrs?.[name]?.startOffset ?? 0;
    problems.error(
      offset,
      `The attribute \`${name.slice(0, 40)}\` is not supported on \`style\``,
      "Remove it.",
    );
  }
  const [text] = style.childNodes;
  const start = text?.sourceCodeLocation?.startOffset ?? 0;
  const css = text && "value" in text ? text.value : "";
  const environment: DeclarationEnvironment = {
    css,
    report: (offset, message, suggestion) => problems.error(start + offset, message, suggestion),
    warn: (offset, message, suggestion) => problems.warn(start + offset, message, suggestion),
    context,
    allowsData: false,
    start,
    isFull: () => problems.isFull,
  };
  return { css, sheet: parseStylesheet(environment) };
}

function findFontFaces(
  { fontFaces }: Stylesheet,
  { assets }: TemplateDocument,
  problems: ProblemList,
): FontFace[] {
  const files = new Set(fontFaces.map(({ path }) => assetName(path)));
  if (files.size > limits.fontFiles) {
    problems.error(fontFaces[0]!.offset, `A template can have at most ${limits.fontFiles} font files`);
  }
  return fontFaces.flatMap(({ path, family, weight, style, offset }): FontFace[] => {
    const name = assetName(path);
    const asset = Object.hasOwn(assets, name) ? assets[name]! : undefined;
    if (asset?.contentType === "font/ttf" || asset?.contentType === "font/otf") {
      return [{ family, weight, style, asset: asset.id }];
    }
    problems.error(
      offset,
      asset ? `The asset “${name}” is not a font` : `Unknown font asset “${path.slice(0, 60)}”`,
      suggestName(
        name,
        Object.keys(assets),
        "Upload the font file as an asset and write `src: url(assets/name.woff2)`.",
      ),
    );
    return [];
  });
}

/** What `template.json` says about a template. The document is not checked. */
export function describeTemplate({ template }: TemplateDocument) {
  return describe(parseTemplateJson(template, () => {}));
}

function describe(json: CheckedTemplateJson) {
  const { id, name, description, listed, fields, samples } = json;
  const layouts = json.layouts.map((layout) => layout.name);
  return { id, name, description, fields: listed, data: toSchema(fields), layouts, samples };
}

function createTemplate(source: CompiledSource, document: TemplateDocument): CompiledTemplate {
  const { json } = source;
  return {
    ...describe(json),
    document,
    source,
    brandWarnings: (brand) => contrastWarnings(brand?.colors, source.variables),
    scene: (data, card) =>
      buildScene(source, { ...card, data, colors: chooseColors(json, data, card.brand) }),
  };
}
