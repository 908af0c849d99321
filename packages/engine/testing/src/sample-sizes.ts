import type { SampleCard } from "@placard/template-store";
import type { RenderOptions } from "../../dist/index.js";

/** A link preview, a post, a story, a banner, and the smallest size. */
export const sampleSizes = [
  { width: 1200, height: 630 },
  { width: 1080, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 2048, height: 400 },
  { width: 200, height: 200 },
] as const;

/** The sizes at which tests render a sample card: all for the fullest, the longest and the centered one. */
export function sizesToTest(card: { name: string }): readonly (typeof sampleSizes)[number][] {
  return ["full", "long", "centered"].includes(card.name) ? sampleSizes : [sampleSizes[0]];
}

/** The data and the layout of a sample card. */
export function toOptions({ data, layout }: SampleCard): Pick<RenderOptions, "data" | "layout"> {
  return { data, ...(layout !== undefined && { layout }) };
}
