import { Box, type BoxSource, type IntrinsicWidth } from "./box.ts";
import { emptyContent, type Content, type ContentSpace, type PlacedFragment } from "./fragment.ts";
import { indefinite, type Containing } from "./lengths.ts";

/**
 * A table with its captions (CSS Tables 3, section 3.1). It is as wide as the table, which has its margins.
 */
export class TableWrapper extends Box {
  protected readonly usesOwnHeight = true;
  private readonly table: Box;
  private readonly above: readonly Box[];
  private readonly below: readonly Box[];

  constructor(source: BoxSource, table: Box, above: readonly Box[], below: readonly Box[]) {
    super(source, [...above, table, ...below], []);
    this.table = table;
    this.above = above;
    this.below = below;
  }

  /** The widest word of the captions. */
  private captionWidth(): number {
    const captions = [...this.above, ...this.below];
    return Math.max(0, ...captions.map((caption) => caption.contribution("min", indefinite)));
  }

  override contribution(kind: IntrinsicWidth, containingHeight: number): number {
    const least = this.captionWidth() + this.edges(indefinite).x.margins;
    return Math.max(this.table.contribution(kind, containingHeight), least);
  }

  protected override measureContent(kind: IntrinsicWidth, percentHeight: number): number {
    return this.contribution(kind, percentHeight) - this.edges(indefinite).x.margins;
  }

  override usedWidth(containing: Containing, isShrinkToFit: boolean, height?: number): number {
    return Math.max(this.table.usedWidth(containing, isShrinkToFit, height), this.captionWidth());
  }

  protected override layOutContent(space: ContentSpace): Content {
    const { containing } = space;
    const captions = new Map(
      [...this.above, ...this.below].map((box) => [
        box,
        box.layOut(containing, box.usedWidth(containing, false)),
      ]),
    );
    const needed = [...captions.values()].reduce(
      (sum, { height, edges }) => sum + height + edges.y.margins,
      0,
    );
    const height = space.height >= 0 ? Math.max(0, space.height - needed) : indefinite;
    const table = this.table.layOut(containing, space.width, height);
    let y = 0;
    const children = this.children.map((box): PlacedFragment => {
      const caption = captions.get(box);
      const top = y + (caption?.edges.y.marginStart ?? 0);
      y = top + (caption ? caption.height + caption.edges.y.marginEnd : table.height);
      return { fragment: caption ?? table, x: caption?.edges.x.marginStart ?? 0, y: top };
    });
    const tableY = children[this.above.length]!.y;
    return {
      ...emptyContent,
      height: y,
      children,
      firstBaseline: table.firstBaseline === undefined ? undefined : tableY + table.firstBaseline,
      isEmpty: false,
    };
  }
}
