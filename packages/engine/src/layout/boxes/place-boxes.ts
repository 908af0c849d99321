import type { ElementNode, ImageNode, Style } from "@placard/templates/scene";
import type { InlineLayout, PendingLine } from "../inline-content.ts";
import { emOf } from "../fitted-sizes.ts";
import { moveText } from "../move-text.ts";
import type {
  Fragment as LineFragment,
  Line,
  PlacedBox,
  PlacedElement,
  PlacedText,
  Rect,
} from "../placed.ts";
import {
  layOutAbsolute,
  staticPositionInFlex,
  staticPositionInFlow,
  staticPositionInGrid,
  type ContainingBlock,
  type StaticPosition,
} from "./absolute.ts";
import { isContainingBlock } from "../containing-block.ts";
import { turnedRect, hasVerticalLines } from "../turned-lines.ts";
import type { AbsoluteChild, Box } from "./box.ts";
import type { Edges } from "./edges.ts";
import { isBlockLevel } from "./build-boxes.ts";
import { FlexContainer } from "./flex-container.ts";
import type { Fragment } from "./fragment.ts";
import { GridContainer } from "./grid-container.ts";
import { InlineContainer } from "./inline-container.ts";
import { indefinite, isDefinite, pixels, type Containing } from "./lengths.ts";
import { ReplacedBox } from "./replaced.ts";
import { placeSvgText } from "./svg-text.ts";

/** A box or line of text that ends beyond the content box of its parent, or an image that gives way. */
export interface Overflow {
  readonly node: ElementNode | ImageNode;
  /** The largest distance by which it sticks out, or by which it is too low, in pixels. */
  readonly distance: number;
}

/** Inline content in its place. */
export interface TextPlacement {
  readonly box: InlineContainer;
  readonly fragment: Fragment;
  readonly text: InlineLayout;
  /** The nearest element around it. */
  readonly element: ElementNode;
}

/** A layout in coordinates of the card. */
export interface Placement {
  readonly root: PlacedElement;
  readonly texts: readonly TextPlacement[];
  /** In-flow content only: absolutely positioned boxes without fitted text may stick out. */
  readonly overflows: readonly Overflow[];
  /** Images that are lower than their `height` or flex basis, because a column shrinks them. */
  readonly shrunkImages: readonly Overflow[];
  /** The fragments of elements whose content is higher than they are. */
  readonly overfull: readonly Fragment[];
}

/** Distances up to this many pixels are no overflow: boxes are snapped to whole pixels. */
const tolerance = 0.5;

/** Determines the coordinates of all boxes, and lays out the absolutely positioned ones. */
export function placeBoxes(root: Fragment, card: ContainingBlock, fitted: ReadonlySet<Box>): Placement {
  const placer = new Placer(fitted);
  const { x, y } = root.edges;
  const placed = placer.placeBox(root, x.marginStart, y.marginStart, {
    containing: card,
    fixed: card,
    room: card,
    clip: card,
    isChecked: true,
  });
  return {
    root: placed as PlacedElement,
    texts: placer.texts,
    overflows: placer.overflows,
    shrunkImages: placer.shrunkImages,
    overfull: placer.overfull,
  };
}

/** What a box inherits from the boxes around it. */
interface Surroundings {
  /** The containing block of absolutely positioned boxes. */
  readonly containing: ContainingBlock;
  /** The one of those with `position: fixed`. */
  readonly fixed: ContainingBlock;
  /** Where the box should end: its parent's content box, or the clipping ancestor if it is absolute. */
  readonly room: Rect;
  /** The padding box of the nearest clipping ancestor. */
  readonly clip: Rect;
  /** Whether overflow is recorded. */
  readonly isChecked: boolean;
}

interface ElementContent {
  readonly element: ElementNode;
  /** With their positions in document order. */
  readonly children: { readonly box: PlacedBox; readonly index: number }[];
  readonly texts: PlacedText[];
}

class Placer {
  readonly texts: TextPlacement[] = [];
  readonly overflows: Overflow[] = [];
  readonly shrunkImages: Overflow[] = [];
  readonly overfull: Fragment[] = [];
  private readonly fitted: ReadonlySet<Box>;

