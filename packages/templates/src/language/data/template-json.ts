import type { TemplateData } from "@placard/contracts";
import { compileDataValidator, type FieldError } from "@placard/contracts/validator";
import { expandFields, knownNames, parseFields, type Json, type ReportAt } from "./field-definitions.ts";
import { toSchema, type DataFields } from "./fields.ts";
import { validateTemplateJson, type TemplateJson } from "./template-json-schema.ts";
import { normalizeData } from "./normalize-data.ts";
import { parseLayouts, type Layout } from "./layouts.ts";

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

/** Checks `template.json`. What is invalid is reported and left out. */
export function parseTemplateJson(given: Json, report: ReportAt): CheckedTemplateJson {
  const expanded = { ...given, fields: expandFields(given["fields"]) };
  const result = validateTemplateJson(expanded);
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
    if (!parent || last === undefined) continue;
    // The uses of an invalid field are no mistakes.
    if (names.join("/") === "fields" && Object.hasOwn(parent, last))
      Object.assign(parent, { [last]: { type: "string" } });
    else Reflect.deleteProperty(parent, last);
  }
  return copy;
}

function parseSamples(
  samples: NonNullable<TemplateJson["samples"]>,
  fields: DataFields,
  report: ReportAt,
): Sample[] {
  if (samples.length === 0) return [];
  const schema = toSchema(fields);
  const validate = compileDataValidator(schema);
  return samples.flatMap(({ name, data }, index): Sample[] => {
    if (name === undefined || data === undefined) return [];
    const result = validate(normalizeData(data, schema));
    if (result.ok) return [{ name, data: result.value as TemplateData }];
    for (const { path, message } of result.errors) report(`/samples/${index}/data${path}`, message);
    return [];
  });
}
