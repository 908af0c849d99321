import type { ImageSource } from "@placard/templates/scene";
import type { ImageNode } from "../nodes.ts";
import { Box, type BoxSource, type IntrinsicWidths } from "./box.ts";
import type { Edges } from "./edges.ts";
import { noMargins, type Content, type ContentSpace } from "./fragment.ts";
import { indefinite, isDefinite, isPercent, snap } from "./lengths.ts";

/** The natural dimensions of an image, in pixels; `ratio` is width divided by height. */
export interface NaturalSize {
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly ratio: number | undefined;
}

/** The natural size of a remote image, in pixels. */
export type RemoteImageSize = (
  url: string,
) => { readonly width: number; readonly height: number } | undefined;

const noSize: NaturalSize = { width: 0, height: 0, ratio: undefined };

/** The natural dimensions of the image of a node. An unavailable one has none, and takes no space by itself. */
export function naturalSizeOf(
  { source }: Pick<ImageNode, "source">,
  remoteImageSize: RemoteImageSize,
): NaturalSize {
  if (!source) return noSize;
  const size = source.kind === "remote" ? remoteImageSize(source.url) : source;
  if (!size) return noSize;
  const { width, height } = size;
  const ratio = width && height ? width / height : aspectRatioOf(source);
  return {
    width: width ?? (ratio !== undefined && height !== undefined ? height * ratio : undefined),
    height: height ?? (ratio !== undefined && width !== undefined ? width / ratio : undefined),
    ratio,
  };
}

function aspectRatioOf(source: ImageSource): number | undefined {
  return source.kind === "svg" ? source.aspectRatio : undefined;
}

/** The default object size (CSS Images 3, section 5.1). */
const defaultWidth = 300;
const defaultHeight = 150;

const emptyContent: Content = {
  height: 0,
  fragments: [],
  xs: [],
  ys: [],
  text: undefined,
  firstBaseline: undefined,
  lastBaseline: undefined,
  topMargins: noMargins,
  bottomMargins: noMargins,
  isEmpty: true,
  staticYs: [],
};

/** An image (CSS 2.2, sections 10.3.2 and 10.6.2, with CSS Sizing 4, section 6). */
export class ReplacedBox extends Box {
  override readonly ratio: number | undefined;
  protected readonly usesOwnHeight = false;
  private readonly natural: NaturalSize;

  constructor(source: BoxSource, natural: NaturalSize) {
    super({ ...source, isFormattingContext: true }, [], []);
    this.natural = natural;
    this.ratio = source.style.aspectRatio ?? natural.ratio;
  }

  protected override get hasAutomaticMinimum(): boolean {
    return false;
  }

  /** The natural ratio is that of the content box. */
  protected override get isBorderBoxRatio(): boolean {
    return this.style.aspectRatio !== undefined && this.style.boxSizing === "border-box";
  }

  override definiteHeight(containingHeight: number, width: number, edges: Edges): number {
    const height = super.definiteHeight(containingHeight, width, edges);
    if (height >= 0 || width < 0) return height;
    const vertical = edges.top + edges.bottom;
    return Math.max(
      Math.min((this.natural.height ?? defaultHeight) + vertical, this.maxHeight(containingHeight, vertical)),
      this.minHeight(containingHeight, vertical),
    );
  }

  override automaticWidth(
    containingWidth: number,
    containingHeight: number,
    _isShrinkToFit: boolean,
    height: number,
  ): number {
    const edges = this.edges(containingWidth);
    const ownHeight = height >= 0 ? height : this.definiteHeight(containingHeight, indefinite, edges);
    if (this.ratio !== undefined && ownHeight >= 0) return this.widthFromHeight(ownHeight, edges);
    const horizontal = edges.left + edges.right;
    let width: number;
    if (this.natural.width !== undefined) width = this.naturalWidth(edges);
    else if (this.ratio === undefined || containingWidth < 0) width = defaultWidth + horizontal;
    else width = Math.max(horizontal, containingWidth - edges.marginLeft - edges.marginRight);
    return this.clampByHeights(width, containingHeight, edges);
  }

  private naturalWidth(edges: Edges): number {
    const width = snap(this.natural.width ?? 0) + edges.left + edges.right;
    const { height } = this.natural;
    // With a ratio of the style, the natural height determines the width only if there is no natural width.
    return width === 0 && height && this.ratio ? this.widthFromHeight(height, edges) : width;
  }

  protected override measureContent(): IntrinsicWidths {
    const edges = this.edges(0);
    const width = this.automaticWidth(indefinite, indefinite, true, indefinite) - edges.left - edges.right;
    return { min: width, max: width };
  }

  /** A percentage of an unknown width lets the image shrink to nothing (CSS Sizing 3, section 5.2.2). */
  override contributions(containingHeight: number): IntrinsicWidths {
    const widths = super.contributions(containingHeight);
    if (!isPercent(this.style.width) && !isPercent(this.style.maxWidth)) return widths;
    const edges = this.edges(0);
    const lower = isDefinite(this.style.minWidth, indefinite)
      ? this.minWidth(indefinite, containingHeight)
      : 0;
    return { min: lower + edges.marginLeft + edges.marginRight, max: widths.max };
  }

  protected override layOutContent(_space: ContentSpace): Content {
    return emptyContent;
  }
}
