import { textOf, declarationOf, type OpenTemplate, type SourceElement } from "@placard/template-edit";
import { toLabel } from "../../../card-form/card-data.ts";

const tagNames: Readonly<Record<string, string>> = {
  img: "Image",
  svg: "Shape",
  ul: "List",
  ol: "List",
  table: "Table",
  header: "Header",
  footer: "Footer",
};

/**
 * The name of a layer: its `data-name`, its field with the part that is shown, the first words of its text,
 * its file, or its class or what is in it, with how that is arranged: “Title, Photo (row)”.
 */
export function nameOf(template: OpenTemplate, element: SourceElement): string {
  const { tag, classes, parent, children } = element;
  const given = attributeOf(element, "data-name");
  if (given) return given;
  const placeholder = placeholderOf(element);
  if (placeholder !== undefined) {
    const label = toLabel(placeholder.split(".").at(-1)!);
    const [, filter] = /^\{\{[^{}|]*\|\s*(\w+)[^{}]*\}\}$/.exec(ownText(element).trim()) ?? [];
    return filter === undefined || filter === "date" ? label : `${label} (${filter})`;
  }
  const words = ownText(element).replaceAll(/\s+/g, " ").trim();
  if (words !== "") return /^.{1,24}(?!\S)/u.exec(words)?.[0] ?? words.slice(0, 24);
  if (!parent) return "Card";
  const [, file] = /^assets\/(.+)\.\w+$/.exec(attributeOf(element, "src") ?? "") ?? [];
  if (file !== undefined) return toLabel(file);
  const known = tagNames[tag];
  if (known !== undefined) return known;
  const display = declarationOf(template, element, "display")?.value ?? "";
  // Classes with a number are those that the editor adds.
  const className = classes.find((each) => !/\d$/.test(each));
  if (children.length === 0 && (className !== undefined || !/flex|grid/.test(display)))
    return toLabel(className ?? "shape");
  if (children.some((child) => attributeOf(child, "each") !== undefined)) return "List";
  const direction = declarationOf(template, element, "flex-direction")?.value ?? "row";
  const isRow = display.includes("flex") && !direction.startsWith("column");
  const kind = display.includes("grid") ? "grid" : isRow ? "row" : "column";
  const inside = children.map((child) => nameOf(template, child).replace(/(?:,| \().*/, "")).slice(0, 2);
  const content = inside.join(", ") + (children.length > 2 ? " …" : "");
  const own = className === undefined || className === kind ? content : toLabel(className);
  return own === "" ? toLabel(kind) : `${own} (${kind})`;
}

/** Letters that are none of A to Z with a mark. */
const latin: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i" };

/** The name of a field by words: “Event title” becomes `event_title`. A name stays as it is. */
export function toFieldName(words: string): string {
  const entered = words.trim();
  if (/^[A-Za-z]\w*$/.test(entered)) return entered;
  const lower = entered.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const letters = Array.from(lower, (letter) => latin[letter] ?? letter).join("");
  const name = letters.replaceAll(/[^a-z\d]+/g, "_").replaceAll(/^[_\d]+|_+$/g, "");
  return name || entered;
}

/** An element as CSS names it: `span.tag`. */
export function selectorOf({ tag, classes }: SourceElement): string {
  return [tag, ...classes].join(".");
}

/** The field that an element shows: the list, if it shows an entry of one. Undefined if it shows none. */
export function fieldOf(element: SourceElement): string | undefined {
  return bindingOf(element)?.field;
}

/**
 * What an element shows: a field, or a list's entry or a part of it, with the element that is repeated.
 * @param placeholder its name; by default, the first one of the element
 */
export function bindingOf(
  element: SourceElement,
  placeholder = placeholderOf(element),
): { field: string; part?: string | undefined; repeated?: SourceElement } | undefined {
  const [field, part] = placeholder?.split(".") ?? [];
  if (field === undefined) return undefined;
  for (let loop = loopAround(element); loop; loop = loopAround(loop.repeated.parent))
    if (loop.entry === field) return { field: loop.list, part, repeated: loop.repeated };
  return { field };
}

/** The list whose entries an element is in, the name of an entry in placeholders, and what is repeated. */
export function loopAround(
  element: SourceElement | undefined,
): { entry: string; list: string; repeated: SourceElement } | undefined {
  const repeated = repeatedAround(element);
  const each = repeated && attributeOf(repeated, "each");
  const [, entry, list] = /^\s*(\w+)\s+of\s+(\w+)/.exec(each ?? "") ?? [];
  return repeated && entry !== undefined && list !== undefined ? { entry, list, repeated } : undefined;
}

/** The nearest element that is repeated: an element itself, or one around it. */
export function repeatedAround(element: SourceElement | undefined): SourceElement | undefined {
  if (!element || attributeOf(element, "each") !== undefined) return element;
  return repeatedAround(element.parent);
}

/** Whether an element is repeated and has only a text, which becomes an element when others are added. */
export function isTextEntry(template: OpenTemplate, element: SourceElement): boolean {
  return (
    repeatedAround(element) === element && element.children.length === 0 && Boolean(textOf(template, element))
  );
}

/** Whether elements can be put into an element: it has some, or is empty. A list has only its entries. */
export function holdsElements(template: OpenTemplate, element: SourceElement): boolean {
  const { tag, children } = element;
  return tag !== "img" && !isList(element) && (children.length > 0 || textOf(template, element) === "");
}

/** Whether the children of an element are the entries of a list. */
export function isList({ tag, children }: SourceElement): boolean {
  return /^[ou]l$/.test(tag) || children.some((child) => repeatedAround(child) === child);
}

/** Whether an element has other elements and no text of its own, and is no table and no drawing. */
export function isGroup(element: SourceElement): boolean {
  const { tag, children } = element;
  return (
    children.length > 0 && ownText(element).trim() === "" && !/^(?:svg|t(?:able|head|body|foot|r))$/.test(tag)
  );
}

/** Whether an element shows one placeholder and nothing else, as its value is. */
export function isPlaceholder(element: SourceElement): boolean {
  return /^\{\{[^{}|]*\}\}$/.test(ownText(element).trim());
}

/** The name in the first placeholder of an element's text, image or style. */
function placeholderOf(element: SourceElement): string | undefined {
  const texts = [ownText(element), attributeOf(element, "src"), attributeOf(element, "style")];
  return /\{\{\s*([\w.]+)/.exec(texts.join(" "))?.[1];
}

/** The attributes that decide with which data an element is on the card, and how often. */
export function conditionsOf({ node }: SourceElement): SourceElement["node"]["attrs"] {
  return node.attrs.filter(({ name }) => /^(?:if|unless|each)$/.test(name));
}

/** A condition or a repetition with the labels of fields: “only with Photo”, “each of Items”. */
export function describeCondition({ name, value }: SourceElement["node"]["attrs"][number]): string {
  const words = name === "each" ? value.replace(/^\s*\w+\s+of\b\s*/, "") : value;
  const kind = { if: "only with", unless: "only without" }[name] ?? "each of";
  const labels = words.replaceAll(/([\w.]+)(?:\s*\|\s*(\w+))?/g, (word, field: string, filter?: string) =>
    /^(?:or|and|not)$/.test(word) ? word : toLabel(field.split(".").at(-1)!) + (filter ? ` (${filter})` : ""),
  );
  return `${kind} ${labels}`;
}

/** The text of an element without that of the elements in it. */
export function ownText({ node }: SourceElement): string {
  return node.childNodes.map((child) => ("value" in child ? child.value : " ")).join("");
}

/** The text of an attribute of an element's start tag. */
export function attributeOf({ node }: SourceElement, name: string): string | undefined {
  return node.attrs.find((each) => each.name === name)?.value;
}

/** Whether an element is an image of lines that have its text color, such as an icon. */
export function isIcon(element: SourceElement): boolean {
  return element.tag === "img" && attributeOf(element, "src")?.endsWith(".svg") === true;
}
