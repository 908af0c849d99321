import { randomUUID } from "node:crypto";
import {
  AppError,
  failureTtlMs,
  renderDeadlineFactor,
  renderJobId,
  renderJobPolicy,
  renderKeys,
  renderQueues,
  type ImageMetadata,
  type PublishedResult,
  type RenderFailure,
  type RenderJob,
  type RenderQueueName,
  type RenderSuccess,
  type RenderTimings,
} from "@placard/contracts";
import { TimeoutError, getTraceCarrier, withTimeout, type Logger } from "@placard/runtime";
import type { Queue } from "bullmq";
import type { Redis } from "ioredis";
import { createFlights, type Flight, type FlightResult } from "./flights.ts";
import type { QueueAdmission } from "./queue-admission.ts";
import type { RenderResults } from "./render-results.ts";

interface Deps {
  results: RenderResults;
  /** A connection of its own, because a subscriber can't send other commands. */
  subscriber: Redis;
  queues: Readonly<Record<RenderQueueName, Pick<Queue<RenderJob>, "add" | "addBulk" | "getJob">>>;
  admission: QueueAdmission;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
  /** Longest wait of a request, in ms. */
  timeoutMs: number;
}

/** An image that a request needs. */
export interface ImageRequest extends Pick<RenderJob, "id" | "recipe" | "requestId" | "resultTtlSeconds"> {
  /** The queue that its job belongs in. */
  queue: RenderQueueName;
  /** Whether it is part of a batch, which must not fill the queue. */
  isBulk?: boolean;
}

/** An image that is ready, and where it came from. */
export interface ReadyImage {
  image: ImageMetadata;
  /** `hit`: it existed; `joined`: another request caused its render; `miss`: this request caused its render. */
  cache: "hit" | "joined" | "miss";
  /** Of a `miss`. */
  timings?: RenderTimings | undefined;
}

/** The state of a requested image: its job waits or is active, it is ready, or it failed. */
export type ImageProgress = { owner: string } & (
  | { status: "queued" | "drawing" }
  | { status: "done"; image: ImageMetadata }
  | { status: "failed"; failure: RenderFailure }
);

/** How long a job that no request waits for may wait in the queue, in ms. */
const asyncDeadlineMs = failureTtlMs;

/** How often flights are checked for messages that were missed, in ms. */
const checkIntervalMs = 250;

/**
 * Requests images and awaits them. However many requests, gateways and renderers there are, an image is rendered once:
 * every gateway enqueues it under the same job id, and registers its waiter before it enqueues. A message can still be
 * missed (Redis restarted and lost the job): flights that take long are looked up and enqueued again.
 */
