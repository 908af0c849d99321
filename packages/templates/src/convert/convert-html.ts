import { parse, serialize, type DefaultTreeAdapterTypes } from "parse5";
import type { DocumentAsset, Problem } from "../document.ts";
import { isElement, type HtmlElement } from "../language/html/parse-html.ts";
import { readTemplateSource } from "../language/source.ts";
import {
  ConversionError,
  positionAttribute,
  type Conversion,
  type ConvertOptions,
  type Loss,
} from "./conversion.ts";
import { indexSource, type Construct, type SourceIndex } from "./find-construct.ts";
import { describeProblem, fixConstruct, type ReportLoss } from "./fix-problem.ts";
import { isCardElement, normalize } from "./normalize.ts";
import { Resources } from "./resources.ts";
import { SourceEdits } from "./source-edits.ts";
import { translateTags } from "./template-tags.ts";

/** A source with more rounds of problems is refused. Most need two. */
const maxRounds = 40;
const maxDepth = 500;

/**
 * Converts an HTML document or fragment to a template. The compiler checks the result; what it refuses is
 * replaced if there is a replacement, dropped if not, and reported.
 * @throws ConversionError
 */
export function convertHtml(written: string, options: ConvertOptions): Conversion {
  const found: Omit<Loss, "severity">[] = [];
  const source = options.fields ? written : translateTags(written, (loss) => found.push(loss));
  refuseDeepNesting(source);
  const add = ({ losses, ...conversion }: Conversion) => ({
    ...conversion,
    losses: [...found.map((loss): Loss => ({ ...loss, severity: "approximated" })), ...losses].sort(
      (a, b) => a.line - b.line || a.column - b.column,
    ),
  });
  try {
    return add(convertText(source, options));
  } catch (error) {
    if (!(error instanceof ConversionError || error instanceof MisnestedError)) throw error;
    found.push({ line: 1, column: 1, what: "The HTML has errors: it is written as a browser repairs it" });
    return add(convertText(repair(source), options, true));
  }
}

/** Nobody writes such sources, and the converter visits elements recursively. */
function refuseDeepNesting(source: string): void {
  let nodes: DefaultTreeAdapterTypes.Node[] = [parse(source)];
  for (let depth = 0; nodes.length > 0; depth++) {
    if (depth > maxDepth)
      throw new ConversionError(`The source has elements that are nested more than ${maxDepth} deep.`);
    nodes = nodes.flatMap((node) => ("childNodes" in node ? node.childNodes : []));
  }
}

/** The HTML of the tree that a browser makes of a source, with the positions of its elements. */
function repair(source: string): string {
  const { document, elements } = indexSource(source);
  for (const { attrs, sourceCodeLocation: place } of elements)
    attrs.push({ name: positionAttribute, value: `${place!.startLine}:${place!.startCol}` });
  const html = document.childNodes.find((node) => isElement(node))!;
  const hasBody = elements.some(({ tagName }) => tagName === "body");
  return hasBody ? serialize(document) : serialize(html).replace(/<\/?(?:head|body)>/gu, "");
}

/** A browser makes two elements of one, because another one is closed in it. */
class MisnestedError extends Error {}

