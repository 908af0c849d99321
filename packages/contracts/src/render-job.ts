import type { ElementBox } from "./element-box.ts";
import type { ImageMetadata } from "./image-metadata.ts";
import type { Recipe } from "./recipe.ts";
import type { Warning } from "./warnings.ts";

/**
 * The BullMQ prefix of all queues; the hash tag puts all of their keys in the same slot of a Redis Cluster.
 */
export const queuePrefix = "{placard}";

/**
 * Options of every BullMQ queue, besides its connection. Nothing reads the streams of events. Without this
 * limit, BullMQ keeps 10,000 events of each queue, which take 1 MB. If the INFO of its version check failed,
 * a queue would reject every job from then on; workers check the version.
 */
export const queueOptions = {
  prefix: queuePrefix,
  skipVersionCheck: true,
  streams: { events: { maxLen: 100 } },
} as const;

/** The queue of images without remote images. */
export const renderQueue = "render";

/**
 * The queue of images with remote images. Their jobs wait for other servers and must not delay jobs that can
 * be rendered immediately.
 */
export const remoteImageQueue = "render-remote";

/** The queue of previews, so that they do not delay images. */
export const previewQueue = "preview";

export const renderQueues = [renderQueue, remoteImageQueue, previewQueue] as const;
export type RenderQueueName = (typeof renderQueues)[number];

/**
 * BullMQ options of a render job. Finished jobs are removed, because an image can't be enqueued while its job
 * exists.
 */
export const renderJobPolicy = {
  attempts: 3,
  backoff: { type: "fixed", delay: 200 },
  removeOnComplete: true,
  removeOnFail: true,
} as const;

/**
 * BullMQ options of a renderer's workers. If a process dies, another one retries its jobs within 2.5 s, in
 * separate processes. A process whose event loop is blocked for more than 1.5 s loses its locks.
 */
export const renderWorkerPolicy = {
  lockDuration: 2_000,
  lockRenewTime: 500,
  stalledInterval: 250,
  maxStalledCount: 10, // maxStartedAttempts is reached first
  maxStartedAttempts: 5, // renderJobPolicy.attempts, and two starts that ended with their renderer
  runRetryDelay: 1_000, // delay before a worker reconnects to Redis, in ms
} as const;

/** The deadline of a job after it is enqueued, as a multiple of a request's timeout. */
export const renderDeadlineFactor = 3;

/** The highest RENDER_TIMEOUT_MS, the longest wait of a request for its image. */
export const maxRenderTimeoutMs = 600_000;

/** The BullMQ queue of the jobs that delete expired objects from storage. */
export const sweepQueue = "sweep";

/** A validated request for one image. */
export interface RenderRequest {
  /** Image id. */
  id: string;
  recipe: Recipe;
  queue: RenderQueueName;
  /** For the log lines of its job. */
  requestId: string;
  /** The API key, signing key or site that requests it, for the usage of the account; a session has none. */
  keyId?: string | undefined;
  /** About the request: stored with the image's own. */
  warnings?: readonly Warning[];
  /**
   * Epoch ms, after which nothing of the image is kept; if absent, the recipe is stored, so that it can be
   * rendered again.
   */
  expiresAt?: number | undefined;
  /** TTL of the result in Redis; if absent, until the image expires. */
  resultTtlSeconds?: number;
  /** Whether the result has the boxes of the elements. */
  isPreview?: boolean;
  /** Whether the image has a watermark: previews for people without an account have one. */
  isWatermarked?: boolean;
  /** Only of a preview: the document of the template, if it has not been published. */
  document?: object;
}

/** A request for an image, as renderers take it from the queue. */
export interface RenderJob extends RenderRequest {
  /**
   * The single-flight that enqueued the job, as 8 characters of base64url: only that request gets
   * `X-Cache: MISS`.
   */
  flightId: string;
  /** Epoch ms of the shared clock, after which the job is not started: no request waits for it any more. */
  deadline: number;
  /** Past it, the image has a warning instead of each remote image; absent without a limit. */
  remoteBytes?: RemoteBytesQuota | undefined;
  /** See `renderPrice`. */
  price: number;
  /** The request's trace context (W3C `traceparent`); absent if tracing is off. */
  traceparent?: string;
}

/** The daily quota of bytes that are fetched for an account from other servers (DAILY_REMOTE_BYTES). */
export interface RemoteBytesQuota {
  /** The account, or `visits:` and the account for what visitors of its sites cause. */
  payer: string;
  perDay: number;
}

/** The quota of an account, for itself or for visitors of its sites; undefined without a limit. */
export function remoteBytesQuota(
  perDay: number,
  account: string,
  isVisit = false,
): RemoteBytesQuota | undefined {
  return perDay === 0 ? undefined : { payer: isVisit ? `visits:${account}` : account, perDay };
}

/** Durations of a job's stages, in ms. */
export interface RenderTimings {
  /** From enqueue to start. */
  queue: number;
  render: number;
  store: number;
}

/**
 * Why a job failed. `expired`: its deadline passed before it started; it may be enqueued again. `crashed`: it
 * crashed a process that rendered only this card; it is not enqueued again while this result is kept.
 */
export const renderFailures = ["render_failed", "crashed", "gone", "unavailable", "expired"] as const;
export type RenderFailure = (typeof renderFailures)[number];

/** The result of a job: the image's metadata, or the reason for the failure. Published, and kept in Redis. */
export type RenderResult = {
  owner: string;
} & (
  | {
      flightId: string;
      image: ImageMetadata;
      /** Only of a preview. */
      boxes?: readonly ElementBox[];
      /** Only when it is published by the job that rendered the image. */
      timings?: RenderTimings;
    }
  | { failure: RenderFailure }
);

export type RenderSuccess = Extract<RenderResult, { image: ImageMetadata }>;

const jobIdPrefix = "img-";

/**
 * The BullMQ job id of an image: while the job exists, the image can't be enqueued again. The prefix is
 * needed because BullMQ rejects ids that consist of digits, and an image id may.
 */
export function renderJobId(imageId: string): string {
  return `${jobIdPrefix}${imageId}`;
}

/** The image id of a BullMQ job id that `renderJobId` returned. */
export function imageIdOf(jobId: string): string {
  return jobId.slice(jobIdPrefix.length);
}
