import { Box, type IntrinsicWidth } from "./box.ts";
import { distributeSpace } from "./alignment.ts";
import type { Content, ContentSpace, Fragment, PlacedFragment } from "./fragment.ts";
import { InlineContainer } from "./inline-container.ts";
import { snap } from "./lengths.ts";

/** A block container whose in-flow children are blocks (CSS 2.2, section 9.4.1). */
export class BlockContainer extends Box {
  protected readonly usesOwnHeight = this.hasRelativeHeights;

  protected override contentOffset(free: number): number {
    return snap(distributeSpace(this.style.alignContent, free, 1, false).before);
  }

  protected override measureContent(kind: IntrinsicWidth, percentHeight: number): number {
    return Math.max(0, ...this.children.map((child) => child.contribution(kind, percentHeight)));
  }

  /** Stacks the children; their vertical margins collapse (CSS 2.2, section 8.3.1). There are no floats. */
  protected override layOutContent(space: ContentSpace): Content {
    const { absolutes } = this;
    const { edges } = space;
    const children: PlacedFragment[] = [];
    const staticYs: number[] = [];
    let topMargins: Content["topMargins"] | undefined;
    let positive = 0; // margins that adjoin the next box
    let negative = 0;
    let y = 0;
    let isAtTop = !this.isFormattingContext && edges.y.start === 0;
    let firstBaseline: number | undefined;
    let lastBaseline: number | undefined;
    let marker: Fragment | undefined;
    let absolute = 0;
    for (const [i, child] of this.children.entries()) {
      for (; absolute < absolutes.length && (absolutes[absolute]?.after ?? 0) <= i; absolute++) {
        staticYs.push(isAtTop ? 0 : y + positive + negative);
      }
      const width = child.usedWidth(space.containing, false);
      const fragment = child.layOut(space.containing, width);
      if (child instanceof InlineContainer && child.isMarker) {
        marker = fragment;
        continue;
      }
      const { marginStart: marginTop, marginEnd: marginBottom } = fragment.edges.y;
      positive = Math.max(positive, marginTop, fragment.topMargins.positive);
      negative = Math.min(negative, marginTop, fragment.topMargins.negative);
      let childY: number;
      if (fragment.collapsesThrough) {
        childY = isAtTop ? 0 : y + positive + negative;
        positive = Math.max(positive, marginBottom);
        negative = Math.min(negative, marginBottom);
      } else {
        if (isAtTop) {
          topMargins = { positive, negative };
          isAtTop = false;
        } else y += positive + negative;
        childY = y;
        y += fragment.height;
        positive = Math.max(0, marginBottom, fragment.bottomMargins.positive);
        negative = Math.min(0, marginBottom, fragment.bottomMargins.negative);
      }
      children.push({ fragment, x: this.childX(fragment, space.width), y: childY });
      firstBaseline ??= fragment.firstBaseline === undefined ? undefined : childY + fragment.firstBaseline;
      if (fragment.lastBaseline !== undefined) lastBaseline = childY + fragment.lastBaseline;
    }
    for (; absolute < absolutes.length; absolute++) staticYs.push(isAtTop ? 0 : y + positive + negative);
    // A list marker stands on the first line of the blocks, or at the top of the first block.
    if (marker) {
      const { firstBaseline: own = 0, height } = marker;
      if (firstBaseline === undefined) {
        const top = children[0]?.y ?? 0;
        firstBaseline = top + own;
        y = Math.max(y, top + height);
      }
      children.unshift({ fragment: marker, x: 0, y: firstBaseline - own });
    }
    const margins = { positive, negative };
    const isEmpty = isAtTop;
    const endsWithMargin = this.isFormattingContext || edges.y.end > 0;
    return {
      height: Math.max(0, isEmpty || !endsWithMargin ? y : y + positive + negative),
      children,
      text: undefined,
      firstBaseline,
      lastBaseline,
      topMargins: topMargins ?? margins,
      bottomMargins: margins,
      isEmpty,
      staticYs,
    };
  }

  /** CSS 2.2, section 10.3.3: automatic margins take the free space. */
  private childX({ box, edges, width }: Fragment, containingWidth: number): number {
    const { left, right } = box.style.margin;
    const { marginStart, margins } = edges.x;
    const free = containingWidth - width - margins;
    if (free > 0) {
      if (left === "auto") return marginStart + (right === "auto" ? snap(free / 2) : free);
      if (right === "auto") return marginStart;
    }
    return this.style.direction === "ltr" ? marginStart : marginStart + free;
  }
}
