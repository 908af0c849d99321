import { isElement, splitPlaceholders, type HtmlElement, type HtmlNode } from "@placard/templates/source";
import { findNodeAtLocation, parseTree, type Node } from "jsonc-parser";
import { findAttribute } from "./attributes.ts";
import type { Operation } from "./edit.ts";
import type { OpenTemplate } from "./open-template.ts";
import { RefusedEdit } from "./refused-edit.ts";
import type { TextEdit } from "./text-edits.ts";

/** Renames a field: its definition, samples and all uses. */
export function renameField(before: string, after: string): Operation {
  return (template) => {
    const json = parseTree(template.files.json);
    const fields = json && findNodeAtLocation(json, ["fields"]);
    if (!json || !fields) throw new RefusedEdit("template.json has no fields");
    checkFieldName(after);
    const names = membersOf(fields).map(([name]) => name);
    if (!names.includes(before)) throw new RefusedEdit(`There is no field \`${before}\``);
    if (before === after) return {};
    if (names.includes(after)) throw new RefusedEdit(`There is already a field \`${after}\``);
    const conditions = layoutConditions(json).flatMap(({ offset, length }) => {
      const text = template.files.json.slice(offset + 1, offset + length - 1);
      const uses = namesIn(text, conditionPattern, before);
      return uses.map((at) => replaceName(offset + 1 + at, before, after));
    });
    return {
      json: [
        ...namesInJson(json, before).map(({ offset }) => replaceName(offset + 1, before, after)),
        ...conditions,
      ],
      html: usesInHtml(template, before).map((at) => replaceName(at, before, after)),
    };
  };
}

/** @throws RefusedEdit if a field can't have a name */
export function checkFieldName(name: string): void {
  if (!/^[A-Za-z]\w{0,39}$/u.test(name) || name === "index")
    throw new RefusedEdit(
      "A field name has up to 40 letters, digits and underscores, and starts with a letter",
    );
}

function replaceName(from: number, before: string, after: string): TextEdit {
  return { from, to: from + before.length, insert: after };
}

function layoutConditions(json: Node): Node[] {
  const layouts = findNodeAtLocation(json, ["layouts"])?.children ?? [];
  return layouts.flatMap((layout) => findNodeAtLocation(layout, ["if"]) ?? []);
}

/** The offsets of a name in a text. The pattern has what is before a name, and the name. */
function namesIn(text: string, pattern: RegExp, name: string): number[] {
  return Array.from(text.matchAll(pattern)).flatMap(({ 1: before = "", 2: used, index }) =>
    used === name ? [index + before.length] : [],
  );
}

/** The strings in template.json that name a field. */
function namesInJson(json: Node, name: string): Node[] {
  const at = (...path: string[]) => findNodeAtLocation(json, path);
  const samples = (at("samples")?.children ?? []).map((sample) => findNodeAtLocation(sample, ["data"]));
  const keys = [at("fields"), ...samples].flatMap((node) => membersOf(node));
  const lists = [at("required"), at("listed"), at("palette", "from")].flatMap((node) => node?.children ?? []);
  return [
    ...keys.flatMap(([key, node]) => (key === name ? [node] : [])),
    ...lists.filter(({ value }) => value === name),
  ];
}

function membersOf(node: Node | undefined): (readonly [name: string, node: Node])[] {
  const properties = node?.type === "object" ? (node.children ?? []) : [];
  return properties.flatMap(({ children }) =>
    children?.[0] ? [[String(children[0].value), children[0]] as const] : [],
  );
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
