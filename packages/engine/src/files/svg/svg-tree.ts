import { parseXml, XmlDocumentType, XmlElement, XmlText } from "@rgrove/parse-xml";
import { InvalidFileError } from "../invalid-file.ts";

export type SvgNode = SvgElement | string;

/** An element with its attributes by name. */
export interface SvgElement {
  name: string;
  attributes: Map<string, string>;
  children: SvgNode[];
}

/** The most levels of nested elements. */
const maxDepth = 64;

/** Parses XML. Throws InvalidFileError if it is not well-formed, has entities, or is nested too deeply. */
export function parseTree(text: string): SvgElement {
  let root: XmlElement | null;
  try {
    const document = parseXml(text.replace(/^\ufeff/, ""), { preserveDocumentType: true });
    if (document.children.some((node) => node instanceof XmlDocumentType && node.internalSubset))
      throw new InvalidFileError("The SVG document declares entities. Save it without a document type.");
    ({ root } = document);
  } catch (error) {
    if (error instanceof InvalidFileError) throw error;
    if (error instanceof RangeError) throw tooDeep(); // the parser is recursive
    throw new InvalidFileError(`The SVG document is not well-formed XML: ${firstLine(error)}.`);
  }
  return toElement(root!, 1); // parseXml rejects a document without a root
}

function toElement({ name, attributes, children }: XmlElement, depth: number): SvgElement {
  if (depth > maxDepth) throw tooDeep();
  const nodes = children.flatMap((node): SvgNode[] => {
    if (node instanceof XmlElement) return [toElement(node, depth + 1)];
    return node instanceof XmlText ? [node.text] : []; // neither comments nor processing instructions
  });
  return { name, attributes: new Map(Object.entries(attributes)), children: nodes };
}

export function formatTree({ name, attributes, children }: SvgElement): string {
  const pairs = [...attributes].map(([attribute, value]) => ` ${attribute}="${escape(value)}"`).join("");
  if (children.length === 0) return `<${name}${pairs}/>`;
  const content = children.map((node) => (typeof node === "string" ? escape(node) : formatTree(node)));
  return `<${name}${pairs}>${content.join("")}</${name}>`;
}

function escape(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]|[\t\n\r]/g, (char) => entities[char] ?? `&#${char.charCodeAt(0)};`);
}

function firstLine(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  return line.slice(0, 150).replace(/\.$/, "");
}

function tooDeep(): InvalidFileError {
  return new InvalidFileError(`The SVG document has more than ${maxDepth} levels of nested elements.`);
}