function convertText(source: string, options: ConvertOptions, isRepaired = false): Conversion {
  const decoded = decodeStyleAttributes(source.replace(/\r\n?/gu, "\n").replaceAll("\0", ""));
  const text = decoded.toString();
  const index = indexSource(text);
  const starts = new Set(index.elements.map(({ sourceCodeLocation }) => sourceCodeLocation!.startOffset));
  if (starts.size < index.elements.length && !isRepaired) throw new MisnestedError();
  const losses = new Map<string, Loss>();
  const report: ReportLoss = (offset, what, severity) => {
    const place = positionOf(offset, index, decoded, options.place);
    losses.set(`${place.line}:${place.column}:${what}`, { ...place, what, severity });
  };
  const edits = new SourceEdits(text);
  const resources = new Resources(options);
  const cardElements = index.elements.filter(isCardElement);
  const [root] = cardElements;
  if (!root) throw new ConversionError("The source has no element to make a card from.");
  const isWhole = cardElements.at(-1)!.sourceCodeLocation!.startOffset < root.sourceCodeLocation!.endOffset;
  const parts = index.constructs.filter(
    ({ kind, element }) => kind !== "element" || (isCardElement(element!) && !(isWhole && element === root)),
  );
  normalize({ text, index, edits, report, resources, options }, root);
  const attempts = new Map<string, number>();
  for (let round = 0; round < maxRounds; round++) {
    const html = edits.toString();
    const { template, assets } = describeTemplate(html, index, resources, options);
    // Not compileTemplate: it validates template.json with generated code, which pages forbid.
    const { problems } = readTemplateSource({ template, html, assets });
    const errors = problems.filter(({ severity }) => severity === "error");
    if (errors.length === 0) {
      const missing = problems.filter(({ code }) => code === "missing_font").toReversed();
      // Each font once.
      for (const [what, problem] of new Map(missing.map((each) => [describeProblem(each), each])))
        report(edits.toSource(offsetOf(html, problem)), what, "approximated");
      for (const problem of problems.filter(({ code }) => code === "ineffective_declaration"))
        report(edits.toSource(offsetOf(html, problem)), describeProblem(problem), "dropped");
      const sorted = [...losses.values()].sort((a, b) => a.line - b.line || a.column - b.column);
      return { template, html, files: resources.files, losses: sorted };
    }
    // The offsets refer to the edits so far.
    const places = errors.map((error) => edits.toSource(offsetOf(html, error)));
    let isFixed = false;
    for (const [position, error] of errors.entries()) {
      const offset = places[position]!;
      const key = `${offset}:${error.message}`;
      const attempt = attempts.get(key) ?? 0;
      attempts.set(key, attempt + 1);
      const construct = constructsAt(parts, offset, error)[attempt];
      if (!construct) continue;
      fixConstruct(construct, error, edits, report);
      isFixed = true;
    }
    const lineOf = (offset: number) => positionOf(offset, index, decoded, options.place).line;
    const messages = errors.map((error, at) => `Line ${lineOf(places[at]!)}: ${describeProblem(error)}.`);
    if (!isFixed) throw new ConversionError(messages.join("\n"));
  }
  throw new ConversionError("The source has too many problems to convert it.");
}

/** The constructs around an offset, from the smallest one. Without one of its effects, a filter is removed. */
function constructsAt(constructs: readonly Construct[], offset: number, { code }: Problem): Construct[] {
  return constructs
    .filter(({ start, end, kind, element }) => {
      if (offset < start || offset >= end) return false;
      if (kind === "element" && element!.parentNode?.nodeName === "filter") return false;
      return kind !== "parse-error" || (offset === start && code === "syntax_error");
    })
    .sort((a, b) => a.end - a.start - (b.end - b.start));
}

function offsetOf(text: string, { line, column }: Problem): number {
  let start = 0;
  for (let count = 1; count < line; count++) start = text.indexOf("\n", start) + 1;
  return start + column - 1;
}

