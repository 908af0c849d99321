import { queuePrefix } from "./render-job.ts";

/** The Redis names that gateways and renderers share. All lie in one slot of a Redis Cluster. */
export const renderKeys = {
  /** JSON of a RenderRecord; lives until the image expires. */
  record: (imageId: string) => `${queuePrefix}:image:${imageId}`,
  /** "1"; lives for `rendererBeat.lifeMs`, set anew by every renderer each `rendererBeat.everyMs`. */
  rendererAlive: `${queuePrefix}:renderer-alive`,
  /** Pub/sub channel: JSON of a RenderOutcome for each job that ended. */
  outcomes: `${queuePrefix}:outcomes`,
} as const;

/** How often a renderer says that it is there, and for how long that is believed. Milliseconds. */
export const rendererBeat = { everyMs: 1_000, lifeMs: 4_000 } as const;
