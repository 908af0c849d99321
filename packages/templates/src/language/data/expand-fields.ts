export type Json = Readonly<Record<string, unknown>>;

/** Replaces the short forms in the definitions of fields. */
export function expandFields(fields: unknown): unknown {
  return mapValues(fields, expandField);
}

const uncheckedKeywords = new Set(["minimum", "maximum", "minLength", "minItems"]);

/** Whether a member of a field is a limit of JSON Schema that is not checked. */
export function isUnchecked(field: Json, name: string): boolean {
  return typeof field["type"] === "string" && uncheckedKeywords.has(name) && !isObject(field[name]);
}

/**
 * Replaces the short forms `"string"`, `"number"`, `"integer"`, `"boolean"` and
 * `"items": { "name": "string" }`, and `examples` of JSON Schema. Limits that are not checked are left out.
 */
function expandField(given: unknown): unknown {
  if (typeof given === "string") return expandField({ type: given });
  if (!isObject(given)) return given;
  const field: Json = Object.fromEntries(Object.entries(given).filter(([name]) => !isUnchecked(given, name)));
  if (Array.isArray(field["examples"]) && field["example"] === undefined) {
    const { examples, ...rest } = field;
    return expandField({ ...rest, example: (examples as unknown[])[0] });
  }
  if (field["type"] === "number" || field["type"] === "integer") {
    const texts = Object.entries(field).map(([name, value]) => [
      name,
      (name === "example" || name === "default") && typeof value === "number" ? String(value) : value,
    ]);
    return { ...Object.fromEntries(texts), type: "string", format: field["type"] };
  }
  if (field["type"] === "boolean") {
    const { example, ...rest } = field;
    return { ...rest, type: "string", enum: ["true"], ...(example === true && { example: "true" }) };
  }
  if (field["items"] === undefined) return field;
  const items = expandField(field["items"]);
  const isSchema = isObject(items) && typeof items["type"] === "string";
  if (!isObject(items) || (isSchema && items["type"] !== "object")) return { ...field, items };
  const properties = mapValues(isSchema ? items["properties"] : items, expandField);
  return { ...field, items: isSchema ? { ...items, properties } : { type: "object", properties } };
}

/** Maps the values of an object. Other values stay as they are. */
export function mapValues(value: unknown, map: (entry: unknown) => unknown): unknown {
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, map(entry)]))
    : value;
}

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
