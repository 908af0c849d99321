import { visiblePattern } from "@placard/contracts/text";
import type { Static } from "typebox";
import { limits } from "../limits.ts";

/** The longest text that a field can have, in code points. */
const maxTextLength = 2048;

const object = <const Required, const Properties>(required: Required, properties: Properties) =>
  ({ type: "object", required, properties, additionalProperties: false }) as const;
const choose = <const Schemas extends readonly object[]>(...oneOf: Schemas) =>
  ({ type: "object", required: ["type"], discriminator: { propertyName: "type" }, oneOf }) as const;
const visibleText = (maxLength: number) => ({ type: "string", maxLength, pattern: visiblePattern }) as const;
const count = (maximum: number) => ({ type: "integer", minimum: 1, maximum }) as const;
const names = { type: "array", maxItems: 100, items: { type: "string" } } as const;
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

const textOfCard = object(["type"], {
  ...text.properties,
  default: { type: "string", maxLength: maxTextLength },
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
  fields: { type: "object", additionalProperties: choose(textOfCard, list) },
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

/** A field with one text in `template.json`. Those of list entries have no default. */
export type TextJson = Static<typeof textOfCard>;
export type ListJson = Static<typeof list>;
/** A valid `template.json`, without short forms. */
export type TemplateJson = Static<typeof templateJsonSchema>;

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
