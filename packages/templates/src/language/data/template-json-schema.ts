import { createValidatorCompiler } from "@placard/contracts/validator";
import { visiblePattern } from "@placard/contracts/text";
import type { FieldValue } from "@placard/contracts";
import type { TSchema } from "typebox";
import { limits } from "../limits.ts";

/** The longest text that a field can have, in code points. */
const maxTextLength = 2048;

/** A field with one text in `template.json`. */
export interface TextJson {
  readonly type: "string";
  readonly description?: string;
  readonly maxLength?: number;
  readonly format?: "image-url" | "color" | "number";
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
  readonly name: string;
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
  type: { const: "string" },
  description,
  maxLength: count(maxTextLength),
  format: { enum: ["image-url", "color", "number"] },
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

const document = object(["id", "name", "fields"], {
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
export const validateTemplateJson = compile(document as unknown as TSchema);
