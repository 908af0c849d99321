import { queuePrefix } from "./render-job.ts";

/** The Redis keys and channels that gateways and renderers share. All lie in one slot of a Redis Cluster. */
export const renderKeys = {
  /**
   * JSON of a RenderResult: how the latest job of an image ended. A success is kept until the image expires, a failure
   * for `failureTtlMs` or until the image is rendered.
   */
  result: (imageId: string) => `${queuePrefix}:result:${imageId}`,
  /** "1"; expires after `rendererHeartbeat.ttlMs`, set by every renderer each `rendererHeartbeat.intervalMs`. */
  rendererAlive: `${queuePrefix}:renderer-alive`,
  /** Pub/sub channel: JSON of a PublishedResult for each job that ended. */
  results: `${queuePrefix}:results`,
} as const;

/** How long a failure is kept, in ms. */
export const failureTtlMs = 300_000;

/** How often a renderer reports that it is alive, and how long a report is valid, in ms. */
export const rendererHeartbeat = { intervalMs: 1_000, ttlMs: 4_000 } as const;
