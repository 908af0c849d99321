import type { ErrorCode } from "./errors.ts";
import type { ImageFormat, Recipe } from "./generate-request.ts";

/** The BullMQ prefix of all queues; the hash tag keeps a queue's keys in one slot of a Redis Cluster. */
export const queuePrefix = "{placard}";

/** The queue of images that need nothing but their recipe. Job ids are those of `renderJobId`, so an image is in the queue once. */
export const renderQueue = "render";

/**
 * The queue of images whose recipe names a picture from elsewhere. They spend their time waiting for others, and must
 * not keep those waiting that a renderer can draw at once.
 */
export const pictureQueue = "render-with-picture";

/** The queues that renderers draw from. */
export const renderQueues = [renderQueue, pictureQueue] as const;
export type RenderQueueName = (typeof renderQueues)[number];

/** The data field that names a picture from elsewhere, whichever the template. */
export const pictureField = "image";

/** The queue that a recipe's job belongs in. */
export function renderQueueOf({ data }: Recipe): RenderQueueName {
  return data[pictureField] === undefined ? renderQueue : pictureQueue;
}

/** How BullMQ treats a render job. Kept jobs would keep their image from being drawn again, so none are kept. */
export const renderJobPolicy = {
  attempts: 3,
  backoff: { type: "fixed", delay: 200 },
  removeOnComplete: true,
  removeOnFail: true,
} as const;

/**
 * How a renderer holds a job: one whose process died is taken up elsewhere within about 4 s. An event loop blocked for
 * over 2.5 s would lose its lock.
 */
export const renderWorkerPolicy = {
  lockDuration: 3_000,
  stalledInterval: 1_000,
  maxStalledCount: 10, // what decides is how often it was started
  maxStartedAttempts: 3, // a job that ends its renderer each time is given up, and said to have failed
  runRetryDelay: 1_000, // how long a worker waits that has lost Redis, in ms
} as const;

/** How long after it was enqueued a job may still be drawn, as a multiple of a request's time limit. */
export const renderJobLives = 3;

/** The BullMQ queue of the work that keeps storage free of what has expired. */
export const sweepQueue = "sweep";

/** One image to draw. */
export interface RenderJob {
  /** Image id. */
  id: string;
  recipe: Recipe;
  /** Names the request whose job this is, so that it alone is told that its image was drawn for it. */
  ticket: string;
  /** Carried into the renderer's log lines. */
  requestId: string;
  /** Epoch ms, by the clock that all share, after which nobody wants it any more. */
  deadline: number;
  /** Seconds for which the result is remembered; absent: as long as the image is good. */
  rememberSeconds?: number;
  /** The trace that the request is part of (W3C Trace Context, `traceparent`); absent where traces are off. */
  traceparent?: string;
}

/** How long the parts of drawing an image took, in ms: told to the request it was drawn for, and not kept. */
export interface RenderTimes {
  /** From being enqueued to a renderer taking it up. */
  queue: number;
  draw: number;
  store: number;
}

/** Something a caller should know of an image that was drawn all the same. */
export interface Warning {
  /**
   * `image_unavailable`: drawn without it; `text_truncated`: cut, left out, or as small as it gets; `glyph_missing`: no
   * font has a character of it.
   */
  code: "image_unavailable" | "text_truncated" | "glyph_missing";
  /** The data field. */
  field: string;
  /** For a person. */
  message: string;
}

/** What is known of a drawn image whose bytes are stored. */
export interface RenderedImage {
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

/** The result key's value: the image and the ticket of the job that drew it. */
export interface RenderRecord {
  ticket: string;
  image: RenderedImage;
}

/**
 * Why a job ended without an image. `expired`: it was past its deadline and may be asked for anew. `crashed`: it ended
 * the renderer each time it was tried, and is refused for as long as that is remembered.
 */
export type RenderFailure = Extract<ErrorCode, "render_failed" | "unavailable"> | "expired" | "crashed";

/** What a renderer publishes when a job has ended. */
export type RenderOutcome =
  { id: string; record: RenderRecord; times?: RenderTimes } | { id: string; failure: RenderFailure };

/** BullMQ refuses ids that are all digits; an image id may be. */
export function renderJobId(imageId: string): string {
  return `img-${imageId}`;
}
