import type { Style } from "@placard/templates/scene";

/**
 * Whether a box contains its absolutely positioned descendants, or those that are fixed (CSS Positioned
 * Layout 3, section 2.1; CSS Transforms 1, section 3; Filter Effects 1, section 5).
 */
export function isContainingBlock({ position, transform, layer }: Style, ofFixed = false): boolean {
  const hasFilter = layer !== undefined && layer.filter.length + layer.backdropFilter.length > 0;
  return (position !== "static" && !ofFixed) || transform.length > 0 || hasFilter;
}
