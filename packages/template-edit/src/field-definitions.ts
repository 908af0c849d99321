import { findNodeAtLocation, modify, parseTree, type JSONPath } from "jsonc-parser";
import { inTurn, type Operation } from "./edit.ts";
import { entriesOf, has, namesAt, partsOf, placeOf, samplesWith, valueAt } from "./field-places.ts";
import { checkFieldName, endsOfEntryNames } from "./fields.ts";
import { RefusedEdit } from "./refused-edit.ts";
import { applyEdits, difference, type TextEdit } from "./text-edits.ts";
import { indentAt, spaceBefore } from "./white-space.ts";

/** A part of `template.json` with its next value. Undefined removes it. */
type JsonChange = readonly [path: JSONPath, value: unknown];

/**
 * Adds a field, and its example to all samples; or a part to the entries of a list, and its example to all
 * entries. If entries are texts, their text becomes the part `text`, also where `template.html` shows it.
 * @param path its name, or `list.part`
 * @param definition as in `template.json`
 */
export function addField(path: string, definition: Readonly<Record<string, unknown>>): Operation {
  const [list = "", part] = path.split(".");
  const add: Operation = ({ json }) => {
    const { name, definitions, data, limit } = placeOf(json, path);
    checkFieldName(name);
    if (has(json, [...definitions, name])) throw new RefusedEdit(`There is already a field \`${path}\``);
    if (namesIn(json, definitions).length >= limit)
      throw new RefusedEdit(
        `There can be at most ${limit} ${part === undefined ? "fields" : "parts of a list"}`,
      );
    const { example } = definition;
    const values = example === undefined ? [] : data.map((at): JsonChange => [[...at, name], example]);
    return { json: change(json, [[[...definitions, name], definition], ...values]) };
  };
  return part === undefined ? add : inTurn([textsToParts(list), add]);
}

/** Makes the entries of a list that are texts objects with the part `text`. */
function textsToParts(list: string): Operation {
  return (template) => {
    const { json } = template;
    if (partsOf(json, list)) return {};
    const texts = [["fields", list, "items"], ...entriesOf(json, list)];
    return {
      json: change(
        json,
        texts.map((path) => [path, { text: valueAt(json, path) }]),
      ),
      html: endsOfEntryNames(template, list).map((at) => ({ from: at, to: at, insert: ".text" })),
    };
  };
}

/** Adds a field with the definition of another one, and with its values in the samples. */
export function copyField(name: string, copy: string): Operation {
  return ({ json }) => {
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
 * @param path its name, or `list.part`
 */
export function setField(path: string, values: Readonly<Record<string, unknown>>): Operation {
  return ({ json }) => {
    const { name, data, at } = existing(json, path);
    const definition = valueAt(json, at);
    // A short form such as "string" becomes an object.
    const expanded = typeof definition === "string" ? { type: definition } : undefined;
    const parts = Object.entries(values).map(([part, value]): JsonChange => [[...at, part], value]);
    const before = JSON.stringify(valueAt(json, [...at, "example"]));
    const examples = data.flatMap((each): JsonChange[] => {
      const place = [...each, name];
      return JSON.stringify(valueAt(json, place)) === before ? [[place, values["example"]]] : [];
    });
    return {
      json: change(json, [
        ...(expanded ? [[at, expanded] as const] : []),
        ...parts,
        ...("example" in values ? examples : []),
      ]),
    };
  };
}

/**
 * Sets the value of a field in a sample. It becomes the example if the previous value was: see `setField`.
 * @param sample its index; without samples, only the example is set
 * @param value undefined removes it
 */
export function setSampleValue(sample: number, name: string, value: unknown): Operation {
  return (template) => {
    const { json } = template;
    const path = ["samples", sample, "data"];
    const isExample =
      !has(json, path) ||
      JSON.stringify(valueAt(json, [...path, name])) ===
        JSON.stringify(valueAt(json, ["fields", name, "example"]));
    if (isExample) return setField(name, { example: value })(template);
    return { json: change(json, [[[...path, name], value]]) };
  };
}

/** Makes a field required, or optional. @param path its name, or `list.part` */
export function requireField(path: string, isRequired: boolean): Operation {
  return ({ json }) => {
    const { name, list, definitions, required } = placeOf(json, path);
    const names = namesAt(json, required);
    if (names.includes(name) === isRequired) return {};
    const next = isRequired ? [...names, name] : names.filter((each) => each !== name);
    // The short form of entries has no place for it.
    const isShort = list !== undefined && definitions.at(-1) === "items";
    const expanded = { type: "object", properties: valueAt(json, definitions) };
    return {
      json: change(json, [
        ...(isShort ? [[definitions, expanded] as const] : []),
        [required, next.length > 0 ? next : undefined],
      ]),
    };
  };
}

/** Sets the name or the description of the template. An empty text removes it. */
export function setTemplateText(part: "name" | "description", text: string): Operation {
  return ({ json }) => ({ json: change(json, [[[part], text === "" ? undefined : text]]) });
}

/**
 * Removes a field with its sample data. Refused while `template.html` uses it.
 * @param path its name, or `list.part`
 */
export function removeField(path: string): Operation {
  return ({ json }) => {
    const { name, list, definitions, names, data, at } = existing(json, path);
    if (list !== undefined && namesIn(json, definitions).length === 1)
      throw new RefusedEdit("The entries of a list have at least one part. Delete the list instead");
    const lists = names.flatMap((each): JsonChange[] => {
      const before = namesAt(json, each);
      const next = before.filter((other) => other !== name);
      return next.length < before.length ? [[each, next.length > 0 ? next : undefined]] : [];
    });
    const values = data.map((each) => [...each, name]).filter((each) => has(json, each));
    return { json: change(json, [...lists, ...[...values, at].map((each) => [each, undefined] as const)]) };
  };
}

/** The place of a field, and the path of its definition. @throws RefusedEdit without one */
function existing(json: string, path: string) {
  const place = placeOf(json, path);
  const at = [...place.definitions, place.name];
  if (!has(json, at)) throw new RefusedEdit(`There is no field \`${path}\``);
  return { ...place, at };
}

function namesIn(json: string, path: JSONPath): string[] {
  return Object.keys(valueAt(json, path) ?? {});
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
  return difference(json, next);
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
