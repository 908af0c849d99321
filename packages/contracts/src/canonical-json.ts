/**
 * The canonical JSON of a value that JSON can represent, without white space. Members are sorted by name (as
 * UTF-16 code units, RFC 8785, clause 3.2.3). Members that are undefined are left out. Recursive: check the
 * depth of values from outside first.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((entry) => canonicalJson(entry ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const object = value as Record<string, unknown>;
  let members = "";
  for (const name of Object.keys(object).sort())
    if (object[name] !== undefined)
      members += `${members && ","}${JSON.stringify(name)}:${canonicalJson(object[name])}`;
  return `{${members}}`;
}
