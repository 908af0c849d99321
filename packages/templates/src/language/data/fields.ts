import type { FieldValue } from "@placard/contracts";
import { visiblePattern } from "@placard/contracts/text";
import type { TObject } from "typebox";

export interface TextField {
  readonly description: string;
  /** Code points. */
  readonly maxLength: number;
  readonly format?: "image-url" | "color" | "number" | "integer" | undefined;
  readonly choices?: readonly string[];
  /** Whether single line breaks are kept. */
  readonly isMultiline?: boolean;
  readonly isRequired: boolean;
  /** What stands for a value that data does not have. */
  readonly default?: string;
  readonly example?: string;
}

/** Whether these are the choices of a `boolean`, which is the text `true` or none, or those of its schema. */
export function isFlag(choices: readonly unknown[] | undefined): boolean {
  return choices?.includes(true) === true || choices?.join() === "true";
}

/** What requests can have in a `boolean`. */
const flagValues = [true, false, "true", "false"] as const;

/** Whether a field has numbers, as texts in digits. */
export function isNumeric({ format }: { format?: string | undefined }): boolean {
  return format === "number" || format === "integer";
}

export type DataField =
  | ({ readonly kind: "text" } & TextField)
  | {
      readonly kind: "list";
      readonly description: string;
      readonly maxItems: number;
      readonly isRequired: boolean;
      /** One text for each entry, or named texts. */
      readonly items: TextField | ReadonlyMap<string, TextField>;
      readonly example?: FieldValue;
    };

export type DataFields = ReadonlyMap<string, DataField>;

/** The entries of a list that are named texts; undefined for any other field. */
export function itemFieldsOf(field: DataField | undefined): ReadonlyMap<string, TextField> | undefined {
  return field?.kind === "list" && field.items instanceof Map ? field.items : undefined;
}

/** The JSON Schema of data, in the form of the schemas of built-in templates. */
export function toSchema(fields: DataFields): TObject {
  return toObjectSchema([...fields].map(([name, field]) => [name, field.isRequired, toFieldSchema(field)]));
}

/** A schema as typebox creates it. Loading typebox takes 90 ms of CPU, which delays rendering. */
function toObjectSchema(properties: readonly [name: string, isRequired: boolean, schema: object][]): TObject {
  const required = properties.filter(([, isRequired]) => isRequired).map(([name]) => name);
  const schema = {
    type: "object",
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties.map(([name, , property]) => [name, property])),
    additionalProperties: false,
  };
  return schema as unknown as TObject;
}

/** The keywords of `toSchema`, for code that reads schemas. */
export interface FieldSchema {
  type?: string | readonly string[];
  format?: string;
  enum?: readonly (string | boolean)[];
  multiline?: boolean;
  default?: unknown;
  maxLength?: number;
  maxItems?: number;
  examples?: readonly unknown[];
  items?: FieldSchema;
  properties?: Record<string, FieldSchema>;
  required?: readonly string[];
}

function toFieldSchema(field: DataField): object {
  if (field.kind === "text") return toTextSchema(field);
  const { items, description, maxItems, isRequired, example } = field;
  const itemSchema =
    items instanceof Map
      ? toObjectSchema([...items].map(([name, item]) => [name, item.isRequired, toTextSchema(item)]))
      : toTextSchema(items as TextField);
  return {
    type: "array",
    items: itemSchema,
    description,
    maxItems,
    ...(isRequired && { minItems: 1 }),
    ...(example !== undefined && { examples: [example] }),
  };
}

function toTextSchema(field: TextField): object {
  const { description, maxLength, format, choices, isMultiline, isRequired, example } = field;
  if (isFlag(choices))
    return { enum: flagValues, description, ...(example !== undefined && { examples: [example] }) };
  return {
    type: isNumeric(field) ? [format, "string"] : "string",
    description,
    ...(choices ? { enum: [...choices] } : { maxLength }),
    ...(format && { format }),
    ...(isMultiline && { multiline: true }),
    ...(isRequired && !choices && !format && { pattern: visiblePattern }),
    ...(field.default !== undefined && { default: field.default }),
    ...(example !== undefined && { examples: [example] }),
  };
}
