import { isElement } from "@placard/templates/source";
import { listElements, type OpenTemplate, type SourceElement } from "../open-template.ts";
import { declarationsOf } from "../styles.ts";

/** An element as its start tag with what is in it: texts without white space, comments, elements. */
export interface Outline {
  readonly tag: string;
  readonly content: (string | Outline)[];
}

export function outlineOf({ html, root }: OpenTemplate): Outline {
  return toOutline(html, root!);
}

function toOutline(html: string, { node, place, children }: SourceElement): Outline {
  const content: (string | Outline)[] = [];
  let next = 0;
  for (const child of node.childNodes) {
    if (isElement(child)) {
      const element = children[next++];
      if (element) content.push(toOutline(html, element));
    } else if ("value" in child) content.push(child.value);
    else if ("data" in child) content.push(`<!--${child.data}-->`);
  }
  const tag = place?.startTag ?? place;
  // The table body that a browser adds has no place.
  return { tag: tag ? html.slice(tag.startOffset, tag.endOffset) : `<${node.tagName}>`, content };
}

/**
 * Without the white space in texts, which are joined, without the indentation of lines in start tags, and
 * without the empty table body that a browser adds or not.
 */
export function compact({ tag, content }: Outline): Outline {
  const result: (string | Outline)[] = [];
  for (const part of content) {
    if (typeof part !== "string") {
      const inner = compact(part);
      if (inner.tag !== "<tbody>" || inner.content.length > 0) result.push(inner);
    } else if (part.trim() !== "") {
      const before = result.at(-1);
      const text = part.replaceAll(/\s/gu, "");
      if (typeof before === "string") result[result.length - 1] = before + text;
      else result.push(text);
    }
  }
  return { tag: tag.replaceAll(/\n[ \t]*/gu, "\n"), content: result };
}

/** The element at a path. */
export function at(root: Outline, path: string): Outline {
  const steps = path === "" ? [] : path.split("/").map(Number);
  return steps.reduce((element, step) => elementsOf(element)[step]!, root);
}

export function elementsOf({ content }: Outline): Outline[] {
  return content.filter((part) => typeof part !== "string");
}

/** Inserts an element before the child element with an index, next to the one before it. */
export function insertInto(
  { content }: Outline,
  inserted: Outline,
  before: Outline | undefined,
  after: Outline | undefined,
) {
  const index = before ? content.indexOf(before) + 1 : after ? content.indexOf(after) : content.length;
  content.splice(index, 0, inserted);
}

export function removeFrom(root: Outline, path: string): Outline {
  const parent = at(root, path.split("/").slice(0, -1).join("/"));
  const element = at(root, path);
  parent.content.splice(parent.content.indexOf(element), 1);
  return element;
}

/** All declarations of the elements: the rule or element, and the declaration. */
export function allDeclarations(template: OpenTemplate): string[] {
  const rules = (template.checked?.sheet.rules ?? []).flatMap(({ selectors, declarations, conditionTexts }) =>
    [...new Map(declarations.map((each) => [each.offset, each])).values()].map(
      ({ offset, end }) =>
        `${[...conditionTexts, selectors.map(({ text }) => text).join()].join()} ${template.html.slice(offset, end)}`,
    ),
  );
  const attributes = listElements(template.root).flatMap((element) =>
    declarationsOf(template, element)
      .filter(({ origin }) => origin.kind === "attribute")
      .map(({ name, value }) => `${element.path} ${name}: ${value}`),
  );
  return [...rules, ...attributes];
}
