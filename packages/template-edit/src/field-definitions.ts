import { itemFieldsOf, limits, readFields } from "@placard/templates/source";
import { findNodeAtLocation, modify, parseTree, type JSONPath } from "jsonc-parser";
import type { Operation } from "./edit.ts";
import { checkFieldName, endsOfEntryNames } from "./fields.ts";
import { RefusedEdit } from "./refused-edit.ts";
import { applyEdits, differenceOf, type TextEdit } from "./text-edits.ts";
import { indentAt, spaceBefore } from "./white-space.ts";

/** A part of `template.json` with its next value. Undefined removes it. */
type JsonChange = readonly [path: JSONPath, value: unknown];

/** Adds a field, and its example to all samples. @param definition as in `template.json` */
export function addField(name: string, definition: Readonly<Record<string, unknown>>): Operation {
  return ({ files: { json } }) => {
    checkFieldName(name);
    if (has(json, ["fields", name])) throw new RefusedEdit(`There is already a field \`${name}\``);
    const { example } = definition;
    const samples = example === undefined ? [] : samplesWith(json, "data");
    const data = samples.map((path): JsonChange => [[...path, name], example]);
    return { json: change(json, [[["fields", name], definition], ...data]) };
  };
}

/**
 * Adds a part to the entries of a list, and its example to the entries in the example and the samples. If entries
 * are texts, their text becomes the part `text`, also where `template.html` shows it.
 */
export function addPart(
  list: string,
  name: string,
  definition: Readonly<Record<string, unknown>>,
): Operation {
  return (template) => {
    const { json } = template.files;
    const field = readFields(JSON.parse(json)).get(list);
    if (field?.kind !== "list") throw new RefusedEdit(`There is no list \`${list}\``);
    const parts = itemFieldsOf(field);
    const names = parts ? [...parts.keys()] : ["text"];
    checkFieldName(name);
    if (names.includes(name)) throw new RefusedEdit(`“${list}” already has a part \`${name}\``);
    if (names.length >= limits.itemFields)
      throw new RefusedEdit(`The entries of a list have at most ${limits.itemFields} parts`);
    const path = ["fields", list, "items"];
    const { example } = definition;
    const added = example === undefined ? {} : { [name]: example };
    const entries = entriesOf(json, list);
    if (parts) {
      const place = has(json, [...path, "properties"]) ? [...path, "properties"] : path;
      const values = entries.flatMap((entry) =>
        Object.entries(added).map(([part, value]): JsonChange => [[...entry, part], value]),
      );
      return { json: change(json, [[[...place, name], definition], ...values]) };
    }
    const values = entries.map((entry): JsonChange => [entry, { text: valueAt(json, entry), ...added }]);
    return {
      json: change(json, [[path, { text: valueAt(json, path), [name]: definition }], ...values]),
      html: endsOfEntryNames(template, list).map((at) => ({ from: at, to: at, insert: ".text" })),
    };
  };
}

/** The paths of the entries of a list in its example and the samples. */
function entriesOf(json: string, list: string): JSONPath[] {
  const field = ["fields", list];
  const lists = [[...field, "example"], [...field, "examples", 0], ...samplesWith(json, "data", list)];
  return lists.flatMap((path) => {
    const value = has(json, path) ? valueAt(json, path) : undefined;
    return Array.isArray(value) ? value.map((_, index) => [...path, index]) : [];
  });
}

/** Adds a field with the definition of another one, and with its values in the samples. */
export function copyField(name: string, copy: string): Operation {
  return ({ files: { json } }) => {
    const paths = [["fields", name], ...samplesWith(json, "data", name)];
    return {
      json: change(
        json,
        paths.map((path) => [[...path.slice(0, -1), copy], valueAt(json, path)]),
      ),
    };
  };
}

/**
 * Changes parts of the definition of a field. Undefined removes a part. A new example is also written to the
 * samples that have the previous one, or no value if there was no example.
 */
export function setField(name: string, values: Readonly<Record<string, unknown>>): Operation {
  return ({ files: { json } }) => {
    const path = ["fields", name];
    if (!has(json, path)) throw new RefusedEdit(`There is no field \`${name}\``);
    const definition = valueAt(json, path);
    // A short form such as "string" becomes an object.
    const expanded = typeof definition === "string" ? { type: definition } : undefined;
    const parts = Object.entries(values).map(([part, value]): JsonChange => [[...path, part], value]);
    const before = JSON.stringify(valueAt(json, [...path, "example"]));
    const data = samplesWith(json, "data").flatMap((sample): JsonChange[] => {
      const place = [...sample, name];
      return JSON.stringify(valueAt(json, place)) === before ? [[place, values["example"]]] : [];
    });
    return {
      json: change(json, [
        ...(expanded ? [[path, expanded] as const] : []),
        ...parts,
        ...("example" in values ? data : []),
      ]),
    };
  };
}

