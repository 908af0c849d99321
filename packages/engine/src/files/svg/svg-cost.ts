import { InvalidFileError } from "../invalid-file.ts";
import { referencesIn, styleReferences } from "./svg-references.ts";
import type { SvgElement } from "./svg-tree.ts";

/** The most elements that are drawn, after references are replaced. Long paths count as several. */
const maxCost = 20_000;
/** The length of path data that counts as one element. */
const pathLengthPerElement = 200;
/** The most levels of elements and references. */
const maxLevels = 160;

/**
 * Checks that a document can be drawn in a bounded time: a few nested references could otherwise stand for
 * billions of elements. Throws InvalidFileError.
 */
export function checkCost(root: SvgElement, styleSheets: readonly string[]): void {
  const byId = new Map<string, SvgElement>();
  collectIds(root, byId);
  const styles = styleReferences(styleSheets, (id) => byId.has(id));
  const costs = new Map<SvgElement, number | "in progress">();

  function costOf(element: SvgElement, level: number): number {
    const existing = costs.get(element);
    if (existing === "in progress")
      throw new InvalidFileError("The SVG document has an element that refers to itself.");
    if (existing !== undefined) return existing;
    if (level > maxLevels) throw new InvalidFileError("The SVG document has too many levels of references.");
    costs.set(element, "in progress");
    const children = element.children.filter((node) => typeof node !== "string");
    const targets = referencesOf(element).flatMap((id) => byId.get(id) ?? []);
    let cost = 1 + Math.floor(pathLengthOf(element) / pathLengthPerElement);
    for (const part of [...children, ...targets]) {
      cost += costOf(part, level + 1);
      if (cost > maxCost)
        throw new InvalidFileError(
          `The SVG document is too complex: it draws more than ${maxCost} elements.`,
        );
    }
    costs.set(element, cost);
    return cost;
  }

  function referencesOf({ name, attributes }: SvgElement): string[] {
    const classes = attributes.get("class")?.split(/\s+/) ?? [];
    const inAttributes = [...attributes].flatMap(([attribute, value]) => {
      if (attribute === "href") return [value.slice(1)];
      return value.includes("(") ? referencesIn(value, `the attribute ${attribute}`) : [];
    });
    return [...styles.of(name, attributes.get("id"), classes), ...inAttributes];
  }

  costOf(root, 0);
}

function collectIds(element: SvgElement, byId: Map<string, SvgElement>): void {
  const id = element.attributes.get("id");
  if (id !== undefined && !byId.has(id)) byId.set(id, element);
  for (const child of element.children) if (typeof child !== "string") collectIds(child, byId);
}

function pathLengthOf({ attributes, children }: SvgElement): number {
  const text = children.reduce((sum, child) => sum + (typeof child === "string" ? child.length : 0), 0);
  return text + (attributes.get("d")?.length ?? 0) + (attributes.get("points")?.length ?? 0);
}
