import { queuePrefix } from "./render-job.ts";

/**
 * The Redis keys and channels that gateways and renderers share. All are in the same slot of a Redis Cluster.
 */
export const renderKeys = {
  /**
   * A RenderResult as `encodeResult` encodes it: the result of an image's latest job. A success is kept until
   * the image expires, a failure for `failureTtlMs` or until the image is rendered.
   */
  result: (imageId: string) => `${queuePrefix}:result:${imageId}`,
  /**
   * List: JSON of the latest `maxUsageReports` UsageReports, newest first. Renderers add them, and gateways
   * take them from its end. Does not expire.
   */
  usageReports: `${queuePrefix}:usage-reports`,
  /** Integer: bytes fetched for a `RemoteBytesQuota` on a UTC day (`2027-01-31`). Expires with the day. */
  remoteBytes: (payer: string, day: string) => `${queuePrefix}:remote-bytes:${payer}:${day}`,
  /**
   * JSON of a RendererStatus, set by every renderer at `rendererHeartbeat.intervalMs`, with a TTL of
   * `rendererHeartbeat.ttlMs`.
   */
  rendererAlive: `${queuePrefix}:renderer-alive`,
  /**
   * Sorted set: the runs that delete the images of deleted accounts, by the time at which they are due (epoch
   * ms). See `imageDeletionRuns`. A run is removed once it has deleted everything. Does not expire.
   */
  imageDeletions: `${queuePrefix}:image-deletions`,
  /**
   * JSON of an AssetResult, by the ID of its job. Expires after `assetResultTtlMs`; deleted by the gateway
   * that waits for it.
   */
  assetResult: (jobId: string) => `${queuePrefix}:asset-result:${jobId}`,
  /** JSON of a ProofOutcome, by the ID of its job. Expires after `proofTtlMs`. */
  proofOutcome: (jobId: string) => `${queuePrefix}:proof-outcome:${jobId}`,
  /**
   * List: the IDs of the last `maxRecentCards` images of an account's or the operator's template, newest
   * first. Expires RECIPE_TTL after the last of them; deleted with the account.
   */
  recentCards: (owner: string, templateId: string) => `${queuePrefix}:recent-cards:${owner}:${templateId}`,
  /**
   * Sorted set: the next turn of each account with waiting jobs in the render queues. `virtualTime` is the
   * turn of the latest job that was rendered. Expires an hour after the last job was added.
   */
  turns: `${queuePrefix}:turns`,
  /** Pub/sub channel: JSON of `[image id, RenderResult]` for each finished job. */
  results: `${queuePrefix}:results`,
  /** Pub/sub channel: the ids of images that a gateway has deleted, for the memory of the others. */
  deletedImages: `${queuePrefix}:deleted-images`,
} as const;

/** The Redis keys of webhooks. Renderers only add events to `renderOutbox`. */
export const webhookKeys = {
  /**
   * Hash: id → JSON of a `Webhook`, for all webhooks of an account. Does not expire; deleted with the
   * account.
   */
  webhooksOf: (accountId: string) => `${queuePrefix}:webhooks-of:${accountId}`,
  /**
   * List: JSON of `WebhookEvent`s of gateways, newest first. Gateways take them from its end. No expiry.
   */
  outbox: `${queuePrefix}:webhook-outbox`,
  /** List: as `outbox`, of renderers: `image.rendered` and `image.failed`. The only key they may not read. */
  renderOutbox: `${queuePrefix}:render-outbox`,
  /**
   * Hash: event id → JSON of a `WebhookDelivery`, for the latest deliveries of a webhook. Expires
   * `deliveryRetentionMs` after the last one; deleted with the webhook.
   */
  deliveriesOf: (webhookId: string) => `${queuePrefix}:webhook-deliveries-of:${webhookId}`,
  /** Sorted set: the event ids of `deliveriesOf` by `createdAt` (epoch ms). Expires with it. */
  deliveryTimesOf: (webhookId: string) => `${queuePrefix}:webhook-delivery-times-of:${webhookId}`,
} as const;

/** The member of `renderKeys.turns` that is not an account. */
export const virtualTime = "virtual-time";

/** How long a failure is kept, in ms. */
export const failureTtlMs = 300_000;

/** What a renderer reports with its heartbeat. */
export interface RendererStatus {
  /** The names of common scripts that it has no font for: "Arabic". Null if it could not list its fonts. */
  missingScripts: readonly string[] | null;
}

/** How often a renderer sends a heartbeat, and how long it is valid, in ms. */
export const rendererHeartbeat = { intervalMs: 1_000, ttlMs: 4_000 } as const;
