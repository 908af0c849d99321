import { assetIdOfUrl } from "./asset-url.ts";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import type { Static, TSchema } from "typebox";
import { toPointer } from "./json-pointer.ts";
import { visiblePattern } from "./text.ts";
import { lazy } from "./lazy.ts";
import { nearestName } from "./nearest-name.ts";
import { decodeCursor } from "./list-cursor.ts";
import { isLanguageTag } from "./locale.ts";

/** One invalid field: its JSON pointer (RFC 6901) and a human-readable description of the error. */
export interface FieldError {
  path: string;
  message: string;
  /** The line in the text of the field, from 1; only for fields that contain source code. */
  line?: number;
  /** The column in that line, from 1, in UTF-16 code units. */
  column?: number;
  /** What to write instead. */
  suggestion?: string;
}

export type ValidationResult<T> = { ok: true; value: T } | InvalidResult;

interface InvalidResult {
  ok: false;
  /** The first errors, at most 50. */
  errors: FieldError[];
  moreErrors: number;
}

const maxErrors = 50;

/** A format of strings, for the `format` keyword. */
export interface StringFormat {
  isValid: (text: string) => boolean;
  /** The error for an invalid string: "must be …". */
  message: string;
}

interface Options {
  /** Whether to set missing properties to the default in their schema. */
  useDefaults?: boolean;
}

/**
 * Creates a function that compiles schemas to validators. A validator coerces nothing and reports all errors,
 * not just the first. A schema is compiled with the first value: compiling all of them would take a tenth of
 * a start. Throws then if the schema has an unknown keyword or format.
 */
export function createValidatorCompiler(
  formats: Readonly<Record<string, StringFormat>>,
  { useDefaults = false }: Options = {},
) {
  const ajv = new Ajv2020({
    allErrors: true,
    discriminator: true,
    ownProperties: true,
    verbose: true,
    allowUnionTypes: true, // fields with numbers accept their texts
    useDefaults,
    meta: false, // compiling the schema of schemas takes half a second of each start
    validateSchema: false,
  });
  // An annotation: single line breaks are kept.
  ajv.addKeyword({ keyword: "multiline", schemaType: "boolean" });
  for (const [name, { isValid }] of Object.entries(formats)) ajv.addFormat(name, isValid);

  return <S extends TSchema>(schema: S): ((value: unknown) => ValidationResult<Static<S>>) => {
    const compiled = lazy(() => ajv.compile<Static<S>>(schema));
    return (input) => {
      const validate = compiled();
      const value = withoutNulls(schema, input);
      return validate(value) ? { ok: true, value } : describeErrors(validate.errors ?? [], formats);
    };
  };
}

/** Describes the first errors only: describing thousands would block the event loop. */
function describeErrors(errors: readonly ErrorObject[], formats: Formats): InvalidResult {
  const described = errors.slice(0, maxErrors).map((error) => toFieldError(error, formats));
  return { ok: false, errors: described, moreErrors: errors.length - described.length };
}

/** A value without optional members that are null. Unknown and required members are kept. */
function withoutNulls(schema: object, value: unknown): unknown {
  const { properties, items, required = [] } = schema as ObjectSchema;
  if (Array.isArray(value)) return items ? value.map((entry) => withoutNulls(items, entry)) : value;
  if (typeof value !== "object" || value === null || !properties) return value;
  const result: Record<string, unknown> = { ...value };
  for (const name of Object.keys(result).filter((key) => Object.hasOwn(properties, key))) {
    if (result[name] === null && !required.includes(name)) delete result[name];
    else result[name] = withoutNulls(properties[name]!, result[name]);
  }
  return result;
}

interface ObjectSchema {
  properties?: Readonly<Record<string, object>>;
  items?: object;
  required?: readonly string[];
}

