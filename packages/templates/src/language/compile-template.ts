import type { Brand, TemplateData, Warning } from "@placard/contracts";
import { isVisible } from "@placard/contracts/text";
import type { TObject } from "typebox";
import { contrastWarnings } from "../brand-palette.ts";
import type { Problem, TemplateDocument } from "../document.ts";
import type { Scene } from "../scene/index.ts";
import { byteLength, checkHtml, normalizeHtml, type CheckedHtml } from "./compile-html.ts";
import { toSchema } from "./data/fields.ts";
import { withLayout } from "./data/layouts.ts";
import { findUncheckedLimits, readTemplateJson } from "./data/field-definitions.ts";
import { createJsonLocator } from "./data/json-positions.ts";
import { parseTemplateJson, type CheckedTemplateJson, type Sample } from "./data/template-json.ts";
import { limits } from "./limits.ts";
import { ProblemList, type Suggestion } from "./problem-list.ts";
import { buildScene, type SceneSource } from "./scene/build-scene.ts";
import { chooseColors, variableTexts } from "./scene/palette-variables.ts";
import type { Palette } from "../palette.ts";
import { finish, type Steps } from "./steps.ts";
import type { StyleCache } from "./style/style-tree.ts";

export interface CompiledTemplate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The names of the most important data fields, in the order of the template list. */
  readonly fields: readonly string[];
  /** The JSON Schema of the data. A string with the format `image-url` is the URL of a remote image. */
  readonly data: TObject;
  /** The names of its layouts. */
  readonly layouts: readonly string[];
  readonly samples: readonly Sample[];
  /** A pure function: the same data, size and brand give the same scene. The data must be valid. */
  scene: (data: TemplateData, card: CardOptions) => Scene;
  /** The colors of a card. */
  palette: (data: TemplateData, brand: Brand | undefined) => Palette;
  /** The custom properties of a card in CSS. */
  variables: (data: TemplateData, brand: Brand | undefined) => Readonly<Record<string, string>>;
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
  /** Keeps styles for other cards. Default: they are not kept. */
  readonly styles?: StyleCache | undefined;
  /** The size of a remote image in pixels; undefined if it is unavailable. */
  readonly imageSize?: ((url: string) => Pick<CardOptions, "width" | "height"> | undefined) | undefined;
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

interface CompileOptions {
  /** The text of `template.json`, by default that in the document; with it, its problems have positions. */
  readonly templateText?: string;
}

/**
 * Compiles a template document: checks it completely, and creates the function from data to a scene. Never
 * throws.
 */
export function compileTemplate(document: TemplateDocument, options?: CompileOptions): CompileResult {
  return finish(compileInSteps(document, options));
}

/** {@link compileTemplate} in steps, for processes that do other work between them. */
export function* compileInSteps(
  document: TemplateDocument,
  { templateText = document.json ?? "" }: CompileOptions = {},
): Steps<CompileResult> {
  const jsonProblems = new ProblemList("template.json", templateText);
  const json = checkJson(document, templateText, jsonProblems);
  yield;
  const html = normalizeHtml(document.html);
  const htmlProblems = new ProblemList("template.html", html);
  const { fields, layouts, paletteFields } = json ?? readTemplateJson(document.template);
  const environment = { assets: document.assets, fields: withLayout(fields, layouts), paletteFields };
  const checked = yield* checkHtml(html, environment, htmlProblems);
  const problems = [...jsonProblems.problems, ...htmlProblems.problems];
  if (!json || !checked || jsonProblems.hasErrors || htmlProblems.hasErrors)
    return { template: undefined, problems };
  yield;
  return { template: createTemplate(document, json, html, checked), problems };
}

function checkJson(
  { template }: TemplateDocument,
  templateText: string,
  problems: ProblemList,
): CheckedTemplateJson | undefined {
  const locate = createJsonLocator(templateText);
  const report = (pointer: string, message: string, suggestion?: Suggestion) => {
    if (problems.isFull) return; // locating thousands of problems would take long
    problems.error(locate(pointer), message, suggestion, { pointer });
  };
  if (byteLength(JSON.stringify(template)) > limits.jsonBytes) {
    report("", `is larger than ${limits.jsonBytes / 1024} KiB`);
    return undefined;
  }
  for (const pointer of findUncheckedLimits(template["fields"], "/fields")) {
    if (problems.isFull) break;
    problems.warn(locate(pointer), "is not checked", "Check the value before the request.", { pointer });
  }
  return parseTemplateJson(template, report, (pointer, message, suggestion) => {
    const details = { pointer, code: "invalid_example" } as const;
    problems.warn(locate(pointer), message, suggestion, details);
  });
}

/** What a valid `template.json` says about a template. */
export function describeTemplate({ template }: TemplateDocument) {
  const json = parseTemplateJson(template, () => {});
  if (!json) throw new TypeError("template.json is invalid");
  return describe(json);
}

function describe(json: CheckedTemplateJson) {
  const { id, name, description, listed, fields, samples } = json;
  const layouts = json.layouts.map((layout) => layout.name);
  return { id, name, description, fields: listed, data: toSchema(fields), layouts, samples };
}

function createTemplate(
  document: TemplateDocument,
  json: CheckedTemplateJson,
  html: string,
  { root, css, fontFaces, styled, sheet, findAsset }: CheckedHtml,
): CompiledTemplate {
  const variables = new Set(html.match(/--[a-z][a-z0-9-]*/gu));
  const { assets } = document;
  const style = { styled, properties: sheet.properties, findAsset };
  const source: CompiledSource = { json, css, variables, root, assets, fontFaces, style };
  const colorsOf = (data: TemplateData, brand?: Brand) => chooseColors(json, withDefaults(json, data), brand);
  return {
    ...describe(json),
    document,
    source,
    palette: (data, brand) => colorsOf(data, brand).palette,
    variables: (data, brand) => variableTexts(colorsOf(data, brand)),
    brandWarnings: (brand) => contrastWarnings(brand, variables),
    scene: (data, card) =>
      buildScene(source, { ...card, data: withDefaults(json, data), colors: colorsOf(data, card.brand) }),
  };
}

/** Data with the defaults of the fields that it has no visible text for. */
function withDefaults({ fields }: CheckedTemplateJson, data: TemplateData): TemplateData {
  const complete = { ...data };
  for (const [name, field] of fields)
    if ("default" in field && !isVisible(data[name])) complete[name] = field.default;
  return complete;
}
