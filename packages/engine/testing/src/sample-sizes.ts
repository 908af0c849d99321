/** A link preview, a post, a story, a banner, and the smallest size. */
export const sampleSizes = [
  { width: 1200, height: 630 },
  { width: 1080, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 2048, height: 400 },
  { width: 200, height: 200 },
] as const;
