import {
  addField,
  combine,
  findElement,
  inTurn,
  insertElement,
  keepLook,
  removeDeclaration,
  removeField,
  requireField,
  setAttribute,
  setDeclarations,
  setText,
  textOf,
  valueOf,
  wrapElements,
  wrapText,
  type Operation,
  type SourceElement,
} from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import { defaultMaxLengths, itemFieldsOf, readFields, type DataField } from "@placard/templates/source";
import { toLabel } from "../../../card-form/card-data.ts";
import { childPath, indexOf } from "../element-paths.ts";
import { isAbsolute, readStyles } from "./canvas/lengths.ts";
import type { Design } from "./design.ts";
import {
  attributeOf,
  conditionsOf,
  describeCondition,
  holdsElements,
  isList,
  isTextEntry,
  loopAround,
  nameOf,
  toFieldName,
} from "./names.ts";

/*
 * Lengths are shares of the shorter side of the card, or of the size of a text: they scale with the card.
 * 1cqmin is 6.3px at 1200 × 630.
 */

/** In an entry of a list, it has no space to fill, and shrinks with the texts. */
const pictureOfEntry = "flex: none; width: 2em; height: 2em";
/** What is cropped from a photo leaves people's heads. */
const crop = "object-fit: cover; object-position: 50% 25%";
/** In an entry, images and labels are beside the text, and other texts below it. */
const rowOfEntry = { display: "flex", "align-items": "center", gap: "2.5cqmin" };
const columnOfEntry = { display: "flex", "flex-direction": "column", gap: "0.8cqmin" };
/** An empty container has a height, so that it can be seen. What is inserted replaces it. */
const emptyHeight = "15cqmin";
const empty = `flex: 1; min-width: 0; min-height: ${emptyHeight}`;
/** A short text on a ground of its own, which is as wide as the text. */
const labelStyle =
  "width: fit-content; padding: 0.36em 0.86em; border-radius: 999px; line-clamp: 1; background: var(--accent); color: var(--on-accent); font-weight: 700";
export const gridColumns = "display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 5cqmin";

type Template = Design["template"]["value"];

/** What can be inserted without a field. */
export const shapes: Readonly<Record<string, (template: Template) => string>> = {
  "Fixed text": (template) => `<p style="line-clamp: 4${textSize(template)}">Text</p>`,
  "Logo of the brand": (template) => {
    const height = `calc(${fromCard(template, "--label", "4.4cqmin")} * 1.75 * var(--logo-scale, 1))`;
    return `<img if="brand.logo" src="{{brand.logo}}" alt="" style="height: ${height}; align-self: start; object-fit: contain; object-position: left">`;
  },
  Shape: () =>
    '<div style="width: 25cqmin; height: 25cqmin; border-radius: 2.5cqmin; background: var(--accent)"></div>',
  Row: (template) => `<div style="${rowIn(template)}; ${empty}"></div>`,
  Column: (template) => `<div style="${columnIn(template)}; ${empty}"></div>`,
  Grid: () => `<div style="${gridColumns}; ${empty}"></div>`,
};

/**
 * A measure that a card sets for each of its shapes, such as `var(--text)`, which grows in a tall card.
 * @param otherwise its value in a card without that variable
 */
function fromCard(template: Template, variable: string, otherwise: string): string {
  return template.root && valueOf(template, template.root, variable) ? `var(${variable})` : otherwise;
}

/** The size of a text. On a card that has one for all of its texts, they shrink together. */
function textSize(template: Template): string {
  return fromCard(template, "--text", "") === ""
    ? "; font-size: fit(max(11px, 3.8cqmin), max(11px, 5cqmin))"
    : "";
}

/** The CSS of a column. In an entry of a list, its texts are closer to each other than to the next entry. */
export function columnIn(template: Template, place?: SourceElement): string {
  const gap = loopAround(place) ? columnOfEntry.gap : fromCard(template, "--gap", "2.5cqmin");
  return `display: flex; flex-direction: column; gap: ${gap}`;
}

/** The CSS of a row: in a tall card, it may be a column. */
function rowIn(template: Template): string {
  const direction = fromCard(template, "--row", "row");
  return `display: flex; ${direction === "row" ? "" : `flex-direction: ${direction}; `}gap: 5cqmin`;
}

