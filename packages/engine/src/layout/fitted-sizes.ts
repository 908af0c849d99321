import type { Fit } from "@placard/templates/scene";

/** The font size of a fit, in pixels. */
export type SizeOf = (fit: Fit) => number;

/** The sizes of fitted texts in one layout. Each layout that is tried has its own. */
export interface FittedSizes {
  readonly sizeOf: SizeOf;
  /** Limits of lines besides `line-clamp`, for texts that don't fit at their smallest size. */
  readonly maxLines?: ReadonlyMap<Fit, number> | undefined;
}

export const largestSizes: FittedSizes = { sizeOf: ({ max }) => max };

/** The font size that lengths in `Ems` refer to, in pixels; 0 if there is no fit. */
export function emOf(fit: Fit | undefined, { sizeOf }: FittedSizes): number {
  return fit ? sizeOf(fit) : 0;
}

/** The different fits of nodes. */
export function fitsOf(nodes: readonly { readonly fit?: Fit }[]): Fit[] {
  return [...new Set(nodes.flatMap(({ fit }) => fit ?? []))];
}
