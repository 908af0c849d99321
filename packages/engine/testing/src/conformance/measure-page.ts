/// <reference lib="dom" />
import type { Measurements, Rect } from "./measurements.ts";

/**
 * Measures the card of a page. Runs in the browser: it must not use anything outside of itself.
 * Transforms are replaced by the identity first, which keeps what they imply (stacking, containing blocks).
 */
export function measurePage(): Measurements {
  const elements = [...document.querySelectorAll<HTMLElement>("[data-path]")];
  for (const element of elements) {
    const { style } = element;
    const { transform, translate, rotate, scale } = getComputedStyle(element);
    if ([transform, translate, rotate, scale].every((value) => value === "none")) continue;
    for (const property of ["translate", "rotate", "scale"]) style.setProperty(property, "none", "important");
    style.setProperty("transform", "translate(0)", "important");
  }
  const boxes: Record<string, Rect> = {};
  const lines: Record<string, Rect[]> = {};
  for (const element of elements) {
    const path = element.dataset["path"] ?? "";
    if (element.localName === "br") continue;
    // Without rectangles, such as `display: none`.
    if (element.getClientRects().length > 0) boxes[path] = toRect(element.getBoundingClientRect());
    element.normalize();
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    for (const [index, text] of texts.filter((node) => node.nodeValue?.trim() !== "").entries()) {
      const rects = measureText(text, element);
      if (rects.length > 0) lines[`${path}#${index}`] = rects;
    }
  }
  return { boxes, lines };

  /**
   * The parts of a text on each line. Those on one line, such as left-to-right and right-to-left ones, are
   * joined. A line with an ellipsis has its whole text and, on top of it, the part that is shown. Lines after
   * `line-clamp` are not painted.
   */
  function measureText(text: Node, parent: Element): Rect[] {
    const range = document.createRange();
    range.selectNodeContents(text);
    const clip = clipOf(parent);
    const joined: Rect[] = [];
    const { writingMode } = getComputedStyle(parent);
    if (writingMode !== "horizontal-tb") {
      const rects = [...range.getClientRects()].filter(({ height }) => height > 0).map(toRect);
      return rects.sort((a, b) => (writingMode.endsWith("rl") ? b.x - a.x : a.x - b.x));
    }
    for (const rect of [...range.getClientRects()].sort((a, b) => a.top - b.top)) {
      const middle = rect.top + rect.height / 2;
      if (rect.width === 0 || middle < clip.top || middle > clip.bottom) continue;
      const line = joined.findIndex(({ y, height }) => middle > y && middle < y + height);
      const previous = joined[line];
      if (!previous) joined.push(toRect(rect));
      else if (Math.min(previous.x + previous.width, rect.right) - Math.max(previous.x, rect.x) > 1) {
        joined[line] = previous.width < rect.width ? previous : toRect(rect);
      } else joined[line] = union(previous, toRect(rect));
    }
    return joined.slice(0, Number(getComputedStyle(parent).webkitLineClamp) || undefined);
  }

  function clipOf(element: Element): { top: number; bottom: number } {
    let [top, bottom] = [-Infinity, Infinity];
    for (let at: Element | null | undefined = element; at; at = at.parentElement?.closest("[data-path]")) {
      if (getComputedStyle(at).overflowY === "visible") continue;
      const box = at.getBoundingClientRect();
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { top, bottom };
  }

  function union(a: Rect, b: Rect): Rect {
    const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
    const right = Math.max(a.x + a.width, b.x + b.width);
    const bottom = Math.max(a.y + a.height, b.y + b.height);
    return { x, y, width: right - x, height: bottom - y };
  }

  function toRect({ x, y, width, height }: DOMRect): Rect {
    return { x, y, width, height };
  }
}