const stringFormats: Formats = {
  "image-url": {
    isValid: (text) => (/^https?:\/\//i.test(text) && URL.canParse(text)) || assetIdOfUrl(text) !== undefined,
    message: "must be an absolute http or https URL, or `asset:` and the ID of an image of the account",
  },
  color: {
    isValid: (text) => /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text),
    message: "must be a hexadecimal color such as #1c539e",
  },
  number: {
    isValid: (text) => /^-?\d{1,9}(?:\.\d{1,6})?$/.test(text),
    message: "must be a number in digits, such as 64 or 2.5",
  },
  integer: { isValid: (text) => /^-?\d{1,9}$/.test(text), message: "must be an integer, such as 64" },
  "opaque-color": {
    isValid: (text) => /^#([\da-f]{3}|[\da-f]{6})$/i.test(text),
    message: "must be an opaque hexadecimal color such as #1c539e",
  },
  cursor: {
    isValid: (text) => decodeCursor(text) !== undefined,
    message: "must be the `nextCursor` of a page of this list",
  },
  email: { isValid: isEmail, message: "must be an email address" },
  position: {
    isValid: isPosition,
    message: "must be a position of two percentages or keywords, such as `50% 20%`, `center` or `left top`",
  },
  "language-tag": {
    isValid: isLanguageTag,
    message: "must be a BCP 47 language tag such as de or pt-BR",
  },
  "date-time": { isValid: isDateTime, message: "must be a date and time such as 2027-01-31T12:00:00Z" },
};

/** Compiles the schema of a request body or of stored JSON, once: its validator stays in memory for ever. */
export const compileValidator = createValidatorCompiler(stringFormats);

/**
 * Compiles the schema of a template's data. Nothing of it stays in memory when the validator is no longer
 * used: accounts publish any number of schemas. Takes some 5 ms.
 */
export function compileDataValidator<S extends TSchema>(schema: S) {
  return createValidatorCompiler(stringFormats)(schema);
}

type Formats = Readonly<Record<string, StringFormat>>;

function toFieldError(error: ErrorObject, formats: Formats): FieldError {
  const missing: unknown = error.params["missingProperty"] ?? error.params["additionalProperty"];
  const path = error.instancePath + (typeof missing === "string" ? toPointer(missing) : "");
  return { path, message: describe(error, formats) };
}

function describe(
  { keyword, params, parentSchema, data, message, instancePath }: ErrorObject,
  formats: Formats,
): string {
  switch (keyword) {
    case "required":
      return "is required";
    case "additionalProperties":
      return describeUnknownField(params["additionalProperty"], parentSchema?.["properties"] ?? {});
    case "type":
      // Optional members have lost their nulls, so the member is required; an entry of a list is not.
      if (data === null && /\/(?!\d+$)[^/]+$/.test(instancePath)) return "is required; this is null";
      return `${describeType(params["type"])}; ${describeValue(data, params["type"])}`;
    case "enum":
      return `${describeChoices(params["allowedValues"])}; this is ${show(data)}${didYouMean(data, params["allowedValues"])}`;
    case "minimum":
      return `must be at least ${params["limit"]}; this is ${String(data)}`;
    case "maximum":
      return `must be at most ${params["limit"]}; this is ${String(data)}`;
    case "maxLength":
      return `must have at most ${params["limit"]} characters; this has ${[...(data as string)].length}`;
    case "minItems":
      return `must have at least ${countOf(params["limit"], "entry", "entries")}`;
    case "maxItems":
      return `must have at most ${countOf(params["limit"], "entry", "entries")}; this has ${(data as unknown[]).length}`;
    case "minProperties":
      return `must have at least ${countOf(params["limit"], "field", "fields")}`;
    case "maxProperties":
      return `must have at most ${countOf(params["limit"], "field", "fields")}; this has ${Object.keys(data as object).length}`;
    case "discriminator": {
      const tag = params["tag"] as string;
      const { oneOf = [] } = (parentSchema ?? {}) as { oneOf?: readonly TaggedSchema[] };
      const tags = oneOf.flatMap(({ properties }) => properties[tag]?.enum ?? properties[tag]?.const ?? []);
      const names = tags.join(", ").replace(/, ([^,]*)$/, " or $1");
      return `must have the \`${tag}\` ${names}${didYouMean(params["tagValue"], tags)}`;
    }
    case "uniqueItems":
      return "must not have duplicate entries";
    case "pattern":
      return params["pattern"] === visiblePattern
        ? "must contain at least one visible character"
        : `must match the pattern ${params["pattern"]}`;
    case "format":
      return formats[params["format"]]?.message ?? "is not valid";
    default:
      return message ?? "is not valid";
  }
}