  constructor(fitted: ReadonlySet<Box>) {
    this.fitted = fitted;
  }

  placeBox(fragment: Fragment, x: number, y: number, surroundings: Surroundings): PlacedBox {
    const { width, height } = fragment;
    const { node, style, em } = fragment.box;
    if (!node) throw new Error("Anonymous boxes are placed with the element around them.");
    const rect = { x, y, width, height };
    if (surroundings.isChecked)
      this.checkOverflow(node, withNegativeMargins(rect, fragment.edges), surroundings.room);
    if (node.kind === "image") {
      const { svgText } = node;
      const hasText = svgText && fragment.box instanceof ReplacedBox;
      const texts = hasText ? placeSvgText(svgText, fragment.box, rect) : [];
      return { kind: "image", node, em, ...rect, texts };
    }
    const content: ElementContent = { element: node, children: [], texts: [] };
    if (fragment.neededHeight > height + tolerance) this.overfull.push(fragment);
    this.placeContent(fragment, rect, content, surroundingsWithin(style, rect, surroundings));
    const children = content.children.sort((a, b) => a.index - b.index).map(({ box }) => box);
    return { kind: "element", node, em, ...rect, children, texts: content.texts };
  }

  /** Places the content of an element or of an anonymous box in it. */
  private placeContent(
    fragment: Fragment,
    borderBox: Rect,
    target: ElementContent,
    outer: Surroundings,
  ): void {
    const { box, content, edges, space } = fragment;
    const x = borderBox.x + edges.x.start;
    const top = borderBox.y + edges.y.start;
    const y = top + fragment.contentOffset;
    const height = borderBox.height - edges.y.start - edges.y.end;
    const room = { x, y: top, width: borderBox.width - edges.x.start - edges.x.end, height };
    const surroundings = { ...outer, room };
    for (const { fragment: child, x: left, y: above } of content.children) {
      const { index, node } = child.box;
      const rect = { x: x + left, y: y + above, width: child.width, height: child.height };
      const isInColumn = box instanceof FlexContainer && !box.isRow;
      if (outer.isChecked && isInColumn && node?.kind === "image") this.checkHeight(child, node, room);
      if (node) {
        const [dx, dy] = relativeOffset(child.box, space.containing);
        target.children.push({ index, box: this.placeBox(child, rect.x + dx, rect.y + dy, surroundings) });
      } else this.placeContent(child, rect, target, surroundings);
    }
    if (content.text && box instanceof InlineContainer) {
      this.texts.push({ box, fragment, text: content.text, element: target.element });
      const contentBox = { ...room, y };
      const text = this.placeText(content.text, contentBox, fragment, box, surroundings);
      target.texts.push(text);
      if (surroundings.isChecked) {
        for (const line of text.lines)
          this.checkOverflow(target.element, turnedRect(line, text.isVertical), room);
      }
    }
    for (const [i, absolute] of box.absolutes.entries()) {
      const contentBox = { x, y, width: space.width, height };
      this.placeAbsolute(absolute, fragment, contentBox, content.staticYs[i] ?? 0, target, surroundings);
    }
  }

  /** Records an image that a column shrinks. */
  private checkHeight({ box, height }: Fragment, node: ImageNode, room: Rect): void {
    const wanted = box.style.flexBasis === "auto" ? box.style.height : box.style.flexBasis;
    if (!isDefinite(wanted, indefinite)) return;
    const distance = Math.min(box.resolve("y", wanted, room), box.max("y", room)) - height;
    if (distance > tolerance) this.shrunkImages.push({ node, distance });
  }