export function createImageRequests({
  results,
  subscriber,
  queues,
  admission,
  logger,
  now,
  timeoutMs,
}: Deps) {
  const flights = createFlights(now);
  subscriber.on("message", (_channel, message) => {
    admission.recordEnded();
    flights.receive(JSON.parse(message) as PublishedResult);
  });
  const checks = setInterval(() => void checkFlights(), checkIntervalMs);

  /** An image: found, waited for, or rendered. AppError of the render codes, or of Redis being unavailable. */
  async function requestImage(request: ImageRequest): Promise<ReadyImage> {
    if (!flights.get(request.id)) {
      const existing = await findImage(request.id);
      if (existing) return { image: existing.image, cache: "hit" };
    }
    const joined = flights.get(request.id); // it may have been started while Redis was asked
    const flight = joined ?? startFlight(request);
    try {
      const { success, timings } = await awaitFlight(flight);
      const isMiss = flight !== joined && success.flightId === flight.job.flightId;
      return isMiss
        ? { image: success.image, cache: "miss", timings }
        : { image: success.image, cache: "joined" };
    } catch (error) {
      if (joined && !request.isBulk && wasRefusedAsBulk(joined, error)) return requestImage(request);
      throw error;
    }
  }

  /** The existing image; AppError `render_failed` if it has recently crashed every renderer that tried. */
  async function findImage(id: string): Promise<RenderSuccess | undefined> {
    const result = await results.find(id);
    if (result === undefined || "image" in result) return result;
    if (result.failure === "crashed") throw new AppError("render_failed");
    return undefined;
  }

  /** The image if it exists; otherwise makes sure that its job is in the queue, and resolves without waiting for it. */
  async function startImage(request: ImageRequest): Promise<ImageMetadata | undefined> {
    const flight = flights.get(request.id);
    if (flight) {
      try {
        await flight.enqueued;
        return undefined;
      } catch (error) {
        if (!wasRefusedAsBulk(flight, error)) throw error;
      }
    }
    const existing = await findImage(request.id);
    if (existing) return existing.image;
    await enqueue(jobOf(request, now() + asyncDeadlineMs), request);
    return undefined;
  }

  /** The state of an image that was requested; undefined if it is unknown. */
  async function findProgress(id: string): Promise<ImageProgress | undefined> {
    const before = await results.find(id);
    if (before && "image" in before) return { owner: before.owner, status: "done", image: before.image };
    const jobs = await Promise.all(renderQueues.map((queue) => queues[queue].getJob(renderJobId(id))));
    for (const job of jobs.filter((found) => found !== undefined)) {
      const { owner } = job.data.recipe;
      const state = await job.getState();
      if (state === "active") return { owner, status: "drawing" };
      if (["waiting", "prioritized", "delayed"].includes(state)) return { owner, status: "queued" };
    }
    const result = await results.find(id); // after the job: one that has just ended was in neither place
    if (!result) return undefined;
    const { owner } = result;
    return "image" in result
      ? { owner, status: "done", image: result.image }
      : { owner, status: "failed", failure: result.failure };
  }

  function startFlight(request: ImageRequest): Flight {
    const job = jobOf(request, newDeadline());
    return flights.start(job, request, () => enqueue(job, request));
  }

  function jobOf({ id, recipe, requestId, resultTtlSeconds }: ImageRequest, deadline: number): RenderJob {
    return {
      id,
      recipe,
      requestId,
      flightId: randomUUID(),
      deadline,
      ...(resultTtlSeconds !== undefined && { resultTtlSeconds }),
      ...getTraceCarrier(),
    };
  }

  async function enqueue(job: RenderJob, { queue, isBulk = false }: ImageRequest): Promise<void> {
    await admission.admit(queue, { isBulk });
    await queues[queue].add("render", job, jobOptions(job));
  }

  /** Waits for a flight to end, for `timeoutMs` at most. AppError of the failure. */
  async function awaitFlight(flight: Flight): Promise<Extract<FlightResult, { success: RenderSuccess }>> {
    flight.waiters++;
    try {
      const result = await withTimeout(flight.ended, timeoutMs);
      if ("success" in result) return result;
      throw new AppError(result.failure === "crashed" ? "render_failed" : result.failure);
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      await admission.checkRenderer(); // the cause may be that no renderer is running, or that Redis is unavailable
      throw new AppError("render_timeout");
    } finally {
      flight.waiters--;
      if (flight.waiters === 0) flights.close(flight);
    }
  }

  /** Looks up the flights whose message may have been missed, and enqueues those again whose job is gone. */
  async function checkFlights(): Promise<void> {
    const due = flights.takeDue();
    if (due.length === 0) return;
    try {
      const found = await results.findAll(due.map(({ job }) => job.id));
      const missing = due.filter((flight, i) => {
        const result = found[i];
        if (result && "image" in result) flight.end({ success: result });
        // Twice in a row: a job that has just failed leaves the queue a moment before its message arrives.
        const { wasMissing } = flight;
        flight.wasMissing = true;
        return !(result && "image" in result) && wasMissing;
      });
      await Promise.all(renderQueues.map((queue) => enqueueAgain(queue, missing)));
    } catch (error) {
      logger.warn({ err: error, flights: due.length }, "flight check failed");
    }
  }

  async function enqueueAgain(queue: RenderQueueName, missing: readonly Flight[]): Promise<void> {
    const jobs = missing.filter((flight) => flight.queue === queue).map(({ job }) => job);
    await queues[queue].addBulk(
      jobs.map((job) => ({
        name: "render",
        data: { ...job, deadline: newDeadline() },
        opts: jobOptions(job),
      })),
    );
  }

  function jobOptions({ id }: RenderJob) {
    return { ...renderJobPolicy, jobId: renderJobId(id), timestamp: now() };
  }

  function newDeadline(): number {
    return now() + renderDeadlineFactor * timeoutMs;
  }

  return {
    requestImage,
    startImage,
    findProgress,
    /** Subscribes to the renderers' results; while Redis is unavailable, as soon as it is back. */
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

/** Whether a flight's job was refused only because it was part of a batch. */
function wasRefusedAsBulk({ isBulk }: Flight, error: unknown): boolean {
  return isBulk && error instanceof AppError && error.code === "overloaded";
}
