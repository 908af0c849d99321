import { isElement, splitPlaceholders, type HtmlElement, type HtmlNode } from "@placard/templates/source";
import { findNodeAtLocation, parseTree, type JSONPath } from "jsonc-parser";
import { findAttribute } from "./attributes.ts";
import type { Operation } from "./edit.ts";
import { placeOf } from "./field-places.ts";
import type { OpenTemplate } from "./open-template.ts";
import { RefusedEdit } from "./refused-edit.ts";

/**
 * Renames a field, or a part of the entries of a list: its definition, samples and all uses.
 * @param path its name, or `list.part`
 */
export function renameField(path: string, after: string): Operation {
  return (template) => {
    const json = parseTree(template.json);
    if (!json) throw new RefusedEdit("template.json is empty");
    const { name, list, definitions, names, data } = placeOf(template.json, path);
    const at = (each: JSONPath) => findNodeAtLocation(json, each);
    checkFieldName(after);
    if (!at([...definitions, name])) throw new RefusedEdit(`There is no field \`${path}\``);
    if (name === after) return {};
    const isShort = definitions.at(-1) === "items" && at([...definitions, name])?.type === "string";
    if (after === "type" && isShort)
      throw new RefusedEdit(
        "A part with a short definition can't have the name `type`: it would be the type of the list",
      );
    if (at([...definitions, after])) throw new RefusedEdit(`There is already a field \`${after}\``);
    const keys = [definitions, ...data].flatMap((each) => at([...each, name])?.parent?.children?.[0] ?? []);
    const named = names.flatMap((each) => at(each)?.children?.filter(({ value }) => value === name) ?? []);
    const rename = (from: number) => ({ from, to: from + name.length, insert: after });
    return {
      json: [
        ...[...keys, ...named].map(({ offset }) => rename(offset + 1)),
        ...(list === undefined ? usesInLayouts(template.json, name).map(rename) : []),
      ],
      html: (list === undefined ? usesInHtml(template, name) : usesOfPart(template, list, name)).map(rename),
    };
  };
}

/** Whether template.html or a layout uses a field. */
export function usesField(template: OpenTemplate, name: string): boolean {
  return usesInHtml(template, name).length + usesInLayouts(template.json, name).length > 0;
}

/** @throws RefusedEdit if a field can't have a name */
export function checkFieldName(name: string): void {
  if (!/^[A-Za-z]\w{0,39}$/u.test(name) || name === "index")
    throw new RefusedEdit(
      "A field name has up to 40 letters from A to Z, digits and underscores, and starts with a letter",
    );
}

/** Where conditions of layouts use a field. */
function usesInLayouts(text: string, name: string): number[] {
  const json = parseTree(text);
  const layouts = (json && findNodeAtLocation(json, ["layouts"])?.children) ?? [];
  return layouts
    .flatMap((layout) => findNodeAtLocation(layout, ["if"]) ?? [])
    .flatMap(({ offset, length }) =>
      namesIn(text.slice(offset + 1, offset + length - 1), conditionPattern, name).map(
        (at) => offset + 1 + at,
      ),
    );
}

/** The offsets of a name in a text. The pattern has what is before a name, and the name. */
function namesIn(text: string, pattern: RegExp, name: string): number[] {
  return Array.from(text.matchAll(pattern)).flatMap(({ 1: before = "", 2: used, index }) =>
    used === name ? [index + before.length] : [],
  );
}

/** Where template.html uses a part of a list's entries. */
function usesOfPart(template: OpenTemplate, list: string, part: string): number[] {
  const isUsed = (at: number) => /^\.(\w+)/u.exec(template.html.slice(at))?.[1] === part;
  return endsOfEntryNames(template, list)
    .filter(isUsed)
    .map((at) => at + 1);
}

/** The offsets behind the names of a list's entries, where template.html uses them. */
export function endsOfEntryNames(template: OpenTemplate, list: string): number[] {
  const { checked } = template;
  const find = (node: HtmlNode): number[] => {
    if (!isElement(node)) return [];
    const each = node.attrs.find(({ name }) => name === "each")?.value ?? "";
    const [, entry, repeated] = /^\s*(?:\{\{\s*)?(\w+)\s+of\s+(\w+)/u.exec(each) ?? [];
    if (entry === undefined || repeated !== list) return node.childNodes.flatMap(find);
    return usesInHtml(template, entry, [node], conditionPatterns).map((at) => at + entry.length);
  };
  return checked ? find(checked.parsed) : [];
}

/** Where elements of template.html, or all of it, use a field or an entry. */
function usesInHtml(
  template: OpenTemplate,
  name: string,
  roots: readonly HtmlElement[] = rootsOf(template),
  namePatterns: Readonly<Record<string, RegExp>> = fieldPatterns,
): number[] {
  const { html } = template;
  const found = new Set<number>();
  const addAll = (text: string, start: number, pattern: RegExp) => {
    for (const offset of namesIn(text, pattern, name)) found.add(start + offset);
  };
  const addPlaceholders = (start: number, end: number) => {
    for (const part of splitPlaceholders(html.slice(start, end)).parts)
      if (typeof part !== "string")
        addAll(part.placeholder, start + part.offset + 2, /^(\s*)([A-Za-z]\w*)/gu);
  };
  const visit = (node: HtmlNode) => {
    if (!isElement(node)) {
      const text = node.nodeName === "#text" ? node.sourceCodeLocation : undefined;
      if (text) addPlaceholders(text.startOffset, text.endOffset);
      return;
    }
    const place = node.sourceCodeLocation ?? undefined;
    for (const [attribute, { startOffset, endOffset }] of Object.entries(place?.attrs ?? {})) {
      addPlaceholders(startOffset, endOffset);
      const pattern = namePatterns[attribute];
      const written = pattern && findAttribute(template, { place }, attribute);
      if (written) addAll(written.value, written.valueFrom, pattern);
    }
    for (const child of node.childNodes) visit(child);
  };
  for (const root of new Set(roots)) visit(root);
  return [...found].toSorted((a, b) => a - b);
}

function rootsOf({ checked }: OpenTemplate): readonly HtmlElement[] {
  return checked ? [checked.parsed, ...checked.styles] : [];
}

/** What is before the name of a field in a condition, and the name. */
const conditionPattern = /((?:^|\band\b|\bor\b)\s*(?:\{\{\s*)?)([A-Za-z]\w*)/gu;

/** The same for each attribute that names fields without braces. */
const conditionPatterns = { if: conditionPattern, unless: conditionPattern };
const fieldPatterns: Readonly<Record<string, RegExp>> = {
  ...conditionPatterns,
  each: /(^\s*(?:\{\{\s*)?\w+\s+of\s+)([A-Za-z]\w*)/gu,
};
