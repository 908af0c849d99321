import type { FieldValue, TemplateData } from "@placard/contracts";
import { compileDataValidator } from "@placard/contracts/validator";
import { limits } from "../limits.ts";
import { suggestName } from "@placard/contracts/nearest-name";
import { quote } from "../problem-list.ts";
import { toSchema, type DataField, type DataFields, type TextField } from "./fields.ts";

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
  readonly samples: readonly Sample[];
}

/** Reports a problem at a JSON pointer. */
export type ReportAt = (pointer: string, message: string, suggestion?: string) => void;

const idPattern = /^[a-z][a-z0-9-]{0,62}$/u;
const fieldNamePattern = /^[A-Za-z][A-Za-z0-9_]{0,39}$/u;
const members = ["id", "name", "description", "fields", "required", "listed", "palette", "samples"];

type Json = Readonly<Record<string, unknown>>;

/** Checks `template.json`. What is invalid is reported and replaced by something valid. */
export function parseTemplateJson(json: Json, report: ReportAt): CheckedTemplateJson {
  checkMembers(json, members, "", report);
  const id = readText(json, "id", "", report, 63);
  if (id !== "" && !idPattern.test(id)) {
    report(
      "/id",
      `Invalid id ${quote(id)}`,
      "Use lower-case letters, digits and hyphens; start with a letter.",
    );
  }
  const fields = parseFields(json, report);
  const names = [...fields.keys()];
  const palette = isObject(json["palette"]) ? json["palette"] : {};
  if (json["palette"] !== undefined && !isObject(json["palette"]))
    report("/palette", "`palette` must be an object");
  checkMembers(palette, ["from", "tone"], "/palette", report);
  const tone = palette["tone"];
  if (tone !== undefined && tone !== "light" && tone !== "strong") {
    report("/palette/tone", "`tone` must be `light` or `strong`");
  }
  return {
    id,
    name: readText(json, "name", "", report, 80),
    description: json["description"] === undefined ? "" : readText(json, "description", "", report, 300),
    fields,
    listed: parseFieldNames(json["listed"], { names, absent: names, pointer: "/listed" }, report),
    paletteFields: parsePaletteFields(palette, fields, report),
    paletteTone: tone === "light" || tone === "strong" ? tone : undefined,
    samples: parseSamples(json["samples"], fields, report),
  };
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function escape(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function checkMembers(json: Json, known: readonly string[], pointer: string, report: ReportAt): void {
  for (const name of Object.keys(json)) {
    if (known.includes(name)) continue;
    report(
      `${pointer}/${escape(name)}`,
      `Unknown member ${quote(name)}`,
      suggestName(name, known) ?? `Known members are ${known.join(", ")}.`,
    );
  }
}

function readText(json: Json, name: string, pointer: string, report: ReportAt, maxLength: number): string {
  const value = json[name];
  if (typeof value === "string" && value.trim() !== "" && value.length <= maxLength) return value;
  report(
    value === undefined ? pointer : `${pointer}/${name}`,
    value === undefined
      ? `\`${name}\` is missing`
      : `\`${name}\` must be a text of 1 to ${maxLength} characters`,
  );
  return "";
}

function parseFields(json: Json, report: ReportAt): DataFields {
  const fields = new Map<string, DataField>();
  const declared = json["fields"];
  if (!isObject(declared)) {
    report(
      declared === undefined ? "" : "/fields",
      "`fields` must be an object of field names and their types",
    );
    return fields;
  }
  const names = Object.keys(declared);
  if (names.length > limits.fields) report("/fields", `A template can have at most ${limits.fields} fields`);
  const required = new Set(
    parseFieldNames(json["required"], { names, absent: [], pointer: "/required" }, report),
  );
  for (const name of names.slice(0, limits.fields)) {
    const pointer = `/fields/${escape(name)}`;
    checkFieldName(name, pointer, report);
    const field = parseField(name, declared[name], required.has(name), pointer, report);
    if (field) fields.set(name, field);
  }
  return fields;
}

function checkFieldName(name: string, pointer: string, report: ReportAt): void {
  if (name === "index") report(pointer, "The field name `index` is reserved", "Use another name.");
  else if (!fieldNamePattern.test(name)) {
    report(
      pointer,
      `Invalid field name ${quote(name)}`,
      "Use letters, digits and underscores; start with a letter.",
    );
  }
}

/** A list of field names, or the default if it is absent. */
function parseFieldNames(
  value: unknown,
  { names, absent, pointer }: { names: readonly string[]; absent: readonly string[]; pointer: string },
  report: ReportAt,
): readonly string[] {
  if (value === undefined) return absent;
  const member = pointer.slice(pointer.lastIndexOf("/") + 1);
  if (!Array.isArray(value)) {
    report(pointer, `\`${member}\` must be a list of field names`);
    return absent;
  }
  return value.slice(0, 100).filter((name: unknown, index): name is string => {
    if (typeof name === "string" && names.includes(name)) return true;
    report(
      `${pointer}/${index}`,
      `Unknown field ${quote(String(name))} in \`${member}\``,
      typeof name === "string" ? suggestName(name, names) : undefined,
    );
    return false;
  });
}

/** A name as words: `readTime` → “Read time”. */
function toWords(name: string): string {
  const words = name
    .replace(/_/gu, " ")
    .replace(/([a-z])([A-Z])/gu, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function parseField(
  name: string,
  declared: unknown,
  isRequired: boolean,
  pointer: string,
  report: ReportAt,
): DataField | undefined {
  const json = declared === "string" ? { type: "string" } : declared;
  if (!isObject(json)) {
    report(pointer, `The field \`${name}\` must be an object`, 'Write `{ "type": "string" }`.');
    return undefined;
  }
  if (json["type"] !== "array") {
    const field = parseTextField(name, json, isRequired, pointer, report);
    return field && { kind: "text", ...field };
  }
  checkMembers(json, ["type", "description", "maxItems", "items", "example"], pointer, report);
  const maxItems = readInteger(json, "maxItems", limits.listEntries, limits.listEntries, pointer, report);
  const items = parseItems(name, json["items"], pointer, report);
  const example = json["example"];
  return (
    items && {
      kind: "list",
      description: readDescription(json, name, pointer, report),
      maxItems,
      isRequired,
      items,
      ...(Array.isArray(example) && { example: example as FieldValue }),
    }
  );
}

function parseItems(
  name: string,
  items: unknown,
  listPointer: string,
  report: ReportAt,
): TextField | ReadonlyMap<string, TextField> | undefined {
  const pointer = `${listPointer}/items`;
  if (items === "string" || (isObject(items) && items["type"] === "string")) {
    return parseTextField(name, isObject(items) ? items : { type: "string" }, true, pointer, report);
  }
  if (!isObject(items)) {
    report(
      listPointer,
      `\`items\` of the list \`${name}\` is missing`,
      'Write `"items": { "type": "string" }` or `"items": { "name": "string" }`.',
    );
    return undefined;
  }
  const isSchema = items["type"] === "object";
  if (isSchema) checkMembers(items, ["type", "properties", "required", "description"], pointer, report);
  const properties = isSchema ? items["properties"] : items;
  if (!isObject(properties)) {
    report(pointer, "`properties` must be an object of field names and their types");
    return undefined;
  }
  const names = Object.keys(properties);
  if (names.length === 0 || names.length > limits.itemFields) {
    report(pointer, `The entries of a list must have 1 to ${limits.itemFields} fields`);
  }
  const required = new Set(
    isSchema
      ? parseFieldNames(items["required"], { names, absent: [], pointer: `${pointer}/required` }, report)
      : [],
  );
  const fields = new Map<string, TextField>();
  for (const item of names.slice(0, limits.itemFields)) {
    const itemPointer = `${pointer}${isSchema ? "/properties" : ""}/${escape(item)}`;
    checkFieldName(item, itemPointer, report);
    const declared = properties[item] === "string" ? { type: "string" } : properties[item];
    if (!isObject(declared) || declared["type"] === "array" || declared["type"] === "object") {
      report(itemPointer, `The field \`${item}\` of list entries must be a string`, 'Write `"string"`.');
      continue;
    }
    const field = parseTextField(item, declared, required.has(item), itemPointer, report);
    if (field) fields.set(item, field);
  }
  return fields;
}

const defaultMaxLengths = { text: 120, "image-url": 2048, color: 9 } as const;
const maxTextLength = 2048;

function parseTextField(
  name: string,
  json: Json,
  isRequired: boolean,
  pointer: string,
  report: ReportAt,
): TextField | undefined {
  const textMembers = ["type", "description", "maxLength", "format", "enum", "multiline", "example"];
  checkMembers(json, textMembers, pointer, report);
  if (json["type"] !== "string") {
    report(pointer, `The type of the field \`${name}\` is not supported`, 'Use `"string"` or `"array"`.');
    return undefined;
  }
  const format = json["format"];
  if (format !== undefined && format !== "image-url" && format !== "color") {
    report(
      `${pointer}/format`,
      `Unknown format ${quote(JSON.stringify(format))}`,
      "Use `image-url` or `color`.",
    );
    return undefined;
  }
  const maxLength = readInteger(
    json,
    "maxLength",
    defaultMaxLengths[format ?? "text"],
    maxTextLength,
    pointer,
    report,
  );
  const choices = parseChoices(json["enum"], pointer, report);
  const multiline = json["multiline"];
  if (multiline !== undefined && typeof multiline !== "boolean")
    report(`${pointer}/multiline`, "`multiline` must be `true` or `false`");
  const example = json["example"];
  if (example !== undefined && (typeof example !== "string" || example.length > maxTextLength)) {
    report(`${pointer}/example`, "`example` must be a text");
  }
  return {
    description: readDescription(json, name, pointer, report),
    maxLength,
    isRequired,
    ...(format !== undefined && { format }),
    ...(choices && { choices }),
    ...(multiline === true && { isMultiline: true }),
    ...(typeof example === "string" && { example }),
  };
}

function parseChoices(value: unknown, pointer: string, report: ReportAt): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const isList = Array.isArray(value) && value.length >= 1 && value.length <= 40;
  if (isList && value.every((entry) => typeof entry === "string" && /^[\w .:+&-]{1,40}$/u.test(entry))) {
    return value as string[];
  }
  report(`${pointer}/enum`, "`enum` must be a list of 1 to 40 short texts");
  return undefined;
}

function readDescription(json: Json, name: string, pointer: string, report: ReportAt): string {
  return json["description"] === undefined
    ? toWords(name)
    : readText(json, "description", pointer, report, 300);
}

function readInteger(
  json: Json,
  name: string,
  fallback: number,
  max: number,
  pointer: string,
  report: ReportAt,
): number {
  const value = json[name];
  if (value === undefined) return fallback;
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= max) return value;
  report(`${pointer}/${name}`, `\`${name}\` must be a whole number from 1 to ${max}`);
  return fallback;
}

/** By default, the palette is chosen by the first required text. */
function parsePaletteFields(palette: Json, fields: DataFields, report: ReportAt): readonly string[] {
  const names = [...fields].filter(([, field]) => field.kind === "text").map(([name]) => name);
  const first = names.find((name) => fields.get(name)?.isRequired) ?? names[0];
  const absent = first === undefined ? [] : [first];
  return parseFieldNames(palette["from"], { names, absent, pointer: "/palette/from" }, report);
}

function parseSamples(value: unknown, fields: DataFields, report: ReportAt): Sample[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > limits.samples) {
    report("/samples", `\`samples\` must be a list of at most ${limits.samples} samples`);
    return [];
  }
  let validate: ReturnType<typeof compileDataValidator> | undefined;
  return value.flatMap((sample: unknown, index): Sample[] => {
    const pointer = `/samples/${index}`;
    if (!isObject(sample) || typeof sample["name"] !== "string" || !isObject(sample["data"])) {
      report(pointer, "A sample must have a name and data", 'Write `{ "name": "short", "data": { … } }`.');
      return [];
    }
    checkMembers(sample, ["name", "data"], pointer, report);
    validate ??= compileDataValidator(toSchema(fields));
    const result = validate(sample["data"]);
    if (result.ok) return [{ name: sample["name"].slice(0, 80), data: result.value as TemplateData }];
    for (const { path, message } of result.errors) {
      report(
        `${pointer}/data${path}`,
        `The sample ${quote(sample["name"])} does not match the fields: ${path || "data"} ${message}`,
      );
    }
    return [];
  });
}