/** The start tag of a row around elements. If one of them fills its container's space, the row does. */
export function rowAroundAll(template: Template, elements: readonly SourceElement[]): string {
  const grows = elements.some((element) => valueOf(template, element, "flex-grow"));
  return `<div style="${rowIn(template)}${grows ? "; flex: 1; min-width: 0; min-height: 25cqmin" : ""}">`;
}

/** What makes an element a column of a row, which takes the room that is left. Its own width stays. */
export function columnValues(template: Template, element: SourceElement): Readonly<Record<string, string>> {
  const isSized = ["width", "flex-grow"].some((name) => valueOf(template, element, name));
  return isSized ? {} : { flex: "1", "min-width": "0" };
}

/** The start tag of what is put around two elements, and the CSS that each gets in it. */
interface Around {
  readonly openTag: string;
  readonly values: Readonly<Record<"moved" | "target", Readonly<Record<string, string>>>>;
}

/** A row around an element of a column and one that moves beside it. */
export function rowAround(template: Template, moved: SourceElement, target: SourceElement): Around {
  const values = { moved: columnValues(template, moved), target: columnValues(template, target) };
  return { openTag: rowAroundAll(template, [moved, target]), values };
}

/** A column in place of an element of a row, around it and one that moves above or below it. */
export function columnAround(
  template: Template,
  moved: SourceElement | undefined,
  target: SourceElement,
): Around {
  const [share, width] = ["flex-grow", "width"].map((name) => valueOf(template, target, name));
  const sizes = [share, share && { name: "min-width", value: "0" }, width].filter(
    (each) => each !== undefined,
  );
  const style = [columnIn(template, target), ...sizes.map(({ name, value }) => `${name}: ${value}`)].join(
    "; ",
  );
  // Texts would grow to the bottom as they did to the right. Images fill the room.
  const stacked = (element: SourceElement) =>
    valueOf(template, element, "flex-grow") && element.tag !== "img" ? { flex: "none" } : {};
  const values = {
    moved: moved ? stacked(moved) : {},
    target: { ...stacked(target), ...(width && { width: "auto" }) },
  };
  return { openTag: `<div style="${style}">`, values };
}

/** What makes an element a row of a new column, which looks like the element before, and others. */
export function columnOfOthers(template: Template, parent: SourceElement, side: "before" | "after") {
  const valuesOf = (names: readonly string[]) =>
    names.flatMap((name) => {
      const value = valueOf(template, parent, name)?.value;
      return value === undefined ? [] : [[name, value] as const];
    });
  const isFlex = valueOf(template, parent, "display")?.value.includes("flex") ?? false;
  const alignment = isFlex ? valuesOf(["align-items", "justify-content"]) : [];
  const kept = isFlex ? [...valuesOf(["display", "flex-direction", "gap"]), ...alignment] : [];
  // Texts are closer to each other than to other elements.
  const isSpaced = isFlex && fromCard(template, "--gap", "") !== "";
  const space = isSpaced ? [["padding-inline", side === "after" ? "0 4.4cqmin" : "4.4cqmin 0"]] : [];
  const style = [...kept, ["flex", "1"], ["min-width", "0"], ...space].map((declaration) =>
    declaration.join(": "),
  );
  return {
    row: {
      ...(isFlex ? {} : { display: "flex", gap: "5cqmin" }),
      "flex-direction": fromCard(template, "--row", "row"),
      ...Object.fromEntries(
        alignment.map(([name]) => [name, name === "align-items" ? "stretch" : "flex-start"]),
      ),
    },
    column: `<div style="${style.join("; ")}">`,
  };
}

/** Inserts HTML into the selected element, or behind it if it is a text, an image or a list. */
export function insertHtml(
  design: Design,
  html: string,
  more: readonly Operation[] = [],
  assets?: Readonly<Record<string, string>>,
): boolean {
  return insertAtPlace(design, html, rowOfEntry, more, assets);
}

