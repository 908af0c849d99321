import {
  AppError,
  failureTtlMs,
  type RenderRequest,
  type RenderResult,
  type RenderSuccess,
} from "@placard/contracts";
import { TimeoutError, withTimeout, type RenderResults } from "@placard/runtime";
import type { Platform } from "../platform.ts";
import { createFlights, createJob, type Flight } from "./flights.ts";
import type { QueueAdmission } from "./queue-admission.ts";
import type { EnqueueOptions, RenderJobs } from "./render-jobs.ts";

/** `hit`: the image existed; `joined`: another request caused the render; `miss`: this request caused it. */
export type ImageSource = "hit" | "joined" | "miss";

/** The result of a requested image, or the state of its job. */
export type ImageProgress = RenderResult | { owner: string; status: "queued" | "drawing" };

/** How long the job of an asynchronous request may wait in the queue, in ms. */
const asyncDeadlineMs = failureTtlMs;

/**
 * Creates the functions that request images. An image is rendered once, however many requests, gateways and
 * renderers there are. Gateways use the same job ID, and renderers look for a result before they render.
 */
export function createImageRequests(
  platform: Platform,
  results: RenderResults,
  jobs: RenderJobs,
  admission: QueueAdmission,
) {
  const { settings, subscriber, logger, now } = platform;
  const flights = createFlights(platform, results, jobs);

  /**
   * Returns an image: the existing one, or the result of a render. Rejects with AppError `render_failed`,
   * `gone`, `unavailable`, `overloaded`, `quota_exceeded` or `render_timeout`, or with the error of Redis.
   */
  async function requestImage(
    request: RenderRequest,
    options: EnqueueOptions = {},
  ): Promise<{ result: RenderSuccess; source: ImageSource }> {
    if (!flights.get(request.id)) {
      const existing = await findImage(request.id);
      if (existing) return { result: existing, source: "hit" };
    }
    const joined = flights.get(request.id); // started while this request looked for a result
    const flight = joined ?? flights.start(request, options);
    try {
      const result = await awaitFlight(flight, options.signal);
      const isMiss = !joined && result.flightId === flight.job.flightId;
      return { result, source: isMiss ? "miss" : "joined" };
    } catch (error) {
      if (joined && !options.isBulk && wasRejectedAsBulk(joined, error))
        return requestImage(request, options);
      throw error;
    }
  }

  /**
   * Finds an existing image, in a round trip that also prepares the admission of one that does not exist.
   * Rejects with AppError `render_failed` if it has recently crashed the processes that rendered it.
   */
  async function findImage(id: string): Promise<RenderSuccess | undefined> {
    admission.prepare();
    const result = await results.find(id);
    if (result === undefined || "image" in result) return result;
    if (result.failure === "crashed") throw new AppError("render_failed");
    return undefined;
  }

  /**
   * Waits for a flight, for at most RENDER_TIMEOUT_MS. Rejects with AppError, or with the signal's reason
   * after the job was removed.
   */
  async function awaitFlight(flight: Flight, signal?: AbortSignal): Promise<RenderSuccess> {
    flight.waiters++;
    const aborted = new Promise<never>((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason as Error));
    });
    try {
      signal?.throwIfAborted();
      const result = await withTimeout(Promise.race([flight.ended, aborted]), settings.RENDER_TIMEOUT_MS);
      if ("image" in result) return result;
      throw new AppError(result.failure === "crashed" ? "render_failed" : result.failure);
    } catch (error) {
      if (signal?.aborted) await cancel(flight);
      if (!(error instanceof TimeoutError)) throw error;
      await admission.checkRenderer(); // a better error if no renderer is running or Redis is unavailable
      throw new AppError("render_timeout");
    } finally {
      flight.waiters--;
      if (flight.waiters === 0) flights.close(flight);
    }
  }

  /** Removes the job of a flight that no request waits for. */
  async function cancel({ enqueued, job }: Flight): Promise<void> {
    await enqueued; // otherwise it would be added later
    await jobs.cancel(job);
  }

  /** Returns an existing image; otherwise makes sure that its job is in the queue, and returns undefined. */
  async function startImage(
    request: RenderRequest,
    options: EnqueueOptions = {},
  ): Promise<RenderSuccess | undefined> {
    const existing = await findImage(request.id);
    if (!existing) await jobs.enqueue(createJob(request, now() + asyncDeadlineMs), options);
    return existing;
  }

  /** The result of a requested image, or the state of its job; undefined if there is neither. */
  async function findProgress(id: string): Promise<ImageProgress | undefined> {
    const result = await results.find(id);
    if (result && "image" in result) return result;
    const job = await jobs.find(id); // an earlier job may have failed
    const state = await job?.getState();
    // The job may have finished since the first look-up.
    if (!job || state === undefined || !pendingStates.has(state)) return results.find(id);
    return { owner: job.data.recipe.owner, status: state === "active" ? "drawing" : "queued" };
  }

  return {
    requestImage,
    startImage,
    findProgress,
    /** Subscribes to the renderers' results, when Redis is available. */
    subscribe(): void {
      flights.startChecks();
      results.subscribe(subscriber, logger, (imageId, result) => {
        admission.recordEnded();
        flights.receive(imageId, result);
      });
    },
    close: flights.stopChecks,
  };
}
export type ImageRequests = ReturnType<typeof createImageRequests>;

/** The states of a job that has not finished. */
const pendingStates: ReadonlySet<string> = new Set(["active", "waiting", "prioritized", "delayed"]);

/** Whether a flight's job was rejected only because it was part of a batch. */
function wasRejectedAsBulk({ isBulk }: Flight, error: unknown): boolean {
  return isBulk && error instanceof AppError && error.code === "overloaded";
}
