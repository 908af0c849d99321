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
  declarationOf,
  wrapElements,
  wrapText,
  type OpenTemplate,
  type Operation,
  type SourceElement,
} from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import { defaultMaxLengths, itemFieldsOf, readFields, type DataField } from "@placard/templates/source";
import { toLabel } from "../../../card-form/card-data.ts";
import { childPath, indexOf } from "../element-paths.ts";
import { isAbsolute, readStyles } from "./style-reader.ts";
import { columnAround, columnOfEntry, columnOfOthers, fromCard, rowOfEntry } from "./containers.ts";
import type { Design } from "./design.ts";
import {
  attributeOf,
  conditionsOf,
  describeCondition,
  holdsElements,
  isGroup,
  isList,
  isTextEntry,
  loopAround,
  nameOf,
  toFieldName,
} from "./names.ts";
import { crop, emptyHeight, fieldHtml, labelHtml, shapes, titleHtml } from "./new-elements.ts";

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
    (name) => parent && declarationOf(template, parent, name)?.value,
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
 * Inserts a photo. A card that began as the empty page becomes a row of everything else and the photo: above
 * or below texts, it would be a strip on a wide card. Where rows are columns, texts shrink for the photo.
 */
function insertPhoto(design: Design, html: string, more: readonly Operation[] = []): boolean {
  const template = design.template.value;
  const parent = findElement(template, placeFor(design).parentPath);
  const photo = html.replace("flex: 1;", "flex: 1 1 var(--photo);");
  if (parent && isRowOrColumn(template, parent)) {
    // The row is not as high as the photo would like to be.
    const height = setDeclarations(parent.path, { "min-height": "25cqmin" }, { scope: "element" });
    return insertHtml(design, photo, [...more, ...(parent.parent ? [height] : [])]);
  }
  const isColumn = parent && declarationOf(template, parent, "flex-direction")?.value === "column";
  if (!isColumn || parent.parent || fromCard(template, "--row", "") === "")
    return insertHtml(design, html, more);
  const { row, column } = columnOfOthers(template, parent);
  const paths = parent.children.map(({ path }) => path);
  const wrap = paths.length > 0 ? [wrapElements(paths, column)] : [];
  const insert = combine([insertElement("", wrap.length, photo), ...more]);
  const steps = [...wrap, insert, setDeclarations("", row, { scope: "element" })];
  return design.run(keepLook(inTurn(steps), previewSizes), `${wrap.length}`);
}

/** Whether an element is a row that is a column on tall cards. */
function isRowOrColumn(template: OpenTemplate, element: SourceElement): boolean {
  return declarationOf(template, element, "flex-direction")?.value === "var(--row)";
}

/**
 * Inserts a text below the selected text of a row, in a column of both. In the row itself, it shares the room
 * with others. Elsewhere, it is inserted as other HTML: also at an entry of a list.
 */
function insertText(design: Design, html: string, more: readonly Operation[] = []): boolean {
  const template = design.template.value;
  const target = design.selected.value;
  const isInRow = previewSizes.some((size) => {
    const styles = readStyles(template, size);
    return target?.parent && styles.direction(target.parent) === "row" && !isAbsolute(styles, target);
  });
  if (!target || !isInRow || isList(target.parent!) || !textOf(template, target)) {
    const parent = findElement(template, placeFor(design).parentPath);
    const isShared = parent && isRowOrColumn(template, parent);
    const inRow = isShared ? html.replace('style="', 'style="flex: 1; min-width: 0; ') : html;
    return insertAtPlace(design, inRow, columnOfEntry, more);
  }
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
  const format = field.kind === "list" ? undefined : field.format;
  const insert = format === "image-url" ? insertPhoto : format === "color" ? insertHtml : insertText;
  const isInserted = insert(design, html);
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
 * new part. The title of a card is required. A text is edited next; of a list, that of its first entry.
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
  const insert = kind === "Image" ? insertPhoto : kind === "Label" ? insertHtml : insertText;
  const isTitleOfCard = kind === "Title" && !loop;
  const isInserted = insert(design, html, [
    add,
    ...(kind === "Label" && loop ? [giveWay(placeFor(design).parentPath)] : []),
    ...(isTitleOfCard
      ? [requireField(placeholder, true), ...directByTitle(design.template.value, placeholder)]
      : []),
  ]);
  const { selected } = design;
  if (isInserted && kind !== "Image")
    design.editedNext.value = (selected.value?.children[0] ?? selected.value)?.path;
}

/** Makes the children of an element shrink before a label that is inserted beside them. */
function giveWay(path: string): Operation {
  const shrink = (child: SourceElement) =>
    setDeclarations(child.path, { "flex-shrink": "9999" }, { scope: "element" });
  return (template) => {
    const { children } = findElement(template, path)!;
    const flexible = children.filter((child) => !declarationOf(template, child, "flex-shrink"));
    return combine(flexible.map(shrink))(template);
  };
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
function directByTitle({ root }: OpenTemplate, title: string): Operation[] {
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
  design.notice.value = reason?.includes(`\`${name}\``)
    ? `The card uses “${toLabel(name)}”. First delete the elements that show it or depend on it.`
    : reason;
}

/** A name that no field has: “label2” after “label”. */
export function freeName(name: string, taken: readonly string[]): string {
  let count = 1;
  while (taken.includes(count === 1 ? name : `${name}${count}`)) count++;
  return count === 1 ? name : `${name}${count}`;
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
  const around = holds ? element : (element?.parent ?? element);
  // Beside the column of a card, there are only photos.
  const isCard = around && !around.parent && isRowOrColumn(template.value, around);
  const column = isCard && around.children.findLast((child) => isGroup(child) && !isList(child));
  const { parent, path = "", children = [] } = column || element || {};
  if (!parent || holds || column) return { parentPath: path, index: children.length };
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