  private placeText(
    text: InlineLayout,
    contentBox: Rect,
    { space, edges: outer }: Fragment,
    container: InlineContainer,
    surroundings: Surroundings,
  ): PlacedText {
    const isVertical = hasVerticalLines(container.style);
    const { movedBy } = container;
    const { x: dx, y: dy } = container.lineOrigin(contentBox);
    const translate = (line: PendingLine, fragment: PendingLine["fragments"][number]): LineFragment => {
      let [moveX, moveY] = [dx, dy];
      // Lines with markers are not placed.
      const { node: source } = fragment.kind === "atomic" ? fragment.fragment.box : fragment;
      for (const element of (source && movedBy.get(source)) ?? []) {
        const em = emOf(element.fit, container.sizes);
        const [offsetX, offsetY] = relativeOffset({ ...element, em }, space.containing);
        moveX += offsetX;
        moveY += offsetY;
      }
      const x = fragment.x + moveX;
      const y = fragment.y + moveY;
      if (fragment.kind === "atomic") {
        const child = fragment.fragment;
        const { edges, box } = child;
        const [offsetX, offsetY] = relativeOffset(box, space.containing);
        const isMarker = source?.kind === "element" && source.isOutsideMarker;
        // A marker is outside of the border.
        const toBorder = container.style.direction === "ltr" ? -outer.x.start : outer.x.end;
        const markerX = isMarker ? startOfLines(line, space.width, container.style) + toBorder : 0;
        const { width, height } = fragment;
        const rect = { x, y, width, height };
        const at = turnedRect(rect, isVertical);
        const placed = this.placeBox(
          child,
          at.x + edges.x.marginStart + offsetX + markerX,
          at.y + edges.y.marginStart + offsetY,
          surroundings,
        );
        return { kind: "atomic", ...rect, box: placed };
      }
      return fragment.kind === "text" ? moveText(fragment, moveX, moveY) : { ...fragment, x, y };
    };
    const lines = text.lines.map((line): Line => ({
      ...line,
      x: line.x + dx,
      y: line.y + dy,
      baseline: line.baseline + dy,
      fragments: line.fragments.map((fragment) => translate(line, fragment)),
    }));
    return {
      x: text.x + contentBox.x,
      y: text.y + contentBox.y,
      width: text.width,
      height: text.height,
      lines,
      isTruncated: text.isTruncated,
      isVertical,
    };
  }

  private placeAbsolute(
    { box, marked, inlineContainer }: AbsoluteChild,
    parent: Fragment,
    contentBox: Rect,
    flowY: number,
    target: ElementContent,
    { containing, fixed, clip }: Surroundings,
  ): void {
    const { isFixed } = box.style;
    const inlineBlock = isFixed ? fixed : inlineContainer && boundsOf(inlineContainer, target.texts);
    let block = inlineBlock ?? containing;
    const { style } = parent.box;
    let position: StaticPosition;
    if (parent.box instanceof FlexContainer) position = staticPositionInFlex(contentBox, style, box);
    else if (parent.box instanceof GridContainer) {
      const area = isContainingBlock(style, isFixed) ? parent.box.absoluteArea(parent, box) : undefined;
      if (area) {
        const { direction } = style;
        block = { ...area, x: contentBox.x + area.x, y: contentBox.y + area.y, direction };
      }
      position = staticPositionInGrid(area ? block : contentBox, style, box);
    } else {
      position = staticPositionInFlow(contentBox, contentBox.y + flowY, style.direction);
      if (marked) {
        const lines = marked(parent.box.sizes).layOut(contentBox.width);
        position = positionInLine(position, lines, contentBox, box);
      }
    }
    const local = {
      x: { ...position.x, at: position.x.at - block.x },
      y: { ...position.y, at: position.y.at - block.y },
    };
    const { fragment, x, y } = layOutAbsolute(box, block, local);
    const surroundings = { containing: block, fixed, room: clip, clip, isChecked: this.fitted.has(box) };
    const placed = this.placeBox(fragment, block.x + x, block.y + y, surroundings);
    target.children.push({ index: box.index, box: placed });
  }

  private checkOverflow(node: ElementNode | ImageNode, rect: Rect, room: Rect): void {
    const distance = Math.max(
      room.x - rect.x,
      room.y - rect.y,
      rect.x + rect.width - room.x - room.width,
      rect.y + rect.height - room.y - room.height,
    );
    if (distance > tolerance) this.overflows.push({ node, distance });
  }
}

