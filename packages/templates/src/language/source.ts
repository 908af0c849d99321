// Documents with the places of everything in them, for editors: without the schemas of template.json, which
// need code generation.
import type { Problem, TemplateDocument } from "../document.ts";
import { checkHtml, normalizeHtml, type CheckedHtml } from "./compile-html.ts";
import { readTemplateJson } from "./data/field-definitions.ts";
import { withLayout } from "./data/layouts.ts";
import { ProblemList } from "./problem-list.ts";
import { finish } from "./steps.ts";

export { limits } from "./limits.ts";
export { isElement, type ElementPlace, type HtmlElement, type HtmlNode } from "./html/parse-html.ts";
export { voidElements } from "./html/elements.ts";
export { splitPlaceholders } from "./html/text-template.ts";
export type { TemplateElement } from "./html/template-element.ts";
export type { Declaration } from "./css/declarations.ts";
export type { Selector } from "./css/selector.ts";
export type { StyleRule } from "./css/stylesheet.ts";
export type { CheckedHtml } from "./compile-html.ts";
export { defaultMaxLengths, readFields } from "./data/field-definitions.ts";
export { itemFieldsOf, toSchema, type DataField, type DataFields } from "./data/fields.ts";
export { matchOnCard, type ElementOnCard } from "./style/find-candidates.ts";
export { pixelsOf } from "./css/quantity.ts";
export { propertyTable, type PropertyDescription } from "./css/properties/index.ts";

/** A document for an editor. */
export interface TemplateSource {
  /** `template.html`; offsets refer to this text, which has `\n` at the ends of its lines. */
  readonly html: string;
  /** Undefined if there is no root element. */
  readonly checked: CheckedHtml | undefined;
  /** The problems of `template.html`. */
  readonly problems: readonly Problem[];
}

/** Reads a document that may have errors. `template.json` is not checked. */
export function readTemplateSource({ template, html, assets }: TemplateDocument): TemplateSource {
  const text = normalizeHtml(html);
  const problems = new ProblemList("template.html", text);
  const { fields, layouts, paletteFields } = readTemplateJson(template);
  const environment = { assets, fields: withLayout(fields, layouts), paletteFields };
  const checked = finish(checkHtml(text, environment, problems));
  return { html: text, checked, problems: problems.problems };
}
