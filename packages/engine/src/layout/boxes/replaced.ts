import type { ImageSource } from "@placard/templates/scene";
import type { FormatterOf } from "../inline-content.ts";
import { Box, type BoxSource, type IntrinsicWidth } from "./box.ts";
import type { Edges } from "./edges.ts";
import { emptyContent, type Content } from "./fragment.ts";
import { indefinite, isDefinite, isPercent, snap, unknownWidth, type Containing } from "./lengths.ts";

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

/** The natural dimensions of an image; undefined if it is unavailable. */
export function naturalSizeOf(
  source: ImageSource,
  remoteImageSize: RemoteImageSize,
): NaturalSize | undefined {
  const size = source.kind === "remote" ? remoteImageSize(source.url) : source;
  if (!size) return undefined;
  const { width, height } = size;
  const ratio = width && height ? width / height : "aspectRatio" in source ? source.aspectRatio : undefined;
  return {
    width: width ?? (ratio !== undefined && height !== undefined ? height * ratio : undefined),
    height: height ?? (ratio !== undefined && width !== undefined ? width / ratio : undefined),
    ratio,
  };
}

/** The default object size (CSS Images 3, section 5.1). */
const defaultWidth = 300;
const defaultHeight = 150;

/** An image (CSS 2.2, sections 10.3.2 and 10.6.2, with CSS Sizing 4, section 6). */
export class ReplacedBox extends Box {
  override readonly ratio: number | undefined;
  protected readonly usesOwnHeight = false;
  private readonly natural: NaturalSize;
  /** The formatters of the texts of an inline SVG. */
  readonly texts: readonly FormatterOf[];
  /** Whether the ratio is that of the style. */
  private readonly hasOwnRatio: boolean;

  /** @param natural undefined if the image is unavailable: it then takes no space */
  constructor(source: BoxSource, natural = noSize, texts: readonly FormatterOf[]) {
    super(source, [], []);
    this.texts = texts;
    this.natural = natural;
    const { aspectRatio, prefersNaturalRatio } = source.style;
    this.hasOwnRatio = aspectRatio !== undefined && !(prefersNaturalRatio && natural.ratio !== undefined);
    this.ratio = this.hasOwnRatio ? aspectRatio : natural.ratio;
  }

  protected override get hasAutomaticMinimum(): boolean {
    return false;
  }

  /** The natural ratio applies to the content box. */
  protected override get isBorderBoxRatio(): boolean {
    return this.hasOwnRatio && this.style.boxSizing === "border-box";
  }

  override definiteHeight(containing: Containing, width: number): number {
    const height = super.definiteHeight(containing, width);
    if (height >= 0 || width < 0) return height;
    const { inner } = this.edges(containing.width).y;
    return this.clamp("y", (this.natural.height ?? defaultHeight) + inner, containing);
  }

  override automaticWidth(containing: Containing, _isShrinkToFit: boolean, height: number): number {
    const edges = this.edges(containing.width);
    const ownHeight = height >= 0 ? height : this.definiteHeight(containing, indefinite);
    if (this.ratio !== undefined && ownHeight >= 0) return this.byRatio("x", ownHeight, edges);
    const { inner, margins } = edges.x;
    let width: number;
    if (this.natural.width !== undefined) width = this.naturalWidth(edges);
    else if (this.ratio === undefined || isPercent(this.style.width)) width = defaultWidth + inner;
    else width = Math.max(inner, containing.width - margins);
    return this.clampByHeights(width, containing);
  }

  private naturalWidth(edges: Edges): number {
    const width = snap(this.natural.width ?? 0) + edges.x.start + edges.x.end;
    const { height } = this.natural;
    // With a ratio of the style, the natural height determines the width only if there is no natural width.
    return width === 0 && height && this.ratio ? this.byRatio("x", height, edges) : width;
  }

  protected override measureContent(): number {
    const containing = unknownWidth(indefinite);
    return this.automaticWidth(containing, true, indefinite) - this.edges(indefinite).x.inner;
  }

  /** A percentage of an unknown width lets the image shrink to nothing (CSS Sizing 3, section 5.2.2). */
  override contribution(kind: IntrinsicWidth, containingHeight: number): number {
    if (kind === "max" || (!isPercent(this.style.width) && !isPercent(this.style.maxWidth)))
      return super.contribution(kind, containingHeight);
    const lower = isDefinite(this.style.minWidth, indefinite)
      ? this.min("x", unknownWidth(containingHeight))
      : 0;
    return lower + this.edges(indefinite).x.margins;
  }

  protected override layOutContent(): Content {
    return emptyContent;
  }
}
