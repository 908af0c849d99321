import type { FieldValue } from "@placard/contracts";
import { toPointer } from "@placard/contracts/json-pointer";
import { suggestName } from "@placard/contracts/nearest-name";
import { limits } from "../limits.ts";
import { expandFields, isObject, isUnchecked, mapValues, type Json } from "./expand-fields.ts";
import type { Suggestion } from "../problem-list.ts";
import { isFlag, itemFieldsOf, type DataField, type DataFields, type TextField } from "./fields.ts";
import type { ListJson, TemplateJson, TextJson } from "./template-json-schema.ts";

/** Reports a problem of the value at a JSON pointer. The message completes a sentence about the value. */
export type ReportAt = (pointer: string, message: string, suggestion?: Suggestion) => void;

/** What to write instead of a list in a list. */
export const noListInEntry = "An entry of a list can't have a list: write a text for each of its values.";

/** The fields of a `template.json` that was not validated. What can't be read is a text. */
export function readFields({ fields, required }: Json): DataFields {
  const expanded = mapValues(expandFields(fields), readField);
  const json = isObject(expanded) ? (expanded as TemplateJson["fields"]) : {};
  return parseFields({ fields: json, required: readNames(required) }, () => {});
}

/** What the HTML of a template depends on, from a `template.json` that was not validated. */
export function readTemplateJson(template: Json) {
  const { layouts, palette } = template;
  const layoutNames = Array.isArray(layouts) ? layouts.map((layout) => memberOf(layout, "name")) : [];
  return {
    fields: readFields(template),
    layouts: readNames(layoutNames).map((name) => ({ name })),
    paletteFields: readNames(memberOf(palette, "from")),
  };
}

function readNames(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function readField(field: unknown): unknown {
  if (!isObject(field) || field["type"] !== "array") return readText(field);
  const { items } = field;
  if (!isObject(items) || items["type"] !== "object") return { ...field, items: readText(items) };
  const { properties, required } = items;
  const texts = isObject(properties) ? mapValues(properties, readText) : {};
  return { ...field, items: { ...items, properties: texts, required: readNames(required) } };
}

function readText(field: unknown): unknown {
  const isReadable =
    isObject(field) &&
    field["type"] === "string" &&
    (field["enum"] === undefined || Array.isArray(field["enum"])) &&
    (field["description"] === undefined || typeof field["description"] === "string");
  return isReadable ? field : { type: "string" };
}

/** The pointers of limits that are not checked. */
export function findUncheckedLimits(json: unknown, pointer: string, maxDepth = 5): string[] {
  if (!isObject(json) || maxDepth === 0) return [];
  return Object.entries(json).flatMap(([name, value]) => {
    const at = `${pointer}${toPointer(name)}`;
    return isUnchecked(json, name) ? [at] : findUncheckedLimits(value, at, maxDepth - 1);
  });
}

/** The fields of a valid `template.json`. Names that placeholders can't have are reported. */
export function parseFields(
  { fields, required = [] }: Pick<TemplateJson, "fields" | "required">,
  report: ReportAt,
): DataFields {
  const names = checkNames(Object.keys(fields), limits.fields, "/fields", report);
  const isRequired = new Set(knownNames(required, names, "/required", report));
  return new Map(
    names.map((name): [string, DataField] => {
      const json = fields[name]!;
      if (json.type !== "array") {
        if (json.format === "image-url" && json.default !== undefined)
          report(
            `/fields/${name}/default`,
            "is not possible for an image",
            "Show an asset in an element with `unless` instead.",
          );
        return [name, { kind: "text", ...toTextField(name, json, isRequired.has(name)) }];
      }
      const items = parseItems(name, json, report);
      const { description = toWords(name), maxItems = limits.defaultListEntries, example } = json;
      const list = { kind: "list", description, maxItems, isRequired: isRequired.has(name), items } as const;
      return [name, { ...list, ...(example !== undefined && { example: example as FieldValue }) }];
    }),
  );
}

/** The names of fields up to a limit. Reports the ones that placeholders can't have. */
function checkNames(
  names: readonly string[],
  limit: number,
  pointer: string,
  report: ReportAt,
): readonly string[] {
  if (names.length > limit) report(pointer, `has more than ${limit} fields`);
  for (const name of names) {
    if (name !== "index" && /^[A-Za-z]\w{0,39}$/u.test(name)) continue;
    report(
      `${pointer}${toPointer(name)}`,
      name === "index" ? "is a reserved name" : "is not a valid name",
      "Use up to 40 letters, digits and underscores; start with a letter.",
    );
  }
  return names.slice(0, limit);
}

/** The names in a list that belong to fields. Reports the others. */
export function knownNames(
  given: readonly string[],
  names: readonly string[],
  pointer: string,
  report: ReportAt,
) {
  return given.filter((name, index) => {
    const isKnown = names.includes(name);
    if (!isKnown) report(`${pointer}/${index}`, "is not the name of a field", suggestName(name, names));
    return isKnown;
  });
}

function parseItems(
  name: string,
  { items }: ListJson,
  report: ReportAt,
): Extract<DataField, { kind: "list" }>["items"] {
  if (items.type !== "object") return toTextField(name, items, true);
  const { properties, required = [] } = items;
  const pointer = `/fields/${name}/items`;
  const names = checkNames(Object.keys(properties), limits.itemFields, `${pointer}/properties`, report);
  const isRequired = new Set(knownNames(required, names, `${pointer}/required`, report));
  return new Map(names.map((item) => [item, toTextField(item, properties[item]!, isRequired.has(item))]));
}

/** The most characters of values without `maxLength`, by format. */
export const defaultMaxLengths = { text: 120, "image-url": 2048, color: 9, number: 17, integer: 10 } as const;

function toTextField(name: string, json: TextJson, isRequired: boolean): TextField {
  const { format, enum: choices, multiline, default: fallback, description = toWords(name) } = json;
  const { example = fallback } = json;
  return {
    description,
    maxLength: json.maxLength ?? defaultMaxLengths[format ?? "text"],
    isRequired: isRequired && !isFlag(choices), // absent is false
    ...(format !== undefined && { format }),
    ...(choices && { choices }),
    ...(multiline === true && { isMultiline: true }),
    ...(fallback !== undefined && { default: fallback }),
    ...(example !== undefined && { example }),
  };
}

/** A name as words: `readTime` → “Read time”. */
export function toWords(name: string): string {
  const words = name
    .replace(/_/gu, " ")
    .replace(/([a-z])([A-Z])/gu, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether data has only fields of a template, and entries of lists only their parts. */
export function fitsFields(
  data: Readonly<Record<string, unknown>>,
  template: Readonly<Record<string, unknown>>,
): boolean {
  const fields = readFields(template);
  return Object.entries(data).every(([name, value]) => {
    const field = fields.get(name);
    const parts = itemFieldsOf(field);
    const isEntry = (entry: unknown) =>
      parts
        ? typeof entry === "object" && Object.keys(entry ?? {}).every((part) => parts.has(part))
        : typeof entry === "string";
    return Array.isArray(value) ? field?.kind === "list" && value.every(isEntry) : field?.kind === "text";
  });
}
