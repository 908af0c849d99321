import { outputFormats } from "./image-formats.ts";
import type { Recipe } from "./recipe.ts";

/** The pixels that are painted and encoded once for a price of 1: more than a card of 1200×630 has. */
const pixelsPerUnit = 1_300_000;

/** How often a card is encoded at most in a lossy format to fit `maxBytes`. */
export const maxEncodes = 3;

/** A render with a higher price is heavy: a renderer paints one at a time, so that others need not wait. */
export const maxLightPrice = 4;

/** How long a render with a price of 1 takes, in ms. */
const unitMs = 50;

/** The price of a card's effects, which are known when it is rendered: none for ordinary ones. */
export function effectsPrice(effectsMs: number): number {
  return Math.floor(effectsMs / unitMs);
}

/**
 * The price of a render without costly effects: pixels × encodes, rounded up. Limits and quotas count it, and
 * accounts take turns by it.
 */
export function renderPrice({
  width,
  height,
  scale = 1,
  format,
  maxBytes,
}: Omit<Recipe, "owner" | "template" | "data" | "quality">): number {
  const canShrink = maxBytes !== undefined && outputFormats[format].hasQuality;
  const encodes = (canShrink ? maxEncodes : 1) + (format === "auto" ? 1 : 0);
  return Math.ceil((width * height * scale ** 2 * encodes) / pixelsPerUnit);
}
