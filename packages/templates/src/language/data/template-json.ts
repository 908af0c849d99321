import type { FieldValue, TemplateData } from "@placard/contracts";
import { lazy } from "@placard/contracts/lazy";
import { compileDataValidator, createValidatorCompiler } from "@placard/contracts/validator";
import type { TSchema } from "typebox";
import { expandFields, type Json } from "./expand-fields.ts";
import { knownNames, parseFields, type ReportAt } from "./field-definitions.ts";
import { toSchema, type DataFields } from "./fields.ts";
import { templateJsonSchema, type TemplateJson } from "./template-json-schema.ts";
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

type DataValidator = (data: object) => ReturnType<ReturnType<typeof compileDataValidator>>;

const compile = createValidatorCompiler({
  "template-id": {
    isValid: (id) => /^[a-z][a-z0-9-]{0,62}$/u.test(id),
    message: "must have up to 63 lower-case letters, digits and hyphens, and start with a letter",
  },
  "layout-name": {
    isValid: (name) => /^[a-z][a-z0-9-]{0,39}$/u.test(name),
    message: "must have up to 40 lower-case letters, digits and hyphens, and start with a letter",
  },
  choice: {
    isValid: (choice) => /^[\w .:+&-]{1,40}$/u.test(choice),
    message: "must have 1 to 40 letters, digits, spaces and . : + & - _",
  },
});

/** Validates `template.json` without short forms. */
const validateTemplateJson = compile(templateJsonSchema as unknown as TSchema);

/**
 * Checks `template.json`, and reports what is invalid. Undefined if it does not match the schema.
 * @param warnExample is called for what does not fit in the examples of fields
 */
export function parseTemplateJson(
  given: Json,
  report: ReportAt,
  warnExample?: ReportAt,
): CheckedTemplateJson | undefined {
  const expanded: Json = { ...given, fields: expandFields(given["fields"]) };
  const result = validateTemplateJson(expanded);
  if (!result.ok) {
    for (const { path, message } of result.errors) report(path, message);
    return undefined;
  }
  const json = result.value as TemplateJson;
  const { id, name = id, description = "", palette = {}, layouts = [], samples = [] } = json;
  const fields = parseFields(json, report);
  const names = [...fields.keys()];
  const texts = names.filter((field) => fields.get(field)?.kind === "text");
  const first = texts.find((field) => fields.get(field)?.isRequired) ?? texts[0];
  const paletteFields = first === undefined ? [] : [first];
  const schema = toSchema(fields);
  const compiled = lazy(() => compileDataValidator(schema));
  const validate = (data: object) => compiled()(normalizeData(data, schema));
  checkValues(fields, "default", validate, report);
  // Documents with examples that do not fit can be compiled: cards are rendered with other data.
  if (warnExample) checkValues(fields, "example", validate, warnExample);
  return {
    id,
    name,
    description,
    fields,
    listed: knownNames(json.listed ?? names, names, "/listed", report),
    paletteFields: knownNames(palette.from ?? paletteFields, texts, "/palette/from", report),
    paletteTone: palette.tone,
    layouts: parseLayouts(layouts, fields, report),
    samples: parseSamples(samples, validate, report),
  };
}

/** Reports defaults and examples that do not fit their fields. */
function checkValues(
  fields: DataFields,
  member: "default" | "example",
  validate: DataValidator,
  report: ReportAt,
): void {
  const given = [...fields].flatMap(([name, field]) => {
    const { [member]: value }: { default?: FieldValue; example?: FieldValue } = field;
    return value === undefined ? [] : [[name, value] as const];
  });
  const values: object = Object.fromEntries(given);
  const result = given.length > 0 ? validate(values) : { ok: true as const };
  if (result.ok) return;
  for (const { path, message } of result.errors) {
    const [, name = "", ...inside] = path.split("/");
    if (!Object.hasOwn(values, name)) continue; // a required field without one
    const pointer = ["/fields", name, member, ...inside].join("/");
    report(pointer, message, `Change the ${member} or the limits of the field.`);
  }
}

function parseSamples(
  samples: NonNullable<TemplateJson["samples"]>,
  validate: DataValidator,
  report: ReportAt,
): Sample[] {
  return samples.flatMap(({ name, data }, index): Sample[] => {
    const result = validate(data);
    if (result.ok) return [{ name, data: result.value as TemplateData }];
    for (const { path, message } of result.errors) report(`/samples/${index}/data${path}`, message);
    return [];
  });
}
