import type { ElementNode, SceneNode } from "@placard/templates/scene";
import type { Line, PlacedBox, PlacedElement } from "../../../dist/layout/placed.js";
import { turnedRect } from "../../../dist/layout/turned-lines.js";
import type { Measurements, Rect } from "./measurements.ts";

/** Measures a card that Placard has laid out, as `measurePage` measures it in a browser. */
export function measurePlaced(root: PlacedElement): Measurements {
  const names = nameNodes(root.node);
  const boxes: Record<string, Rect> = {};
  const lines: Record<string, Rect[]> = {};
  measureElement(root, { top: -Infinity, bottom: Infinity });
  return { boxes, lines };

  function measureElement(element: PlacedElement, outerClip: VerticalRange): void {
    addBox(element.node, element);
    const { overflow } = element.node.style;
    const clip = overflow !== "visible" && overflow !== "clip-x" ? intersect(outerClip, element) : outerClip;
    for (const child of element.children) measureBox(child, clip);
    for (const { lines: own, isVertical } of element.texts)
      for (const line of own) measureLine(line, isVertical, clip);
  }

  function measureBox(box: PlacedBox, clip: VerticalRange): void {
    if (box.kind === "element") measureElement(box, clip);
    else addBox(box.node, box);
  }

  function measureLine(line: Line, isVertical: boolean | undefined, clip: VerticalRange): void {
    const texts = new Map<string, Rect>();
    for (const fragment of line.fragments) {
      const rect = turnedRect(fragment, isVertical);
      if (fragment.kind === "atomic") measureBox(fragment.box, clip);
      else if (fragment.kind === "inline-box") addBox(fragment.node, rect);
      else {
        const middle = rect.y + rect.height / 2;
        const name = names.get(fragment.node);
        if (name === undefined || fragment.width === 0 || middle < clip.top || middle > clip.bottom) continue;
        const previous = texts.get(name);
        texts.set(name, previous ? union(previous, rect) : rect);
      }
    }
    for (const [name, rect] of texts) (lines[name] ??= []).push(rect);
  }

  /** The parts of an inline element are joined. Scripts of a browser don't see pseudo-elements. */
  function addBox({ path }: SceneNode, rect: Rect): void {
    if (path.includes("::")) return;
    const previous = boxes[path];
    boxes[path] = previous ? union(previous, rect) : toRect(rect);
  }
}

interface VerticalRange {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Names elements by path, and texts by element and position. Adjacent texts are one; blank ones don't count.
 */
function nameNodes(root: ElementNode): ReadonlyMap<SceneNode, string> {
  const names = new Map<SceneNode, string>();
  const visit = (element: ElementNode): void => {
    names.set(element, element.path);
    let texts: SceneNode[] = [];
    let isBlank = true;
    let index = 0;
    const endText = () => {
      for (const text of texts) if (!isBlank) names.set(text, `${element.path}#${index}`);
      if (!isBlank) index++;
      [texts, isBlank] = [[], true];
    };
    for (const child of element.children) {
      if (child.kind === "element" && child.path.endsWith("::first-letter")) {
        texts.push(...child.children);
        isBlank = false;
        continue;
      }
      // Scripts of a browser don't see pseudo-elements.
      if (child.path.includes("::")) continue;
      if (child.kind === "text") {
        texts.push(child);
        isBlank &&= child.text.trim() === "";
        continue;
      }
      endText();
      if (child.kind === "element") visit(child);
      else names.set(child, child.path);
    }
    endText();
  };
  visit(root);
  return names;
}

/** The fitted sizes that the layout chose, by the paths of elements. */
export function listFontSizes(root: PlacedElement): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  const visit = (box: PlacedBox): void => {
    sizes.set(box.node.path, box.em);
    if (box.kind === "image") return;
    box.children.forEach(visit);
    for (const fragment of box.texts.flatMap(({ lines }) => lines.flatMap(({ fragments }) => fragments))) {
      if (fragment.kind === "atomic") visit(fragment.box);
      else if (fragment.kind === "inline-box") sizes.set(fragment.node.path, fragment.em);
    }
  };
  visit(root);
  return sizes;
}

/** The paths of the elements that the layout dropped. */
export function listDropped(root: ElementNode, { boxes }: Measurements): string[] {
  return root.children.flatMap((child) => {
    if (child.kind === "text" || child.kind === "break") return [];
    if (child.drop !== undefined && !boxes[child.path]) return [child.path];
    return child.kind === "element" ? listDropped(child, { boxes, lines: {} }) : [];
  });
}

function intersect(range: VerticalRange, { y, height }: Rect): VerticalRange {
  return { top: Math.max(range.top, y), bottom: Math.min(range.bottom, y + height) };
}

function union(a: Rect, b: Rect): Rect {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

function toRect({ x, y, width, height }: Rect): Rect {
  return { x, y, width, height };
}