/** Where an offset is in the original source. */
function positionOf(
  offset: number,
  { elements }: SourceIndex,
  decoded: SourceEdits,
  fallback: ConvertOptions["place"],
): { line: number; column: number } {
  const around = elements.findLast((element) => {
    const place = element.sourceCodeLocation;
    return place && place.startOffset <= offset && offset < place.endOffset && markOf(element) !== undefined;
  });
  const [line, column] = markOf(around)?.split(":").map(Number) ?? [];
  if (line !== undefined && column !== undefined) return { line, column };
  if (fallback) return fallback;
  const before = decoded.source.slice(0, decoded.toSource(offset));
  return { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
}

function markOf(element: HtmlElement | undefined): string | undefined {
  return element?.attrs.find(({ name }) => name === positionAttribute)?.value;
}

/** Character references in style attributes would hide where declarations are. */
function decodeStyleAttributes(source: string): SourceEdits {
  const edits = new SourceEdits(source);
  for (const { sourceCodeLocation, attrs } of indexSource(source).elements) {
    const place = sourceCodeLocation?.attrs?.["style"];
    const value = attrs.find(({ name }) => name === "style")?.value;
    if (!place || value === undefined) continue;
    if (source.slice(place.startOffset, place.endOffset).includes("&"))
      edits.replace(place.startOffset, place.endOffset, `style="${value.replaceAll('"', "'")}"`);
  }
  return edits;
}

/** `template.json` and the assets of the HTML so far. */
function describeTemplate(
  html: string,
  { elements }: SourceIndex,
  { images, assets }: Resources,
  { id, fields: given = {}, exampleImage }: ConvertOptions,
): { template: Record<string, unknown>; assets: Record<string, DocumentAsset> } {
  const title = elements.find(({ tagName }) => tagName === "title")?.childNodes[0];
  const name =
    title && "value" in title && /^[^{}]*\S/u.test(title.value) ? title.value.trim().slice(0, 80) : id;
  const fields: Record<string, unknown> = {};
  const names = new Set(
    [...html.matchAll(/\{\{\s*([A-Za-z]\w{0,39})\s*(?:\|[^{}]*)?\}\}/gu)].map((match) => match[1]!),
  );
  const sources = [...html.matchAll(/(?:\bsrc\s*=\s*["']?|url\(["']?)\{\{\s*([\w.]+)\s*\}\}/gu)];
  const imageFields = new Set([...images.keys(), ...sources.map((match) => match[1]!)]);
  const uses = Array.from(html.matchAll(/\{\{[^{}]*|\s(?:if|unless|each)="[^"]*/gu), ([use]) => use).join(
    "\n",
  );
  const isUsed = (field: string) => new RegExp(`\\b${field}\\b`, "u").test(uses);
  for (const field of Object.keys(given)) if (isUsed(field)) fields[field] = given[field];
  const keepsLines = /white-space:\s*(?:pre|break)/u.test(html);
  const loops = new Map([...html.matchAll(/each="(\w+) of (\w+)"/gu)].map((match) => [match[1]!, match[2]!]));
  const imageField = (example = exampleImage) => ({
    type: "string",
    format: "image-url",
    ...(example !== undefined && { example }),
  });
  for (const [item, list] of loops) {
    if (Object.hasOwn(fields, list) || loops.has(list)) continue;
    const found = html.matchAll(new RegExp(`\\{\\{\\s*${item}\\.(\\w+)`, "gu"));
    const members = Array.from(found, ([, member = ""]) => member);
    const isImage = (member: string) => imageFields.has(`${item}.${member}`);
    const types = members.map((member) => [member, isImage(member) ? imageField() : "string"]);
    const values = members.map((member) => [member, isImage(member) ? exampleImage : member]);
    const shown = values.filter(([, value]) => value !== undefined);
    const items = members.length === 0 ? "string" : Object.fromEntries(types);
    const entry = members.length === 0 ? item : Object.fromEntries(shown);
    fields[list] = { type: "array", items, example: [entry, entry, entry] };
  }
  const colors =
    /[{;"']\s*((?:[\w-]+-)?color|background(?:-image)?|fill|stroke|border(?:-\w+)?|outline|(?:box|text)-shadow)\s*:(?:[^;{}"]|\{\{\s*\w+\s*\}\}(?![\w%]))*/gu;
  const properties = new Map<string, string>();
  const withoutColors = html.replace(colors, (declaration, property: string) =>
    declaration.replace(/(?<!url\(["']?)\{\{\s*(\w+)\s*\}\}/gu, (_, field: string) => {
      properties.set(field, property);
      return "";
    }),
  );
  const isOther = (field: string) => new RegExp(`\\{\\{\\s*${field}\\b`, "u").test(withoutColors);
  for (const field of names) {
    const isKnown = Object.hasOwn(fields, field) || loops.has(field);
    if (isKnown || ["index", "separator", "brand"].includes(field)) continue;
    const property = isOther(field) ? undefined : properties.get(field);
    const example = property?.startsWith("background") ? "#ffffff" : "#333333";
    const isNumber = html.includes(`--field-${field.toLowerCase()}: {{${field}}}`);
    if (isNumber) fields[field] = { type: "number", example: "50" };
    else if (property !== undefined) fields[field] = { type: "string", format: "color", example };
    else
      fields[field] = imageFields.has(field)
        ? imageField(images.get(field))
        : { type: "string", maxLength: 300, ...(keepsLines && { multiline: true }), example: field };
  }
  for (const [, condition = ""] of html.matchAll(/\s(?:if|unless)="([^"]*)"/gu))
    for (const term of condition.split(/\b(?:and|or)\b/u)) {
      const [, field = "", filter, operator, value = ""] =
        /^\s*([A-Za-z]\w*)\s*(\|[^=!<>]*)?(?:(!?=|[<>]=?)\s*(.*?))?\s*$/u.exec(term) ?? [];
      if (field === "" || Object.hasOwn(fields, field) || loops.has(field) || field === "brand") continue;
      if (filter !== undefined || operator === "=" || operator === "!=")
        fields[field] = { type: "string", maxLength: 300, example: value };
      else if (operator === undefined) fields[field] = { type: "boolean", example: true };
      else fields[field] = { type: "number", example: value };
    }
  const data = Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      const { default: fallback, example = fallback } = value as { default?: unknown; example?: unknown };
      return example === undefined ? [] : [[field, example]];
    }),
  );
  return { template: { id, name, fields, samples: [{ name: "example", data }] }, assets };
}
