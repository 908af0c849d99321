import { randomBytes } from "node:crypto";
import {
  previewQueue,
  AppError,
  failureTtlMs,
  renderDeadlineFactor,
  renderKeys,
  type ElementBox,
  type ImageMetadata,
  type PublishedResult,
  type RenderFailure,
  type RenderJob,
  type RenderQueueName,
  type RenderSuccess,
  type RenderTimings,
} from "@placard/contracts";
import { TimeoutError, getTraceCarrier, withTimeout, type Logger } from "@placard/runtime";
import type { Redis } from "ioredis";
import { createFlights, type Flight, type FlightResult } from "./flights.ts";
import type { QueueAdmission } from "./queue-admission.ts";
import type { RenderJobs } from "./render-jobs.ts";
import type { RenderResults } from "./render-results.ts";

interface Deps {
  results: RenderResults;
  /** A separate connection, because a subscriber can't send other commands. */
  subscriber: Redis;
  jobs: RenderJobs;
  admission: Pick<QueueAdmission, "recordEnded" | "checkRenderer" | "prepare">;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
  /** How long a request waits for its image at most, in ms. */
  timeoutMs: number;
}

/** An image that a request needs. */
export interface ImageRequest extends Pick<
  RenderJob,
  "id" | "recipe" | "document" | "requestId" | "resultTtlSeconds" | "expiresAt" | "isWatermarked"
> {
  /** The queue for its job. */
  queue: RenderQueueName;
  /** Whether it is part of a batch: batches may fill only a part of the queue. */
  isBulk?: boolean;
  /** The API key or signing key that requests it, for the usage of the account. A session has none. */
  keyId?: string | undefined;
  /**
   * Whether a render is charged to the account's daily quota. A link that was returned before is rendered again without
   * charge (decision 16).
   */
  isCharged?: boolean;
}

/** A rendered image, and its source. */
export interface ReadyImage {
  image: ImageMetadata;
  /** Only of a preview. */
  boxes?: readonly ElementBox[] | undefined;
  /** `hit`: it existed; `joined`: another request caused the render; `miss`: this request caused the render. */
  cache: "hit" | "joined" | "miss";
  /** Only of a `miss`. */
  timings?: RenderTimings | undefined;
}

/** The state of a requested image: its job is waiting or active, it is stored, or its job failed. */
export type ImageProgress = { owner: string } & (
  | { status: "queued" | "drawing" }
  | { status: "done"; image: ImageMetadata }
  | { status: "failed"; failure: RenderFailure }
);

/** How long the job of an asynchronous request may wait in the queue, in ms. */
const asyncDeadlineMs = failureTtlMs;

/** How often flights are checked for missed messages, in ms. */
const checkIntervalMs = 250;

/**
 * Creates the functions that request images. An image is rendered once, however many requests, gateways and renderers
 * there are: all gateways enqueue it with the same job id, and register their waiters before that. If a message is missed
 * all the same, for example because Redis restarted and lost the job, a periodic check finds the result or enqueues the job
 * again.
 */