/** @param entryStyle what an entry of a list gets that has been only a text */
function insertAtPlace(
  design: Design,
  html: string,
  entryStyle: Readonly<Record<string, string>>,
  more: readonly Operation[],
  assets?: Readonly<Record<string, string>>,
): boolean {
  const { parentPath, index, wrapsText } = placeFor(design);
  const template = design.template.value;
  const parent = findElement(template, parentPath);
  const [height, clamp] = ["min-height", "line-clamp"].map(
    (name) => parent && valueOf(template, parent, name)?.value,
  );
  const ofElement = { scope: "element" } as const;
  const steps = [
    ...(wrapsText ? [wrapText(parentPath, "span"), setDeclarations(parentPath, entryStyle, ofElement)] : []),
    ...(wrapsText && clamp
      ? [setDeclarations(childPath(parentPath, 0), { "line-clamp": clamp }, ofElement)]
      : []),
    ...(height === emptyHeight ? [removeDeclaration(parentPath, "min-height")] : []),
  ];
  const insert = combine([insertElement(parentPath, index, html), ...more]);
  return design.run(inTurn([...steps, insert]), childPath(parentPath, index), assets);
}

/**
 * Inserts a text below the selected text of a row, in a column of both. Elsewhere, it is inserted as other
 * HTML: also at an entry of a list.
 */
function insertText(design: Design, html: string, more: readonly Operation[] = []): boolean {
  const template = design.template.value;
  const target = design.selected.value;
  const isInRow = previewSizes.some((size) => {
    const styles = readStyles(template, size);
    return target?.parent && styles.direction(target.parent) === "row" && !isAbsolute(styles, target);
  });
  if (!target || !isInRow || isList(target.parent!) || !textOf(template, target))
    return insertAtPlace(design, html, columnOfEntry, more);
  const { path } = target;
  const { openTag, values } = columnAround(template, undefined, target);
  const steps = [
    setDeclarations(path, values.target, { scope: "element" }),
    wrapElements([path], openTag),
    combine([insertElement(path, 1, html), ...more]),
  ];
  const insert = keepLook(inTurn(steps), previewSizes);
  return design.run(insert, `${path}/1`);
}

/** Inserts what has no field. A text is edited next. */
export function insertShape(design: Design, label: string): void {
  const isText = label === "Fixed text";
  const isInserted = (isText ? insertText : insertHtml)(design, shapes[label]!(design.template.value));
  if (isInserted && isText) design.editedNext.value = design.selected.value?.path;
}

/** Inserts an image of an asset that was uploaded, which becomes one of the template. */
export function insertAsset(
  design: Design,
  name: string,
  id: string,
  style = `height: 25cqmin; align-self: start; ${crop}`,
): void {
  const { assets } = design.template.value;
  let file = name;
  for (let count = 2; (assets[file]?.id ?? id) !== id; count++)
    file = name.replace(/(?=\.\w+$)|$/, `-${count}`);
  insertHtml(design, `<img src="assets/${file}" alt="" style="${style}">`, [], { [file]: id });
}

/** Inserts what shows a field. Without an example, the card lacks it: the field is opened to enter one. */
export function insertField(design: Design, name: string, field: DataField): void {
  const html = fieldHtml(design.template.value, name, field);
  const isText = field.kind === "list" || (field.format !== "image-url" && field.format !== "color");
  const isInserted = (isText ? insertText : insertHtml)(design, html);
  if (isInserted && field.example === undefined && design.fields.value.has(name))
    design.shownField.value = name;
}

/** The list in whose entries an element is inserted, with their parts by how placeholders name them. */
export function entryFor(design: Design) {
  const loop = loopAround(findElement(design.template.value, placeFor(design).parentPath));
  if (!loop) return undefined;
  const parts = [...(itemFieldsOf(design.fields.value.get(loop.list)) ?? [])].map(
    ([name, part]): [string, DataField] => [`${loop.entry}.${name}`, { kind: "text", ...part }],
  );
  return { ...loop, parts: new Map(parts) };
}

/**
 * A new field or, where entries of a list are, a new part of the list.
 * @param base its name if that is free
 */