/** What sticks out by a negative margin does so on purpose. */
function withNegativeMargins({ x, y, width, height }: Rect, edges: Edges): Rect {
  const [top, left] = [Math.min(0, edges.y.marginStart), Math.min(0, edges.x.marginStart)];
  return {
    x: x - left,
    y: y - top,
    width: width + left + Math.min(0, edges.x.marginEnd),
    height: height + top + Math.min(0, edges.y.marginEnd),
  };
}

function surroundingsWithin(style: Style, rect: Rect, outer: Surroundings): Surroundings {
  const isContaining = isContainingBlock(style);
  const isFixedContaining = isContainingBlock(style, true);
  const clips = style.overflow !== "visible";
  if (!isContaining && !clips) return outer;
  const { border } = style;
  const paddingBox = {
    x: rect.x + border.left.width,
    y: rect.y + border.top.width,
    width: rect.width - border.left.width - border.right.width,
    height: rect.height - border.top.width - border.bottom.width,
  };
  return {
    room: outer.room,
    containing: isContaining ? { ...paddingBox, direction: style.direction } : outer.containing,
    fixed: isFixedContaining ? { ...paddingBox, direction: style.direction } : outer.fixed,
    clip: clips ? paddingBox : outer.clip,
    isChecked: outer.isChecked,
  };
}

/** CSS 2.2, section 9.4.3: `left` wins over `right` (not in right-to-left text), `top` over `bottom`. */
function relativeOffset(
  { style, em }: Pick<Box, "style" | "em">,
  { width, height }: Containing,
): readonly [number, number] {
  if (style.position !== "relative") return [0, 0];
  const { left, right, top, bottom } = style.inset;
  const isLeftToRight = style.direction === "ltr";
  let dx = 0;
  if (left !== "auto" && (isLeftToRight || right === "auto")) dx = pixels(left, width, em);
  else if (right !== "auto") dx = -pixels(right, width, em);
  let dy = 0;
  if (isDefinite(top, height)) dy = pixels(top, height, em);
  else if (isDefinite(bottom, height)) dy = -pixels(bottom, height, em);
  return [dx, dy];
}

/** The padding box of an inline element: from the start of its first to the end of its last fragment. */
function boundsOf(node: ElementNode, texts: readonly PlacedText[]): ContainingBlock | undefined {
  const fragments = texts.flatMap(({ lines }) =>
    lines.flatMap((line) =>
      line.fragments.filter((fragment) => fragment.kind === "inline-box" && fragment.node === node),
    ),
  );
  const first = fragments[0];
  const last = fragments.at(-1);
  if (!first || !last) return undefined;
  const { border } = node.style;
  const x = first.x + border.left.width;
  const y = first.y + border.top.width;
  return {
    x,
    y,
    width: Math.max(0, last.x + last.width - border.right.width - x),
    height: Math.max(0, last.y + last.height - border.bottom.width - y),
    direction: node.style.direction,
  };
}

/** The static position at the marker in a line. Blocks go to the next line if there is text before them. */
function positionInLine(
  start: StaticPosition,
  { lines }: InlineLayout,
  contentBox: Rect,
  { node, style }: Box,
): StaticPosition {
  for (const line of lines) {
    const marker = line.fragments.find((each) => each.kind === "inline-box" && each.node.path === node?.path);
    if (!marker) continue;
    const y = contentBox.y + line.y;
    if (!isBlockLevel(style.display)) {
      return { x: { ...start.x, at: contentBox.x + marker.x }, y: { ...start.y, at: y } };
    }
    const isAtStart = marker.x === (start.x.share === 0 ? line.x : line.x + line.width);
    return { ...start, y: { ...start.y, at: isAtStart ? y : y + line.height } };
  }
  return start;
}

/** How far the start of a container of lines is from the start of a line that is aligned elsewhere. */
function startOfLines(line: Rect, width: number, { textAlign, direction }: Style): number {
  const isLeftToRight = direction === "ltr";
  if (textAlign === "start" || textAlign === "justify" || textAlign === (isLeftToRight ? "left" : "right"))
    return 0;
  return isLeftToRight ? -line.x : width - line.x - line.width;
}