/** An alternative of a schema with a discriminator. */
interface TaggedSchema {
  properties: Readonly<Record<string, { const?: string; enum?: readonly string[] }>>;
}

function countOf(count: number, singular: string, plural: string): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

function describeUnknownField(name: string, properties: object): string {
  const known = Object.keys(properties);
  const suggestion = didYouMean(name, known);
  if (known.length === 0) return "is not a known field; there are none";
  return `is not a known field${suggestion === "" ? `; known fields are ${known.join(", ")}` : suggestion}`;
}

/** The values of an `enum`: a flag has both `true` and its text. */
function describeChoices(values: readonly unknown[]): string {
  const choices = [...new Set(values.map(String))];
  return choices.length < 3 ? `must be ${choices.join(" or ")}` : `must be one of ${choices.join(", ")}`;
}

/** A value in a message: “5”, “true”, “`short text`” or “an array”. */
function show(value: unknown): string {
  if (typeof value === "string" && value.length <= maxQuotedLength) return `\`${value}\``;
  if (Array.isArray(value)) return "an array";
  const isLong = typeof value === "string" || (typeof value === "object" && value !== null);
  return isLong ? withArticle(typeof value) : JSON.stringify(value);
}

const maxQuotedLength = 40;

/** “. Did you mean `x`?” with the nearest of some names, if one is near. */
function didYouMean(value: unknown, names: readonly unknown[]): string {
  const texts = names.filter((name) => typeof name === "string");
  const nearest = typeof value === "string" ? nearestName(value, texts) : undefined;
  return nearest === undefined ? "" : `. Did you mean \`${nearest}\`?`;
}

function describeType(type: string | readonly string[]): string {
  return type === "boolean"
    ? "must be true or false"
    : `must be ${[type].flat().map(withArticle).join(" or ")}`;
}

/** The text of values, by their JSON type. */
const textOf: Partial<Record<string, RegExp>> = {
  boolean: /^(true|false)$/,
  integer: /^-?\d+$/,
  number: /^-?\d+(\.\d+)?$/,
};

/** The type of a value of the wrong type, and how to write it as JSON of the expected type. */
function describeValue(value: unknown, expected: string): string {
  if (typeof value === "string" && textOf[expected]?.test(value) === true)
    return "this is a string: remove the quotation marks";
  const isBare = expected === "string" && (typeof value === "number" || typeof value === "boolean");
  return isBare
    ? `this is ${withArticle(typeof value)}: put it in quotation marks`
    : `this is ${show(value)}`;
}

function withArticle(noun: string): string {
  return `${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`;
}

/** A `<position>` (CSS Values 4, section 8.3) of one or two keywords or percentages, from 0 % to 100 %. */
function isPosition(text: string): boolean {
  const percentage = /^(?:100|\d{1,2}(?:\.\d{1,2})?)%$/;
  const isX = (part: string) => /^(?:left|center|right)$/.test(part) || percentage.test(part);
  const isY = (part: string) => /^(?:top|center|bottom)$/.test(part) || percentage.test(part);
  const [first = "", second, ...others] = text.split(" ");
  if (others.length > 0) return false;
  if (second === undefined) return isX(first) || isY(first);
  const isSwapped = /^(?:top|bottom)$/.test(first) && /^(?:left|center|right)$/.test(second);
  return (isX(first) && isY(second)) || isSwapped;
}

/** A mailbox (RFC 5321, clause 4.1.2), without address literals. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  const dotString = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
  const quoted = /^"([\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/;
  const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;
  return (
    at > 0 &&
    local.length <= 64 &&
    domain.length <= 255 &&
    (dotString.test(local) || quoted.test(local)) &&
    domain.split(".").every((part) => label.test(part))
  );
}

/** A date-time (RFC 3339, clause 5.6) of a day that exists. */
function isDateTime(text: string): boolean {
  const [, date] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.exec(text) ?? [];
  if (date === undefined || Number.isNaN(Date.parse(text))) return false;
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date); // Date parses 30 February as 2 March
}