function newField(
  design: Design,
  loop: ReturnType<typeof loopAround>,
  base: string,
  definition: Readonly<Record<string, unknown>>,
): { placeholder: string; add: Operation } {
  if (!loop) {
    const name = freeName(base, [...design.fields.value.keys()]);
    return { placeholder: name, add: addField(name, definition) };
  }
  // The text of an entry without parts becomes one.
  const taken = [...(itemFieldsOf(design.fields.value.get(loop.list))?.keys() ?? ["text"])];
  const name = freeName(base, taken);
  return { placeholder: `${loop.entry}.${name}`, add: addField(`${loop.list}.${name}`, definition) };
}

/** What is inserted with a new field: the name and the definition of the field. */
const newFields = {
  Title: ["title", { type: "string", example: "Your title" }],
  Text: ["text", { type: "string", example: "Your text" }],
  Label: ["label", { type: "string", example: "Label" }],
  Image: ["image", { type: "string", format: "image-url" }],
  List: ["items", { type: "array", items: "string", example: ["First", "Second", "Third"] }],
} as const;

/** What can be inserted with a new field. An entry of a list can't have a list. */
export function newFieldKinds(design: Design): readonly (keyof typeof newFields)[] {
  return entryFor(design) ? ["Title", "Text", "Label"] : ["Title", "Text", "Label", "List"];
}

/**
 * Inserts a title, a text, a label, an image or a list with a new field. In the entries of a list, it has a
 * new part. The title of a card is required. A text is edited next.
 * @param image the example of an image
 */
export function insertWithField(design: Design, kind: keyof typeof newFields, image?: string): void {
  const [base, type] = newFields[kind];
  const loop = entryFor(design);
  const definition = image === undefined ? type : { ...type, example: image };
  const { placeholder, add } = newField(design, loop, base, definition);
  const field = readFields({ fields: { [base]: definition } }).get(base)!;
  const write = { Title: titleHtml, Label: labelHtml }[kind as string] ?? fieldHtml;
  const html = write(design.template.value, placeholder, field);
  const insert = kind === "Image" || kind === "Label" ? insertHtml : insertText;
  const isTitleOfCard = kind === "Title" && !loop;
  const isInserted = insert(design, html, [
    add,
    ...(isTitleOfCard
      ? [requireField(placeholder, true), ...directByTitle(design.template.value, placeholder)]
      : []),
  ]);
  if (isInserted && kind !== "Image" && kind !== "List")
    design.editedNext.value = design.selected.value?.path;
}

/** Makes the fixed text of an element the example of a new field or part, which the element shows instead. */
export function makeTextField(design: Design, element: SourceElement, text: string): void {
  const { path, tag, children } = element;
  const given = toFieldName(attributeOf(element, "data-name") ?? "");
  const fallback = { h1: "title", h2: "subtitle" }[tag] ?? "text";
  const base = /^[A-Za-z]\w{0,36}$/.test(given) ? given : fallback;
  const hidesEmpty = path !== "" && children.length === 0 && conditionsOf(element).length === 0;
  const example = text.replaceAll(/\s+/g, " ");
  const isLong = example.length > defaultMaxLengths.text;
  const definition = { type: "string", ...(isLong && { maxLength: example.length }), example };
  const { placeholder, add } = newField(design, loopAround(element), base, definition);
  const steps = [
    add,
    setText(path, `{{${placeholder}}}`),
    ...(hidesEmpty ? [setAttribute(path, "if", placeholder)] : []),
  ];
  design.run(combine(steps));
}

/** Lays a card without a direction out from right to left if its title is written so. */
function directByTitle({ root }: Template, title: string): Operation[] {
  return root && attributeOf(root, "dir") === undefined
    ? [setAttribute("", "dir", `{{${title} | direction}}`)]
    : [];
}

/**
 * Deletes a field or part, also if the direction of the card follows from it.
 * @param path its name, or `list.part`
 */
export function deleteField(design: Design, path: string): void {
  const { root } = design.template.value;
  const isDirection = root && attributeOf(root, "dir") === `{{${path} | direction}}`;
  const steps = [...(isDirection ? [setAttribute("", "dir", undefined)] : []), removeField(path)];
  const name = path.split(".").at(-1)!;
  const reason = design.tryRun(inTurn(steps));
  design.refusal.value = reason?.includes(`\`${name}\``)
    ? `The card uses “${toLabel(name)}”. First delete the elements that show it or depend on it.`
    : reason;
}

