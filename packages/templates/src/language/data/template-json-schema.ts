import { visiblePattern } from "@placard/contracts/text";
import type { FieldValue } from "@placard/contracts";
import { limits } from "../limits.ts";
import type { TextField } from "./fields.ts";

/** The longest text that a field can have, in code points. */
const maxTextLength = 2048;

/** A field with one text in `template.json`. */
export interface TextJson {
  readonly type: "string";
  readonly description?: string;
  readonly maxLength?: number;
  readonly format?: TextField["format"];
  readonly enum?: readonly string[];
  readonly multiline?: boolean;
  readonly example?: string;
}

export interface ListJson {
  readonly type: "array";
  readonly description?: string;
  readonly maxItems?: number;
  readonly items: TextJson | EntryJson;
  readonly example?: FieldValue;
}

/** The entries of a list that have several texts. */
interface EntryJson {
  readonly type: "object";
  readonly properties: Readonly<Record<string, TextJson>>;
  readonly required?: readonly string[];
}

/** A valid `template.json`, without short forms. */
export interface TemplateJson {
  readonly id: string;
  /** Default: the ID. */
  readonly name?: string;
  readonly description?: string;
  readonly fields: Readonly<Record<string, TextJson | ListJson>>;
  readonly required?: readonly string[];
  readonly listed?: readonly string[];
  readonly palette?: { readonly from?: readonly string[]; readonly tone?: "light" | "strong" };
  readonly layouts?: readonly { readonly name: string; readonly if?: string }[];
  readonly samples?: readonly { readonly name: string; readonly data: object }[];
}

const object = (required: readonly string[], properties: object) => ({
  type: "object",
  required,
  properties,
  additionalProperties: false,
});
const choose = (...oneOf: readonly object[]) => ({
  type: "object",
  required: ["type"],
  discriminator: { propertyName: "type" },
  oneOf,
});
const visibleText = (maxLength: number) => ({ type: "string", maxLength, pattern: visiblePattern });
const count = (maximum: number) => ({ type: "integer", minimum: 1, maximum });
const names = { type: "array", maxItems: 100, items: { type: "string" } };
const description = visibleText(300);

const text = object(["type"], {
  type: { enum: ["string", "number", "integer", "boolean"] }, // short forms of texts, but the first
  description,
  maxLength: count(maxTextLength),
  format: { enum: ["image-url", "color", "number", "integer"] },
  enum: { type: "array", minItems: 1, maxItems: 40, items: { type: "string", format: "choice" } },
  multiline: { type: "boolean" },
  example: { type: "string", maxLength: maxTextLength },
});

const entry = object(["type", "properties"], {
  type: { const: "object" },
  description,
  properties: { type: "object", minProperties: 1, additionalProperties: choose(text) },
  required: names,
});

const list = object(["type", "items"], {
  type: { const: "array" },
  description,
  maxItems: count(limits.listEntries),
  items: choose(text, entry),
  example: { type: "array" },
});

/** The JSON schema of `template.json` without short forms. */
export const templateJsonSchema = object(["id", "fields"], {
  id: { type: "string", format: "template-id" },
  name: visibleText(80),
  description,
  fields: { type: "object", additionalProperties: choose(text, list) },
  required: names,
  listed: names,
  palette: object([], { from: names, tone: { enum: ["light", "strong"] } }),
  layouts: {
    type: "array",
    minItems: 2,
    maxItems: limits.layouts,
    items: object(["name"], { name: { type: "string", format: "layout-name" }, if: visibleText(200) }),
  },
  samples: {
    type: "array",
    maxItems: limits.samples,
    items: object(["name", "data"], { name: visibleText(80), data: { type: "object" } }),
  },
});

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | false;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly const?: string;
  readonly enum?: readonly string[];
}

function wordsIn(schema: Schema): string[] {
  const { properties = {}, additionalProperties, items, oneOf = [] } = schema;
  const inner = [...Object.values(properties), ...oneOf, items, additionalProperties];
  const words = [...Object.keys(properties), ...(schema.enum ?? []), schema.const ?? []].flat();
  return [...words, ...inner.flatMap((each) => (each ? wordsIn(each) : []))];
}

/** The keys and keywords of `template.json`. */
export const templateJsonWords: ReadonlySet<string> = new Set(wordsIn(templateJsonSchema as Schema));
