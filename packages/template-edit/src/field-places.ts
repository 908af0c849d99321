import { itemFieldsOf, limits, readFields } from "@placard/templates/source";
import { findNodeAtLocation, parseTree, type JSONPath } from "jsonc-parser";
import { RefusedEdit } from "./refused-edit.ts";

/** Where `template.json` has a field, or a part of the entries of a list. */
export interface FieldPlace {
  /** Without the list of a part. */
  readonly name: string;
  /** The list of a part; undefined for a field. */
  readonly list: string | undefined;
  /** The object with its definition. */
  readonly definitions: JSONPath;
  /** The names that are required. */
  readonly required: JSONPath;
  /** All lists of names that may have its name. */
  readonly names: readonly JSONPath[];
  /** The objects that may have a value of it. */
  readonly data: readonly JSONPath[];
  /** How many there can be beside each other. */
  readonly limit: number;
}

/** Finds the place of a field. @param path its name, or `list.part` */
export function placeOf(json: string, path: string): FieldPlace {
  const [name = "", part] = path.split(".");
  if (part === undefined) {
    const required = ["required"];
    return {
      name,
      list: undefined,
      definitions: ["fields"],
      required,
      names: [required, ["listed"], ["palette", "from"]],
      data: samplesWith(json, "data"),
      limit: limits.fields,
    };
  }
  const items = ["fields", name, "items"];
  const required = [...items, "required"];
  if (!partsOf(json, name)) throw new RefusedEdit(`The entries of “${name}” have no parts`);
  return {
    name: part,
    list: name,
    definitions: valueAt(json, [...items, "type"]) === "object" ? [...items, "properties"] : items,
    required,
    names: [required],
    data: entriesOf(json, name).filter((entry) => typeof valueAt(json, entry) === "object"),
    limit: limits.itemFields,
  };
}

/** The names of a list's parts; undefined if its entries are texts. @throws RefusedEdit if it is no list */
export function partsOf(json: string, list: string): readonly string[] | undefined {
  const field = readFields(JSON.parse(json) as Record<string, unknown>).get(list);
  if (field?.kind !== "list") throw new RefusedEdit(`There is no list \`${list}\``);
  const parts = itemFieldsOf(field);
  return parts && [...parts.keys()];
}

/** The paths of the entries of a list in its example and the samples. */
export function entriesOf(json: string, list: string): JSONPath[] {
  const field = ["fields", list];
  const lists = [[...field, "example"], [...field, "examples", 0], ...samplesWith(json, "data", list)];
  return lists.flatMap((path) => {
    const value = has(json, path) ? valueAt(json, path) : undefined;
    return Array.isArray(value) ? value.map((_, index) => [...path, index]) : [];
  });
}

/** The paths of a part of the samples that have it. */
export function samplesWith(json: string, ...part: readonly string[]): JSONPath[] {
  const samples = valueAt(json, ["samples"]);
  const paths = (Array.isArray(samples) ? samples : []).map((_, index) => ["samples", index, ...part]);
  return paths.filter((path) => has(json, path));
}

export function has(json: string, path: JSONPath): boolean {
  const root = parseTree(json);
  return root !== undefined && findNodeAtLocation(root, path) !== undefined;
}

export function valueAt(json: string, path: JSONPath): unknown {
  return path.reduce<unknown>(
    (value, step) => (value as Record<string | number, unknown> | null | undefined)?.[step],
    JSON.parse(json),
  );
}

export function namesAt(json: string, path: JSONPath): string[] {
  const value = valueAt(json, path);
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}