/** A name that no field has: “label2” after “label”. */
export function freeName(name: string, taken: readonly string[]): string {
  let count = 1;
  while (taken.includes(count === 1 ? name : `${name}${count}`)) count++;
  return count === 1 ? name : `${name}${count}`;
}

function titleHtml(template: Template, name: string): string {
  const most = fromCard(template, "--title", "14cqmin");
  const size = `fit(calc(${most} * 0.55), ${most})`;
  const font = `font-family: var(--font-heading); font-weight: 800; font-size: ${size}`;
  return `<h1 style="${font}; line-height: 1.1; line-clamp: 3; text-wrap: balance; flex-shrink: 0">{{${name}}}</h1>`;
}

function labelHtml(template: Template, name: string): string {
  // In an entry of a list, it is beside a text of any length.
  const place = name.includes(".") ? "flex: none; max-width: 50%" : "align-self: start";
  return `<p style="${place}; ${labelStyle}; font-size: ${fromCard(template, "--label", "max(11px, 4.4cqmin)")}" if="${name}">{{${name}}}</p>`;
}

function fieldHtml(template: Template, name: string, field: DataField): string {
  const condition = field.isRequired ? "" : ` if="${name}"`;
  if (field.kind === "list") {
    const parts = field.items instanceof Map ? [...field.items.keys()] : [];
    const entry = parts.map((part) => `<span>{{item.${part}}}</span>`).join(" ") || "{{item}}";
    const look = `display: flex; flex-direction: column; gap: 0.4em; padding-inline-start: 1.25em; list-style-type: disc${textSize(template)}`;
    return `<ul style="${look}"${condition}>\n  <li each="item of ${name}" drop="1" style="line-clamp: 2">${entry}</li>\n</ul>`;
  }
  if (field.format === "image-url") {
    // An image fills the space of its container, and can be seen if there is none.
    const fill = `flex: 1; min-width: 25cqmin; min-height: ${fromCard(template, "--photo", "12cqmin")}`;
    return `<img src="{{${name}}}" alt="" style="${name.includes(".") ? pictureOfEntry : fill}; ${crop}"${condition}>`;
  }
  if (field.format === "color")
    return `<div style="width: 25cqmin; height: 25cqmin; background: {{${name}}}"${condition}></div>`;
  return `<p style="line-clamp: 4${textSize(template)}"${condition}>{{${name}}}</p>`;
}

/**
 * Where an element is inserted: into the selected element if it contains others, is empty or an entry of a
 * list, or else behind it. A list has only its entries: what is not in one of them is inserted behind the
 * list.
 */
function placeFor({ selected, template }: Design): Place {
  let element = selected.value ?? template.value.root;
  if (element && isTextEntry(template.value, element))
    return { parentPath: element.path, index: 1, wrapsText: true };
  const holds = element && holdsElements(template.value, element);
  if (!holds && element?.parent?.parent && isList(element.parent)) element = element.parent;
  const { parent, path = "", children = [] } = element ?? {};
  if (!parent || holds) return { parentPath: path, index: children.length };
  return { parentPath: parent.path, index: indexOf(path) + 1 };
}

interface Place {
  readonly parentPath: string;
  readonly index: number;
  /** Whether the parent is an entry of a list that is only a text, which becomes an element first. */
  readonly wrapsText?: boolean;
}

/** Where an element is inserted, in words: “Inserted in each of Plans, after “Price””. */
export function describePlace(design: Design): string {
  const template = design.template.value;
  const { parentPath, index } = placeFor(design);
  const parent = findElement(template, parentPath);
  if (!parent) return "";
  const before = parent.children[index - 1];
  const place = before ? `after “${nameOf(template, before)}”` : `in “${nameOf(template, parent)}”`;
  const entry = loopAround(parent)?.repeated;
  const repetition = entry && conditionsOf(entry).find(({ name }) => name === "each");
  return `Inserted ${repetition ? `in ${describeCondition(repetition)}, ` : ""}${place}`;
}
