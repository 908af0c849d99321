import { queuePrefix } from "./render-job.ts";

/** The Redis names that gateways and renderers share. All lie in one slot of a Redis Cluster. */
export const renderKeys = {
  /** JSON of a RenderRecord; lives until the image expires. */
  record: (imageId: string) => `${queuePrefix}:image:${imageId}`,
  /** A RenderFailure: how the latest job of an image ended. Lives for `failureLifeMs`, or until the image is drawn. */
  failure: (imageId: string) => `${queuePrefix}:failure:${imageId}`,
  /** "1"; lives for `rendererBeat.lifeMs`, set anew by every renderer each `rendererBeat.everyMs`. */
  rendererAlive: `${queuePrefix}:renderer-alive`,
  /** Pub/sub channel: JSON of a RenderOutcome for each job that ended. */
  outcomes: `${queuePrefix}:outcomes`,
} as const;

/** How long it is remembered that an image could not be drawn, for those who ask later. Milliseconds. */
export const failureLifeMs = 300_000;

/** How often a renderer says that it is there, and for how long that is believed. Milliseconds. */
export const rendererBeat = { everyMs: 1_000, lifeMs: 4_000 } as const;
