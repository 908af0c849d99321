import { decodeHTMLStrict } from "entities";

/** A value of a JSON-LD node. Objects have no prototype. */
export type JsonLdValue =
  string | number | boolean | null | readonly JsonLdValue[] | { readonly [name: string]: JsonLdValue };

/** A node of a page's JSON-LD (JSON-LD 1.1, section 3.3) that has a type. */
export interface JsonLdNode {
  /** `@type`, without the address of schema.org: `Article`, `Product`, `Event`, … */
  types: readonly string[];
  /**
   * All properties as in the file, such as `headline`, except those beyond the limits. Their texts have HTML
   * entities decoded: many sites escape them, although JSON-LD is not HTML.
   */
  properties: Readonly<Record<string, JsonLdValue>>;
}

const maxNodes = 200;
const maxDepth = 16;
/** Values of one page, all nodes together. */
const maxValues = 10_000;
const maxStringChars = 5_000;

/**
 * The nodes in the texts of `<script type="application/ld+json">`: the values, and the items of arrays and
 * `@graph`. Texts that are not JSON, and parts beyond the limits, are ignored. Never throws.
 */
export function readJsonLd(texts: readonly string[]): JsonLdNode[] {
  const nodes: JsonLdNode[] = [];
  let values = 0;

  /** A copy without prototypes, so that a name such as `__proto__` is an ordinary one. */
  function copy(value: unknown, depth: number): JsonLdValue | undefined {
    if (depth > maxDepth || ++values > maxValues) return undefined;
    if (typeof value === "string") return decodeHTMLStrict(value.slice(0, maxStringChars));
    if (typeof value !== "object" || value === null) return value as number | boolean | null;
    if (Array.isArray(value)) {
      const items: JsonLdValue[] = [];
      for (const item of value as unknown[]) {
        const copied = copy(item, depth + 1);
        if (copied === undefined) break;
        items.push(copied);
      }
      return items;
    }
    const object = Object.create(null) as Record<string, JsonLdValue>;
    for (const [name, member] of Object.entries(value)) {
      if (values > maxValues) break;
      const copied = copy(member, depth + 1);
      if (copied !== undefined) object[name.slice(0, 100)] = copied;
    }
    return object;
  }

  function addNodes(value: JsonLdValue | undefined): void {
    if (typeof value !== "object" || value === null || nodes.length >= maxNodes) return;
    if (isArray(value)) return value.forEach(addNodes);
    const types = [value["@type"]].flat().filter((type) => typeof type === "string");
    if (types.length > 0)
      nodes.push({
        types: types.map((type) => type.replace(/^https?:\/\/schema\.org\//, "")),
        properties: value,
      });
    addNodes(value["@graph"]);
  }

  for (const text of texts) addNodes(copy(parseJson(text), 0));
  return nodes;
}

/** Undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.trim().replace(/^<!--|-->$|^\/\/<!\[CDATA\[|\/\/\]\]>$/g, ""));
  } catch {
    return undefined;
  }
}

/** The property of a value that is a node; undefined if it has none. */
export function propertyOf(value: JsonLdValue | undefined, name: string): JsonLdValue | undefined {
  return typeof value === "object" && value !== null && !isArray(value) ? value[name] : undefined;
}

/** The first of a list, or the value itself. */
export function firstOf(value: JsonLdValue | undefined): JsonLdValue | undefined {
  return isArray(value) ? value[0] : value;
}

/** A text: of several the first one, of a node its `name` or `@value`. Undefined if there is none. */
export function textOf(value: JsonLdValue | undefined): string | undefined {
  const first = firstOf(value);
  if (typeof first === "number") return String(first);
  if (typeof first === "string") return first.trim() || undefined;
  const text = propertyOf(first, "name") ?? propertyOf(first, "@value");
  return typeof text === "string" ? text.trim() || undefined : undefined;
}

function isArray(value: JsonLdValue | undefined): value is readonly JsonLdValue[] {
  return Array.isArray(value);
}
