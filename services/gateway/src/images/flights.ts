import {
  renderDeadlineFactor,
  renderPrice,
  type RenderFailure,
  type RenderJob,
  type RenderRequest,
  type RenderResult,
  type RenderSuccess,
} from "@placard/contracts";
import { getTraceCarrier, type RenderResults } from "@placard/runtime";
import { randomBytes } from "node:crypto";
import type { Platform } from "../platform.ts";
import type { EnqueueOptions, RenderJobs } from "./render-jobs.ts";

/** An image that requests of this process are waiting for (single-flight). */
export interface Flight {
  job: RenderJob;
  /** Whether a batch started it: batches may fill only a part of the queue. */
  isBulk: boolean;
  /**
   * Resolves when the job is in the queue, or the image is known to be rendered; rejects if the job was not
   * admitted.
   */
  enqueued: Promise<void>;
  /** Resolves with the result of the job; rejects if it was not admitted. */
  ended: Promise<RenderSuccess | { failure: Exclude<RenderFailure, "expired"> }>;
  end: (result: Awaited<Flight["ended"]>) => void;
  /** The number of requests that are waiting. */
  waiters: number;
  /** The time of `performance.now()` of the next check for a missed message, and the interval since the previous one. */
  checkAt: number;
  checkIntervalMs: number;
  /** Whether the last check found no result. */
  wasMissing: boolean;
}

/** How often flights are checked for missed messages, in ms. */
const checkTimerMs = 250;

/** The interval before the first check of a flight, in ms. It doubles with each check, up to the longest. */
const firstCheckMs = 500;
const longestCheckMs = 2_000;

/** Creates the job of a request. */
export function createJob(request: RenderRequest, deadline: number): RenderJob {
  const flightId = randomBytes(6).toString("base64url");
  return { ...request, flightId, deadline, price: renderPrice(request.recipe), ...getTraceCarrier() };
}

/**
 * Creates the flights of this process: one for each image, however many requests wait for it. If the message
 * about a result is missed, a check finds the result or enqueues the job again.
 */
export function createFlights({ settings, logger, now }: Platform, results: RenderResults, jobs: RenderJobs) {
  const flights = new Map<string, Flight>();
  let checks: NodeJS.Timeout | undefined;

  const newDeadline = () => now() + renderDeadlineFactor * settings.RENDER_TIMEOUT_MS;

  /** Removes a flight that has ended or has no waiters. */
  function close(flight: Flight): void {
    if (flights.get(flight.job.id) === flight) flights.delete(flight.job.id);
  }

  /**
   * Ends the flight of a result, if there is one. An expired job is checked, and enqueued again, immediately.
   */
  function receive(imageId: string, result: RenderResult): void {
    const flight = flights.get(imageId);
    if (!flight) return;
    if ("image" in result) flight.end(result);
    else if (result.failure === "expired") flight.checkAt = performance.now();
    else flight.end({ failure: result.failure });
  }

  async function check(): Promise<void> {
    const due = [...flights.values()].filter(({ checkAt }) => checkAt <= performance.now());
    if (due.length === 0) return;
    for (const flight of due) {
      flight.checkIntervalMs = Math.min(2 * flight.checkIntervalMs, longestCheckMs);
      flight.checkAt = performance.now() + flight.checkIntervalMs;
    }
    try {
      const found = await results.findAll(due.map(({ job }) => job.id));
      await Promise.all(due.map((flight, i) => checkFlight(flight, found[i])));
    } catch (error) {
      logger.warn({ err: error, flights: due.length }, "flight check failed");
    }
  }

  async function checkFlight(flight: Flight, result: RenderResult | undefined): Promise<void> {
    if (result && "image" in result) return flight.end(result);
    // Only if it is missing twice in a row: a job that fails leaves the queue shortly before its message
    // arrives.
    if (flight.wasMissing) await jobs.enqueueAgain({ ...flight.job, deadline: newDeadline() });
    flight.wasMissing = true;
  }

  return {
    get: (id: string) => flights.get(id),
    close,
    receive,

    /** Registers a flight, then enqueues its job: in the other order, its message could be missed. */
    start(request: RenderRequest, options: EnqueueOptions): Flight {
      const job = createJob(request, newDeadline());
      let end!: Flight["end"];
      const result = new Promise<Awaited<Flight["ended"]>>((resolve) => (end = resolve));
      const flight: Flight = {
        job,
        isBulk: options.isBulk ?? false,
        enqueued: Promise.resolve(),
        ended: result,
        end,
        waiters: 0,
        checkAt: performance.now() + firstCheckMs,
        checkIntervalMs: firstCheckMs,
        wasMissing: false,
      };
      flights.set(job.id, flight);
      flight.enqueued = jobs.enqueue(job, options).then((existing) => existing && end(existing));
      flight.ended = Promise.race([result, flight.enqueued.then(() => result)]);
      flight.ended.catch(() => close(flight)); // the next request starts a new flight
      return flight;
    },

    startChecks(): void {
      checks = setInterval(() => void check(), checkTimerMs);
    },

    stopChecks(): void {
      clearInterval(checks);
    },
  };
}