/**
 * Sets the value of a field in a sample. It also becomes the example if the previous value was: see `setField`.
 * @param sample its index; without samples, only the example is set
 * @param value undefined removes it
 */
export function setSampleValue(sample: number, name: string, value: unknown): Operation {
  return (template) => {
    const { json } = template.files;
    const path = ["samples", sample, "data"];
    const isExample =
      !has(json, path) ||
      JSON.stringify(valueAt(json, [...path, name])) ===
        JSON.stringify(valueAt(json, ["fields", name, "example"]));
    if (isExample) return setField(name, { example: value })(template);
    return { json: change(json, [[[...path, name], value]]) };
  };
}

/** Makes a field required, or optional. */
export function requireField(name: string, isRequired: boolean): Operation {
  return ({ files: { json } }) => {
    const names = namesAt(json, ["required"]);
    if (names.includes(name) === isRequired) return {};
    const next = isRequired ? [...names, name] : names.filter((each) => each !== name);
    return { json: change(json, [[["required"], next.length > 0 ? next : undefined]]) };
  };
}

/** Sets the name or the description of the template. An empty text removes it. */
export function setTemplateText(part: "name" | "description", text: string): Operation {
  return ({ files: { json } }) => ({ json: change(json, [[[part], text === "" ? undefined : text]]) });
}

/** Removes a field with its sample data. Refused while `template.html` uses it. */
export function removeField(name: string): Operation {
  return ({ files: { json } }) => {
    if (!has(json, ["fields", name])) throw new RefusedEdit(`There is no field \`${name}\``);
    const lists = [["required"], ["listed"], ["palette", "from"]].flatMap((path): JsonChange[] => {
      const names = namesAt(json, path);
      const next = names.filter((each) => each !== name);
      return next.length < names.length ? [[path, next.length > 0 ? next : undefined]] : [];
    });
    const data = samplesWith(json, "data", name).map((path): JsonChange => [path, undefined]);
    return { json: change(json, [...lists, ...data, [["fields", name], undefined]]) };
  };
}

/** The paths of a part of the samples that have it. */
function samplesWith(json: string, ...part: readonly string[]): JSONPath[] {
  const samples = valueAt(json, ["samples"]);
  const paths = (Array.isArray(samples) ? samples : []).map((_, index) => ["samples", index, ...part]);
  return paths.filter((path) => has(json, path));
}

function has(json: string, path: JSONPath): boolean {
  const root = parseTree(json);
  return root !== undefined && findNodeAtLocation(root, path) !== undefined;
}

function valueAt(json: string, path: JSONPath): unknown {
  return path.reduce<unknown>(
    (value, step) => (value as Record<string | number, unknown> | null | undefined)?.[step],
    JSON.parse(json),
  );
}

function namesAt(json: string, path: JSONPath): string[] {
  const value = valueAt(json, path);
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}

/** The edit of a JSON text that changes parts of it. What is added looks like its neighbors. */
function change(json: string, changes: readonly JsonChange[]): TextEdit[] {
  const next = changes.reduce((text, [path, value]) => {
    const edits = modify(text, path, value, {});
    return applyEdits(
      text,
      edits.map(({ offset, length, content }) => ({
        from: offset,
        to: offset + length,
        insert: value === undefined ? content : length > 0 ? write(value) : member(text, path, value),
      })),
    );
  }, json);
  return differenceOf(json, next);
}

/** A new last member of an object. */
function member(json: string, path: JSONPath, value: unknown): string {
  const parent = findNodeAtLocation(parseTree(json)!, path.slice(0, -1));
  const last = parent?.children?.at(-1);
  const text = `${JSON.stringify(path.at(-1))}: ${write(value)}`;
  if (last) return `,${spaceBefore(json, last.offset) || " "}${text}`;
  if (!parent || !json.includes("\n")) return ` ${text} `;
  const indent = indentAt(json, parent.offset);
  return `\n${indent}  ${text}\n${indent}`;
}

/** JSON in one line, with spaces. */
function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${write(each)}`);
  return members.length > 0 ? `{ ${members.join(", ")} }` : "{}";
}
