import { normalizeText } from "@placard/contracts/text";
import { isFlag, type FieldSchema } from "./fields.ts";

/** How deep data can be nested: a field can be a list of flat objects. */
const maxDepth = 3;

/**
 * Normalizes the strings in data, writes the numbers of number fields in digits, and leaves out flags that
 * are false. Other values stay as they are: the validator checks them.
 * @param schema of the template's data; without it, no field is multiline, a number or a flag
 */
export function normalizeData(value: unknown, schema: object | undefined, depth = 0): unknown {
  const { format, enum: choices, multiline, items, properties = {} }: FieldSchema = schema ?? {};
  if (typeof value === "string") return normalizeText(value, { keepsLines: multiline === true });
  if (typeof value === "number" && format === "number") return String(value);
  if (value === true && isFlag(choices)) return "true";
  if (depth === maxDepth || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => normalizeData(entry, items, depth + 1));
  const schemaOf = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, entry]) => !((entry === false || entry === "false") && isFlag(schemaOf(name)?.enum)))
      .map(([name, entry]) => [name, normalizeData(entry, schemaOf(name), depth + 1)]),
  );
}