export function createImageRequests({ results, subscriber, jobs, admission, logger, now, timeoutMs }: Deps) {
  const flights = createFlights(now);
  subscriber.on("message", (channel, message) => {
    if (channel !== renderKeys.results) return;
    admission.recordEnded();
    flights.receive(JSON.parse(message) as PublishedResult);
  });
  const checks = setInterval(() => void checkFlights(), checkIntervalMs);

  /**
   * Returns an image: the existing one, or the result of a render. Rejects with AppError `render_failed`, `gone`,
   * `unavailable`, `overloaded`, `quota_exceeded` or `render_timeout`, or with the error of Redis.
   */
  async function requestImage(request: ImageRequest): Promise<ReadyImage> {
    if (!flights.get(request.id)) {
      const existing = await findImage(request.id);
      if (existing) return { image: existing.image, cache: "hit" };
    }
    const joined = flights.get(request.id); // another request may have started it in the meantime
    const flight = joined ?? startFlight(request);
    try {
      const { success, timings } = await awaitFlight(flight);
      const isMiss = flight !== joined && success.flightId === flight.job.flightId;
      const { image, boxes } = success;
      return isMiss ? { image, boxes, cache: "miss", timings } : { image, boxes, cache: "joined" };
    } catch (error) {
      if (joined && !request.isBulk && wasRejectedAsBulk(joined, error)) return requestImage(request);
      throw error;
    }
  }

  /**
   * Finds an existing image, in a round trip that also prepares the admission of one that does not exist. Rejects with AppError
   * `render_failed` if it has recently crashed the processes that rendered it.
   */
  async function findImage(id: string): Promise<RenderSuccess | undefined> {
    admission.prepare();
    const result = await results.find(id);
    if (result === undefined || "image" in result) return result;
    if (result.failure === "crashed") throw new AppError("render_failed");
    return undefined;
  }

  /** Returns an existing image; otherwise makes sure that its job is in the queue, and returns undefined. */
  async function startImage(request: ImageRequest): Promise<ImageMetadata | undefined> {
    const flight = flights.get(request.id);
    if (flight) {
      try {
        await flight.enqueued;
        return undefined;
      } catch (error) {
        if (!wasRejectedAsBulk(flight, error)) throw error;
      }
    }
    const existing = await findImage(request.id);
    if (existing) return existing.image;
    const rendered = await jobs.enqueue(createJob(request, now() + asyncDeadlineMs), request);
    return rendered?.image;
  }

  /** The state of a requested image; undefined if there is no job and no result. */
  async function findProgress(id: string): Promise<ImageProgress | undefined> {
    const previous = await results.find(id);
    if (previous && "image" in previous)
      return { owner: previous.owner, status: "done", image: previous.image };
    for (const job of await jobs.find(id)) {
      const { owner } = job.data.recipe;
      const state = await job.getState();
      if (state === "active") return { owner, status: "drawing" };
      if (["waiting", "prioritized", "delayed"].includes(state)) return { owner, status: "queued" };
    }
    const result = await results.find(id); // again, because the job may have finished after the first look-up
    if (!result) return undefined;
    const { owner } = result;
    return "image" in result
      ? { owner, status: "done", image: result.image }
      : { owner, status: "failed", failure: result.failure };
  }

  function startFlight(request: ImageRequest): Flight {
    const job = createJob(request, newDeadline());
    return flights.start(job, request, () => jobs.enqueue(job, request));
  }

  function createJob(
    {
      id,
      recipe,
      document,
      requestId,
      keyId,
      resultTtlSeconds,
      expiresAt,
      isWatermarked,
      queue,
    }: ImageRequest,
    deadline: number,
  ): RenderJob {
    return {
      id,
      recipe,
      requestId,
      flightId: randomBytes(6).toString("base64url"),
      deadline,
      ...(queue === previewQueue && { isPreview: true }),
      ...(isWatermarked && { isWatermarked }),
      ...(document !== undefined && { document }),
      ...(keyId !== undefined && { keyId }),
      ...(resultTtlSeconds !== undefined && { resultTtlSeconds }),
      ...(expiresAt !== undefined && { expiresAt }),
      ...getTraceCarrier(),
    };
  }

  /** Waits for a flight, for at most `timeoutMs`. Rejects with AppError. */
  async function awaitFlight(flight: Flight): Promise<Extract<FlightResult, { success: RenderSuccess }>> {
    flight.waiters++;
    try {
      const result = await withTimeout(flight.ended, timeoutMs);
      if ("success" in result) return result;
      throw new AppError(result.failure === "crashed" ? "render_failed" : result.failure);
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      await admission.checkRenderer(); // a better error if no renderer is running or Redis is unavailable
      throw new AppError("render_timeout");
    } finally {
      flight.waiters--;
      if (flight.waiters === 0) flights.close(flight);
    }
  }

  /** Looks up results whose message may have been missed, and enqueues jobs that no longer exist again. */
  async function checkFlights(): Promise<void> {
    const due = flights.takeDue();
    if (due.length === 0) return;
    try {
      const found = await results.findAll(due.map(({ job }) => job.id));
      const missing = due.filter((flight, i) => {
        const result = found[i];
        if (result && "image" in result) flight.end({ success: result });
        // Only if it is missing twice in a row, because a job that fails leaves the queue shortly before its message arrives.
        const { wasMissing } = flight;
        flight.wasMissing = true;
        return !(result && "image" in result) && wasMissing;
      });
      const deadline = newDeadline();
      await Promise.all(
        missing.map(async ({ queue, job }) => {
          const result = await jobs.enqueueAgain(queue, { ...job, deadline });
          if (result) flights.receive({ id: job.id, result }); // rendered since the look-up
        }),
      );
    } catch (error) {
      logger.warn({ err: error, flights: due.length }, "flight check failed");
    }
  }

  function newDeadline(): number {
    return now() + renderDeadlineFactor * timeoutMs;
  }

  return {
    requestImage,
    startImage,
    findProgress,
    /** Subscribes to the renderers' results: immediately, or when Redis becomes available. */
    subscribe(): void {
      subscriber
        .subscribe(renderKeys.results)
        .catch((error: unknown) => logger.warn({ err: error }, "subscribe failed"));
    },
    close(): void {
      clearInterval(checks);
    },
  };
}
export type ImageRequests = ReturnType<typeof createImageRequests>;

/** Whether a flight's job was rejected only because it was part of a batch. */
function wasRejectedAsBulk({ isBulk }: Flight, error: unknown): boolean {
  return isBulk && error instanceof AppError && error.code === "overloaded";
}
