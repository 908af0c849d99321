import { isUtf8 } from "node:buffer";
import { mapOf } from "@placard/contracts/maps";
import { InvalidFileError } from "../invalid-file.ts";
import { checkCost } from "./svg-cost.ts";
import { referencesIn } from "./svg-references.ts";
import { formatTree, parseTree, type SvgElement, type SvgNode } from "./svg-tree.ts";
import { keptAttributes, keptElements, removedElements } from "./vocabulary.ts";

export interface SanitizedSvg {
  root: SvgElement;
  /** Pixels; absent if the document has no size. */
  width?: number;
  height?: number;
  /** Width divided by height, from the size or the viewBox. */
  aspectRatio?: number;
}

const svgNamespace = "http://www.w3.org/2000/svg";
const maxBytes = 1024 * 1024;

/**
 * Reduces an SVG document to what is drawn: scripts, event handlers, animations, links, comments and the data
 * of editors are removed. Throws InvalidFileError for what would be drawn but is not permitted: references to
 * other files, embedded images, HTML (`foreignObject`), entities, expensive filters, and documents that are
 * too complex.
 */
export function sanitizeSvg(bytes: Uint8Array): SanitizedSvg {
  if (bytes.length > maxBytes) throw new InvalidFileError("The SVG document is larger than 1 MiB.");
  if (!isUtf8(bytes)) throw new InvalidFileError("The SVG document is not UTF-8.");
  const document = parseTree(new TextDecoder().decode(bytes));
  const namespace = document.attributes.get("xmlns") ?? svgNamespace;
  if (document.name !== "svg" || namespace !== svgNamespace)
    throw new InvalidFileError("The root of the SVG document is not an svg element.");
  const styleSheets: string[] = [];
  const root = sanitizeElement(document, styleSheets);
  const size = sizeOf(root);
  if (size.width !== undefined && !root.attributes.has("viewBox"))
    root.attributes.set("viewBox", `0 0 ${size.width} ${size.height}`).set("preserveAspectRatio", "none");
  root.attributes = new Map([["xmlns", svgNamespace], ...root.attributes]);
  checkCost(root, styleSheets);
  return { root, ...size };
}

/** The markup of a document that fills a size in pixels, with a color as `currentColor`. */
export function formatSvg(
  { root }: SanitizedSvg,
  size?: { width: number; height: number; color?: string | undefined },
): string {
  if (!size) return formatTree(root);
  const attributes = new Map(root.attributes);
  attributes.set("width", `${size.width}`).set("height", `${size.height}`);
  if (size.color !== undefined && !attributes.has("color")) attributes.set("color", size.color);
  return formatTree({ ...root, attributes });
}

function sanitizeElement({ name, attributes, children }: SvgElement, styleSheets: string[]): SvgElement {
  const kept = new Map<string, string>();
  for (const [original, value] of attributes) {
    const attribute = original === "xlink:href" ? "href" : original;
    if (!keptAttributes.has(attribute) || (attribute === "href" && name === "a")) continue;
    checkValue(name, attribute, value);
    if (!kept.has(attribute)) kept.set(attribute, value.trim());
  }
  if (name === "style") {
    const css = children.filter((node) => typeof node === "string").join("");
    referencesIn(css, "a style element");
    styleSheets.push(css);
    return { name, attributes: new Map(), children: [css] };
  }
  const nodes = children.flatMap((node): SvgNode[] => {
    if (typeof node === "string") return isTextElement(name) || node.trim() !== "" ? [node] : [];
    return isDrawn(node) ? [sanitizeElement(node, styleSheets)] : [];
  });
  return { name: name === "a" ? "g" : name, attributes: kept, children: nodes };
}

/** Whether an element is kept. Throws InvalidFileError if it would be drawn but is not permitted. */
function isDrawn({ name, attributes }: SvgElement): boolean {
  if (name.includes(":") || removedElements.has(name)) return false; // data of editors has a prefix
  if (name === "foreignObject" && attributes.has("requiredExtensions")) return false;
  if (keptElements.has(name)) return true;
  const alternative = name === "image" || name === "feImage" ? " Upload the image as a separate asset." : "";
  throw new InvalidFileError(
    `The SVG document has the element ${name.slice(0, 40)}, which is not supported.${alternative}`,
  );
}

function checkValue(element: string, attribute: string, value: string): void {
  if (attribute === "href") {
    if (/^\s*#[^\s"'()\\]+\s*$/.test(value)) return;
    throw new InvalidFileError(
      `The SVG document refers to another file in ${element}. Refer only to elements of the document, as in href="#id".`,
    );
  }
  if (attribute !== "d" && attribute !== "points" && /[(\\@]/.test(value))
    referencesIn(value, `the attribute ${attribute}`);
}

function isTextElement(name: string): boolean {
  return name === "text" || name === "tspan" || name === "textPath";
}

/** CSS Values 4, clause 6.2: pixels per unit. */
const units = mapOf({
  "": 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
});

/** The intrinsic size of a document (CSS Images 3, clause 4). */
function sizeOf({ attributes }: SvgElement): Omit<SanitizedSvg, "root"> {
  const [width, height] = ["width", "height"].map((name) => {
    const [, number = "", unit = ""] =
      /^\+?((?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/i.exec(attributes.get(name) ?? "") ?? [];
    const pixels = Number(number) * (units.get(unit.toLowerCase()) ?? Number.NaN);
    const rounded = Math.round(pixels * 1000) / 1000;
    return rounded > 0 && rounded <= 65_536 ? rounded : undefined;
  });
  const box =
    attributes
      .get("viewBox")
      ?.split(/[\s,]+/)
      .map(Number) ?? [];
  const [, , boxWidth = 0, boxHeight = 0] = box;
  const aspectRatio = boxWidth / boxHeight;
  const isBox =
    box.length === 4 && aspectRatio > 0 && boxWidth > 0 && [...box, aspectRatio].every(Number.isFinite);
  if (width !== undefined && height !== undefined) return { width, height, aspectRatio: width / height };
  if (!isBox) return {};
  if (width !== undefined) return { width, height: width / aspectRatio, aspectRatio };
  return height === undefined ? { aspectRatio } : { width: height * aspectRatio, height, aspectRatio };
}
