import type { TemplateData } from "@placard/contracts";
import { suggestName } from "@placard/contracts/nearest-name";
import { compileDataValidator, type FieldError } from "@placard/contracts/validator";
import { limits } from "../limits.ts";
import type { Suggestion } from "../problem-list.ts";
import { toSchema, type DataField, type DataFields, type TextField } from "./fields.ts";
import { parseLayouts, type Layout } from "./layouts.ts";
import {
  validateTemplateJson,
  type ListJson,
  type TemplateJson,
  type TextJson,
} from "./template-json-schema.ts";

/** A named example of data. */
export interface Sample {
  readonly name: string;
  readonly data: TemplateData;
}

/** The checked content of `template.json`. */
export interface CheckedTemplateJson {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly fields: DataFields;
  /** The names of the most important fields, in the order of the template list. Default: all. */
  readonly listed: readonly string[];
  /** The fields whose first present value chooses the palette. */
  readonly paletteFields: readonly string[];
  readonly paletteTone: "light" | "strong" | undefined;
  readonly layouts: readonly Layout[];
  readonly samples: readonly Sample[];
}

/** Reports a problem of the value at a JSON pointer. The message completes a sentence about the value. */
export type ReportAt = (pointer: string, message: string, suggestion?: Suggestion) => void;

type Json = Readonly<Record<string, unknown>>;

/** Checks `template.json`. What is invalid is reported and left out. */
export function parseTemplateJson(given: Json, report: ReportAt): CheckedTemplateJson {
  const expanded = { ...given, fields: mapValues(given["fields"], expandField) };
  const result = validateTemplateJson()(expanded);
  for (const { path, message } of result.ok ? [] : result.errors) report(path, message);
  const json = (result.ok ? result.value : withoutInvalid(expanded, result.errors)) as TemplateJson;
  const { id = "", name = "", description = "", palette = {} } = json;

  const fields = parseFields(json, report);
  const names = [...fields.keys()];
  const texts = names.filter((field) => fields.get(field)?.kind === "text");
  const first = texts.find((field) => fields.get(field)?.isRequired) ?? texts[0];
  const paletteFields = first === undefined ? [] : [first];
  return {
    id,
    name,
    description,
    fields,
    listed: knownNames(json.listed ?? names, names, "/listed", report),
    paletteFields: knownNames(palette.from ?? paletteFields, texts, "/palette/from", report),
    paletteTone: palette.tone,
    layouts: parseLayouts(json.layouts ?? [], fields, report),
    samples: parseSamples(json.samples ?? [], fields, report),
  };
}

/** Replaces the short forms `"string"`, `"number"` and `"items": { "name": "string" }`. */
function expandField(field: unknown): unknown {
  if (field === "string") return { type: "string" };
  if (field === "number") return { type: "string", format: "number" };
  if (isObject(field) && field["type"] === "number") return { ...field, type: "string", format: "number" };
  if (!isObject(field) || field["items"] === undefined) return field;
  const items = expandField(field["items"]);
  if (!isObject(items) || items["type"] === "string") return { ...field, items };
  const isSchema = items["type"] === "object";
  const properties = mapValues(isSchema ? items["properties"] : items, expandField);
  return { ...field, items: isSchema ? { ...items, properties } : { type: "object", properties } };
}

function mapValues(value: unknown, map: (entry: unknown) => unknown): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, map(entry)]))
    : value;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy without nulls and without the values that errors are about. */
function withoutInvalid(json: Json, errors: readonly FieldError[]): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(json, (_, value: unknown) => value ?? undefined));
  for (const { path } of errors) {
    const names = path
      .split("/")
      .slice(1)
      .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = names.pop();
    const memberOf = (value: unknown, name: string): unknown =>
      value !== undefined && Object.hasOwn(value as Json, name) ? (value as Json)[name] : undefined;
    const parent = names.reduce(memberOf, copy) as Json | undefined;
    if (parent && last !== undefined) Reflect.deleteProperty(parent, last);
  }
  return copy;
}

function parseFields({ fields = {}, required = [] }: TemplateJson, report: ReportAt): DataFields {
  const names = checkNames(Object.keys(fields), limits.fields, "/fields", report);
  const isRequired = new Set(knownNames(required, names, "/required", report));
  return new Map(
    names.flatMap((name): [string, DataField][] => {
      const json = fields[name]!;
      if (json.type === "string")
        return [[name, { kind: "text", ...toTextField(name, json, isRequired.has(name)) }]];
      const items = parseItems(name, json, report);
      const { description = toWords(name), maxItems = limits.defaultListEntries, example } = json;
      const list = { kind: "list", description, maxItems, isRequired: isRequired.has(name), items } as const;
      return items ? [[name, { ...list, items, ...(example !== undefined && { example }) }]] : [];
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
      `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      name === "index" ? "is a reserved name" : "is not a valid name",
      "Use up to 40 letters, digits and underscores; start with a letter.",
    );
  }
  return names.slice(0, limit);
}

/** The names in a list that belong to fields. Reports the others. */
function knownNames(given: readonly string[], names: readonly string[], pointer: string, report: ReportAt) {
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
): Extract<DataField, { kind: "list" }>["items"] | undefined {
  if (items?.type !== "object") return items && toTextField(name, items, true);
  const { properties = {}, required = [] } = items;
  const pointer = `/fields/${name}/items`;
  const names = checkNames(Object.keys(properties), limits.itemFields, `${pointer}/properties`, report);
  const isRequired = new Set(knownNames(required, names, `${pointer}/required`, report));
  return new Map(names.map((item) => [item, toTextField(item, properties[item]!, isRequired.has(item))]));
}

const defaultMaxLengths = { text: 120, "image-url": 2048, color: 9, number: 17 } as const;

function toTextField(name: string, json: TextJson, isRequired: boolean): TextField {
  const { format, enum: choices, multiline, example, description = toWords(name) } = json;
  return {
    description,
    maxLength: json.maxLength ?? defaultMaxLengths[format ?? "text"],
    isRequired,
    ...(format !== undefined && { format }),
    ...(choices && { choices }),
    ...(multiline === true && { isMultiline: true }),
    ...(example !== undefined && { example }),
  };
}

/** A name as words: `readTime` → “Read time”. */
function toWords(name: string): string {
  const words = name
    .replace(/_/gu, " ")
    .replace(/([a-z])([A-Z])/gu, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function parseSamples(
  samples: NonNullable<TemplateJson["samples"]>,
  fields: DataFields,
  report: ReportAt,
): Sample[] {
  if (samples.length === 0) return [];
  const validate = compileDataValidator(toSchema(fields));
  return samples.flatMap(({ name, data }, index): Sample[] => {
    if (name === undefined || data === undefined) return [];
    const result = validate(data);
    if (result.ok) return [{ name, data: result.value as TemplateData }];
    for (const { path, message } of result.errors) report(`/samples/${index}/data${path}`, message);
    return [];
  });
}
