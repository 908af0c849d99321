import type { ErrorCode } from "./errors.ts";
import type { ImageFormat } from "./image-formats.ts";
import type { Recipe } from "./recipe.ts";
import type { TemplateRef } from "./template-ref.ts";

/** The BullMQ prefix of all queues; the hash tag keeps a queue's keys in one slot of a Redis Cluster. */
export const queuePrefix = "{placard}";

/** The queue of images that need nothing but their recipe. */
export const renderQueue = "render";

/**
 * The queue of images whose recipe names remote images. Their jobs spend their time waiting for other servers and must
 * not delay jobs that can be rendered at once.
 */
export const remoteImageQueue = "render-remote";

/** The queues that renderers process. */
export const renderQueues = [renderQueue, remoteImageQueue] as const;
export type RenderQueueName = (typeof renderQueues)[number];

/** How BullMQ treats a render job. A kept job would keep its image from being rendered again, so none is kept. */
export const renderJobPolicy = {
  attempts: 3,
  backoff: { type: "fixed", delay: 200 },
  removeOnComplete: true,
  removeOnFail: true,
} as const;

/**
 * How a renderer holds a job: a job whose process died is retried elsewhere within about 4 s. An event loop that is
 * blocked for over 2.5 s would lose its lock.
 */
export const renderWorkerPolicy = {
  lockDuration: 3_000,
  stalledInterval: 1_000,
  maxStalledCount: 10, // the limit that counts is maxStartedAttempts
  maxStartedAttempts: 3, // a job that crashes its renderer each time fails for good
  runRetryDelay: 1_000, // how long a worker waits that has lost Redis, in ms
} as const;

/** How long after it was enqueued a job may still be rendered, as a multiple of a request's time limit. */
export const renderDeadlineFactor = 3;

/** The BullMQ queue of the jobs that delete expired objects from storage. */
export const sweepQueue = "sweep";

/** One image to render. */
export interface RenderJob {
  /** Image id. */
  id: string;
  recipe: Recipe;
  /** The single-flight that enqueued the job: only its request gets `X-Cache: MISS`. */
  flightId: string;
  /** For the renderer's log lines. */
  requestId: string;
  /** Epoch ms, by the shared clock, after which no request waits for the image. */
  deadline: number;
  /** Seconds for which the result is kept in Redis; absent: until the image expires. */
  resultTtlSeconds?: number;
  /** The trace that the request belongs to (W3C Trace Context, `traceparent`); absent while tracing is off. */
  traceparent?: string;
}

/** The durations of a render, in ms. */
export interface RenderTimings {
  /** From enqueue to pick-up. */
  queue: number;
  render: number;
  store: number;
}

/** A problem with an image that was rendered all the same. */
export interface Warning {
  /**
   * `image_unavailable`: rendered without a remote image; `text_truncated`: text cut, left out, or at its smallest size;
   * `glyph_missing`: no font has one of its characters.
   */
  code: "image_unavailable" | "text_truncated" | "glyph_missing";
  /** The data field, such as `title` or `speakers/0/photo`. */
  field: string;
  /** For a person. */
  message: string;
}

/** Metadata of a stored image. */
export interface ImageMetadata {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  format: ImageFormat;
  /** Bytes. */
  size: number;
  /** ISO 8601. */
  expiresAt: string;
  warnings?: Warning[];
}

/**
 * Why a job ended without an image. `expired`: it was past its deadline and may be enqueued again. `crashed`: it crashed
 * its renderer at each attempt and is refused as long as this is kept.
 */
export type RenderFailure =
  Extract<ErrorCode, "render_failed" | "unavailable" | "gone"> | "expired" | "crashed";

/** How a job ended: the image's metadata, or why there is none. Kept in Redis under the image id, and published. */
export type RenderResult = {
  owner: string;
  template: TemplateRef;
} & ({ flightId: string; image: ImageMetadata } | { failure: RenderFailure });

/** A result that has an image. */
export type RenderSuccess = Extract<RenderResult, { image: ImageMetadata }>;

/** The JSON that renderers publish when a job has ended. */
export interface PublishedResult {
  /** Image id. */
  id: string;
  result: RenderResult;
  /** Absent where the image had been rendered before. */
  timings?: RenderTimings;
}

/** The BullMQ job id of an image, which makes it enqueued once. BullMQ refuses ids of digits alone; an image id may be one. */
export function renderJobId(imageId: string): string {
  return `img-${imageId}`;
}
