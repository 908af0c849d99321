/** A link preview, a post, a story, a banner, and the smallest size. */
export const sampleSizes = [
  { width: 1200, height: 630 },
  { width: 1080, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 2048, height: 400 },
  { width: 200, height: 200 },
] as const;

/** The sizes at which tests render a sample card: all for the fullest card and the one with long texts. */
export function sizesToTest(card: { name: string }): readonly (typeof sampleSizes)[number][] {
  return ["full", "long"].includes(card.name) ? sampleSizes : [sampleSizes[0]];
}
