import { htmlLanguage } from "@codemirror/lang-html";

export interface SourceElement {
  /** Tag and classes: `span.tag`. */
  name: string;
  /** Where it starts in template.html, in UTF-16 code units. */
  offset: number;
  children: SourceElement[];
}

/** The parts of a syntax tree that are used here. */
type SyntaxNode = ReturnType<typeof htmlLanguage.parser.parse>["topNode"];

/**
 * The elements of a template's source.
 * @returns the root element; undefined if there is none
 */
export function parseSourceElements(html: string): SourceElement | undefined {
  const { topNode } = htmlLanguage.parser.parse(html);
  return readElements(topNode, html).find(({ name }) => name !== "style");
}

/**
 * The element at a path of the renderer: indexes of children from the root, with the repetition after a colon
 * (`0/2:1/0`).
 * @returns undefined if the source has changed
 */
export function findSourceElement(root: SourceElement | undefined, path: string): SourceElement | undefined {
  const indexes = path === "" ? [] : path.split("/").map((part) => Number.parseInt(part, 10));
  return indexes.reduce<SourceElement | undefined>((element, index) => element?.children[index], root);
}

function readElements(parent: SyntaxNode, html: string): SourceElement[] {
  return parent.getChildren("Element").flatMap((node) => {
    const tag = node.firstChild;
    const tagName = tag?.getChild("TagName");
    if (!tag || !tagName) return [];
    const name = [html.slice(tagName.from, tagName.to), ...readClasses(tag, html)].join(".");
    return [{ name, offset: node.from, children: readElements(node, html) }];
  });
}

function readClasses(tag: SyntaxNode, html: string): string[] {
  const attribute = tag
    .getChildren("Attribute")
    .find((node) => /^class\s*=/.test(html.slice(node.from, node.to)));
  const value = attribute ? /=\s*"?([^"]*)/.exec(html.slice(attribute.from, attribute.to))?.[1] : undefined;
  return value?.split(/\s+/).filter((name) => /^[\w-]+$/.test(name)) ?? [];
}
