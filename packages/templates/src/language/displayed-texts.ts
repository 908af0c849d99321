import type { TemplateData } from "@placard/contracts";
import { textsOf, type DataString } from "../template.ts";
import type { CompiledTemplate } from "./compile-template.ts";
import type { Source } from "./data/expressions.ts";
import { dateFilters } from "./data/filters.ts";
import { getOrInsert } from "@placard/contracts/maps";
import type { TemplateElement } from "./html/template-element.ts";

/** A text in the data that a template displays. */
export interface DisplayedText extends DataString {
  /** Whether the template displays it through a filter for dates. */
  readonly isDate: boolean;
}

/** The fields with placeholders in text, with `*` for an index, and whether they hold dates. */
const placeholders = new WeakMap<TemplateElement, ReadonlyMap<string, boolean>>();

/** The visible texts in the data that the template displays at any size, in the order of the schema. */
export function displayedTexts(template: CompiledTemplate, data: TemplateData): DisplayedText[] {
  const { root } = template.source;
  const displayed = getOrInsert(placeholders, root, () => placeholdersIn(root, new Map()));
  return textsOf(template, data).flatMap((text) => {
    const isDate = displayed.get(text.field.replaceAll(/\/\d+/gu, "/*"));
    return isDate === undefined ? [] : [{ ...text, isDate }];
  });
}

function placeholdersIn(element: TemplateElement, found: Map<string, boolean>): Map<string, boolean> {
  for (const child of element.children) {
    if (child.kind === "element") placeholdersIn(child, found);
    else
      for (const part of child.parts) {
        if (typeof part === "string") continue;
        const isDate = part.filters.some((name) => dateFilters.has(name));
        for (const path of pathOf(part.source)) found.set(path, isDate || found.get(path) === true);
      }
  }
  return found;
}

function pathOf(source: Source): string[] {
  if (source.kind === "field") return [source.name];
  if (source.kind !== "item") return [];
  return [source.property === undefined ? `${source.list}/*` : `${source.list}/*/${source.property}`];
}
