/** Schemas by name, for `components.schemas`. */
export type NamedSchemas = Record<string, unknown>;

/**
 * Copies a value, and replaces every schema with a `title` by a reference to `components.schemas`. Returns the copy, and the
 * schemas by title. Throws if two different schemas have the same title.
 */
export function hoistSchemas<T>(value: T): { value: T; schemas: NamedSchemas } {
  const schemas: NamedSchemas = {};

  function copy(node: unknown, isData: boolean): unknown {
    if (Array.isArray(node)) return node.map((entry) => copy(entry, isData));
    if (typeof node !== "object" || node === null) return node;
    const copied = Object.fromEntries(
      Object.entries(node).map(([name, entry]) => [name, copy(entry, isData || isExample(name))]),
    );
    const { title } = copied;
    if (isData || typeof title !== "string" || !isSchema(copied)) return copied;
    if (schemas[title] !== undefined && JSON.stringify(schemas[title]) !== JSON.stringify(copied)) {
      throw new Error(`two different schemas have the title ${title}`);
    }
    schemas[title] = copied;
    return { $ref: `#/components/schemas/${title}` };
  }

  const hoisted = copy(value, false) as T;
  return {
    value: hoisted,
    schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Whether a member contains values rather than schemas. */
function isExample(name: string): boolean {
  return name === "example" || name === "examples" || name === "const" || name === "default";
}

function isSchema(node: object): boolean {
  return "type" in node || "anyOf" in node;
}
