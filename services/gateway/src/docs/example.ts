import type { Schema } from "./types.ts";

/**
 * An example of a value, from the `examples` of its schema or of its members. It has the required members,
 * and the optional ones whose own schema has examples.
 */
export function exampleOf(schema: Schema): unknown {
  const { examples, enum: values, anyOf, properties, required = [], items } = schema;
  if (examples) return examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (values) return values[0];
  if (anyOf?.[0]) return exampleOf(anyOf[0]);
  if (items) return [exampleOf(items)];
  if (properties) {
    const members = Object.entries(properties).filter(
      ([name, member]) => required.includes(name) || member.examples !== undefined,
    );
    return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member)]));
  }
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 1;
  return schema.type === "boolean" ? true : schema.type === "string" ? "…" : {};
}
