import {
  addField,
  combine,
  insertElement,
  textOf,
  type Operation,
  type SourceElement,
} from "@placard/template-edit";
import { readFields, type DataField } from "@placard/templates/source";
import type { Design } from "./design.ts";

const flexColumn = "display: flex; flex-direction: column; gap: 16px";

/** What can be inserted without a field. */
export const shapes: Readonly<Record<string, string>> = {
  Text: "<p>Text</p>",
  Box: '<div style="width: 160px; height: 160px; border-radius: 16px; background: var(--accent)"></div>',
  Row: '<div style="display: flex; gap: 16px">\n  <p>One</p>\n  <p>Two</p>\n</div>',
  Column: `<div style="${flexColumn}">\n  <p>One</p>\n  <p>Two</p>\n</div>`,
};

/** Inserts HTML into the selected element, or behind it if it has a text or is an image. */
export function insertHtml(
  design: Design,
  html: string,
  more: readonly Operation[] = [],
): string | undefined {
  const { parentPath, index } = placeFor(design);
  const path = parentPath === "" ? `${index}` : `${parentPath}/${index}`;
  return design.run(combine([insertElement(parentPath, index, html), ...more]), path);
}

/** Inserts an image of an asset that was uploaded, which becomes one of the template. */
export function insertAsset(design: Design, name: string, id: string): string | undefined {
  const { parentPath, index } = placeFor(design);
  const html = `<img src="assets/${name}" alt="" style="width: 64px; height: 64px">`;
  const path = parentPath === "" ? `${index}` : `${parentPath}/${index}`;
  return design.run(insertElement(parentPath, index, html), path, { [name]: id });
}

/** Inserts what shows a field. Without an example, it is not on the card: the field is opened to enter one. */
export function insertField(design: Design, name: string, field: DataField): string | undefined {
  const reason = insertHtml(design, fieldHtml(name, field));
  if (reason === undefined && field.example === undefined) design.shownField.value = name;
  return reason;
}

/** What is inserted with a new field: the definition of the field by its name. */
const newFields = {
  text: { type: "string" },
  image: { type: "string", format: "image-url" },
  items: { type: "array", items: "string" },
} as const;

/** Inserts a text, an image or a list with a new field. */
export function insertWithField(
  design: Design,
  kind: keyof typeof newFields,
  example: string | readonly string[],
): string | undefined {
  const name = freeName(kind, [...design.fields.value.keys()]);
  const definition = { ...newFields[kind], example };
  const field = readFields({ fields: { [name]: definition } }).get(name)!;
  return insertHtml(design, fieldHtml(name, field), [addField(name, definition)]);
}

function freeName(name: string, taken: readonly string[]): string {
  let count = 1;
  while (taken.includes(count === 1 ? name : `${name}${count}`)) count++;
  return count === 1 ? name : `${name}${count}`;
}

function fieldHtml(name: string, field: DataField): string {
  const condition = field.isRequired ? "" : ` if="${name}"`;
  if (field.kind === "list") {
    const parts = field.items instanceof Map ? [...field.items.keys()] : [];
    const entry = parts.map((part) => `<span>{{item.${part}}}</span>`).join(" ") || "{{item}}";
    return `<ul style="${flexColumn}"${condition}>\n  <li each="item of ${name}">${entry}</li>\n</ul>`;
  }
  if (field.format === "image-url")
    return `<img src="{{${name}}}" alt="" style="width: 320px; height: 240px; object-fit: cover"${condition}>`;
  if (field.format === "color")
    return `<div style="width: 160px; height: 160px; background: {{${name}}}"${condition}></div>`;
  return `<p${condition}>{{${name}}}</p>`;
}

/** Where an element is inserted: into the selected element if it contains others or is empty, or else behind it. */
function placeFor({ selected, template }: Design): { parentPath: string; index: number } {
  const element: SourceElement | undefined = selected.value ?? template.value.root;
  const text = element && textOf(template.value, element);
  const { parent, path = "", children = [] } = element ?? {};
  const isContainer = !parent || (element?.tag !== "img" && (children.length > 0 || text === ""));
  if (isContainer) return { parentPath: path, index: children.length };
  return { parentPath: parent.path, index: Number(path.split("/").at(-1)) + 1 };
}
