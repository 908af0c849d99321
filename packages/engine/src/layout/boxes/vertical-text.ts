import type { Rect } from "../placed.ts";
import type { IntrinsicWidth } from "./box.ts";
import { emptyContent, type Content, type ContentSpace } from "./fragment.ts";
import { InlineContainer } from "./inline-container.ts";
import { indefinite, snapNearest, snapUp, unknownWidth, type Containing } from "./lengths.ts";

/**
 * Inline content whose lines are turned (CSS Writing Modes 4, section 7.3): they are as long as the box is
 * high, and its width follows from their number.
 */
export class VerticalText extends InlineContainer {
  override readonly usesContainingHeight = true;
  protected override readonly hasRelativeHeights = true;
  protected override readonly usesOwnHeight = true;

  override contentWidth(_kind: IntrinsicWidth, containingHeight: number, height = indefinite): number {
    const containing = unknownWidth(containingHeight);
    const own = height >= 0 ? height : this.definiteHeight(containing, indefinite);
    const outer = own >= 0 ? own : Math.min(this.max("y", containing), this.availableHeight(containing));
    const available = Math.max(0, outer - this.edges(indefinite).y.inner);
    const length = own >= 0 ? available : this.fittingLength(available);
    return snapNearest(this.formatter.layOut(length).height);
  }

  protected override contentSpace(
    containing: Containing,
    outerWidth: number,
    outerHeight: number,
    isDefiniteHeight: boolean,
  ): ContentSpace {
    const own = super.contentSpace(containing, outerWidth, outerHeight, isDefiniteHeight);
    const available = this.availableHeight(containing) - own.edges.y.inner;
    return { ...own, maxHeight: Math.max(0, Math.min(own.maxHeight, available)) };
  }

  override lineWidth({ height, maxHeight }: ContentSpace): number {
    return height >= 0 ? height : this.fittingLength(maxHeight);
  }

  override intrinsicHeight(kind: IntrinsicWidth, { width }: Containing): number {
    const { formatter } = this;
    const length = kind === "min" ? formatter.minContentWidth() : formatter.maxContentWidth();
    return snapUp(length) + this.edges(width).y.inner;
  }

  protected override contentOffset(): number {
    return 0;
  }

  protected override layOutContent(space: ContentSpace): Content {
    for (const atomic of this.atomics) atomic.containingHeight = space.width;
    const length = this.lineWidth(space);
    const text = this.formatter.layOut(length);
    const needed = text.overflows ? this.formatter.minContentWidth() : space.height >= 0 ? 0 : length;
    return { ...emptyContent, height: snapNearest(needed), text, isEmpty: text.lines.length === 0 };
  }

  override lineOrigin({ x, y, width }: Rect): { x: number; y: number } {
    return { x: y, y: -x - width };
  }

  private availableHeight(containing: { readonly height: number }): number {
    return containing.height >= 0 ? containing.height - this.edges(0).y.margins : Infinity;
  }

  private fittingLength(available: number): number {
    const max = snapUp(this.formatter.maxContentWidth());
    return Math.min(max, Math.max(available, snapUp(this.formatter.minContentWidth())));
  }
}
