import type { TemplateData } from "@placard/contracts";
import { textsOf, type DataString } from "../template.ts";
import type { CompiledTemplate } from "./compile-template.ts";
import type { Source } from "./data/expressions.ts";
import type { TemplateElement } from "./html/template-element.ts";

/** The fields that templates have placeholders for in text, with `*` for the index of a list. */
const placeholders = new WeakMap<TemplateElement, ReadonlySet<string>>();

/** The visible texts in the data that the template displays somewhere, at any size, in the order of the schema. */
export function displayedTexts(template: CompiledTemplate, data: TemplateData): DataString[] {
  const { root } = template.source;
  let displayed = placeholders.get(root);
  if (!displayed) placeholders.set(root, (displayed = new Set(placeholdersIn(root))));
  return textsOf(template, data).filter(({ field }) => displayed.has(field.replaceAll(/\/\d+/gu, "/*")));
}

function placeholdersIn(element: TemplateElement): string[] {
  return element.children.flatMap((child) => {
    if (child.kind === "element") return placeholdersIn(child);
    return child.parts.flatMap((part) => (typeof part === "string" ? [] : pathOf(part.source)));
  });
}

function pathOf(source: Source): string[] {
  if (source.kind === "field") return [source.name];
  if (source.kind !== "item") return [];
  return [source.property === undefined ? `${source.list}/*` : `${source.list}/*/${source.property}`];
}
