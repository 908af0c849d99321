import { normalizeText } from "@placard/contracts/text";

/** The keywords of a field's JSON Schema that normalization depends on. */
interface Schema {
  readonly format?: string;
  readonly multiline?: boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** How deep data can be nested: a field can be a list of flat objects. */
const maxDepth = 3;

/**
 * Normalizes the strings in data, and writes the numbers of number fields in digits. Other values stay as they
 * are: the validator checks them.
 * @param schema of the template's data; without it, no field is multiline or a number
 */
export function normalizeData(value: unknown, schema: object | undefined, depth = 0): unknown {
  const { format, multiline, items, properties = {} }: Schema = schema ?? {};
  if (typeof value === "string") return normalizeText(value, { keepsLines: multiline === true });
  if (typeof value === "number" && format === "number") return String(value);
  if (depth === maxDepth || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => normalizeData(entry, items, depth + 1));
  const schemaOf = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, normalizeData(entry, schemaOf(name), depth + 1)]),
  );
}
