import { normalizeText } from "@placard/contracts/text";
import { isFlag, isNumeric, type FieldSchema } from "./fields.ts";

/** How deep data can be nested: a field can be a list of flat objects. */
const maxDepth = 3;

/**
 * Normalizes the strings in data, writes the numbers of number fields in digits, and leaves out flags that
 * are false. Other values stay as they are: the validator checks them.
 * @param schema of the template's data; without it, no field is multiline, a number or a flag
 */
export function normalizeData(value: unknown, schema: FieldSchema = {}, depth = 0): unknown {
  const { multiline, items, properties = {} } = schema;
  if (typeof value === "number" && isNumeric(schema)) return String(value);
  if (typeof value === "boolean" && isFlag(schema.enum)) return value ? "true" : "";
  if (typeof value === "string") {
    const text = normalizeText(value, { keepsLines: multiline === true });
    return text === "false" && isFlag(schema.enum) ? "" : text;
  }
  if (depth === maxDepth || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => normalizeData(entry, items, depth + 1));
  const schemaOf = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, entry]) => [name, normalizeData(entry, schemaOf(name), depth + 1)] as const)
      .filter(([name, entry]) => entry !== "" || !isFlag(schemaOf(name)?.enum)),
  );
}
