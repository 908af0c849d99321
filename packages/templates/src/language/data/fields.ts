import type { FieldValue } from "@placard/contracts";
import { visiblePattern } from "@placard/contracts";
import { Type, type TObject, type TSchema } from "typebox";

/** A field with one text. */
export interface TextField {
  readonly description: string;
  /** Code points. */
  readonly maxLength: number;
  readonly format?: "image-url" | "color";
  readonly choices?: readonly string[];
  /** Whether single line breaks are kept. */
  readonly isMultiline?: boolean;
  readonly isRequired: boolean;
  readonly example?: string;
}

/** A data field of a template. */
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
  const properties = Object.fromEntries([...fields].map(([name, field]) => [name, toFieldSchema(field)]));
  return Type.Object(properties, { additionalProperties: false });
}

function toFieldSchema(field: DataField): TSchema {
  if (field.kind === "text") return toTextSchema(field);
  const { items, description, maxItems, isRequired, example } = field;
  const itemSchema =
    items instanceof Map
      ? Type.Object(Object.fromEntries([...items].map(([name, item]) => [name, toTextSchema(item)])), {
          additionalProperties: false,
        })
      : toTextSchema(items as TextField);
  const schema = Type.Array(itemSchema, {
    description,
    maxItems,
    ...(isRequired && { minItems: 1 }),
    ...(example !== undefined && { examples: [example] }),
  });
  return isRequired ? schema : Type.Optional(schema);
}

function toTextSchema(field: TextField): TSchema {
  const { description, maxLength, format, choices, isMultiline, isRequired, example } = field;
  const schema = Type.String({
    description,
    ...(choices ? { enum: [...choices] } : { maxLength }),
    ...(format && { format }),
    ...(isMultiline && { multiline: true }),
    ...(isRequired && !choices && !format && { pattern: visiblePattern }),
    ...(example !== undefined && { examples: [example] }),
  });
  return isRequired ? schema : Type.Optional(schema);
}
