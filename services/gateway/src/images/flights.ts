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

/** The result of a flight. Flights do not end with `expired`: their jobs are enqueued again. */
type FlightResult = RenderSuccess | { failure: Exclude<RenderFailure, "expired"> };

/** An image that requests of this process are waiting for (single-flight). */
export interface Flight {
  job: RenderJob;
  /** Whether a batch started it: batches may fill only a part of the queue. */
  isBulk: boolean;
  /** Resolves when the job is in the queue; rejects if it was not admitted. */
  enqueued: Promise<void>;
  /** Resolves with the result of the job; rejects if it was not admitted. */
  ended: Promise<FlightResult>;
  end: (result: FlightResult) => void;
  /** The number of requests that are waiting. */
  waiters: number;
  /** Whether the last check found no result. */
  wasMissing: boolean;
}

/** How often flights are checked for missed messages, in ms. */
const checkIntervalMs = 1_000;

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
   * Ends the flight of a result, if there is one. The job of an expired one is enqueued again by the next
   * check.
   */
  function receive(imageId: string, result: RenderResult): void {
    const flight = flights.get(imageId);
    if (!flight) return;
    if ("image" in result) flight.end(result);
    else if (result.failure === "expired") flight.wasMissing = true;
    else flight.end({ failure: result.failure });
  }

  async function check(): Promise<void> {
    const all = [...flights.values()];
    if (all.length === 0) return;
    try {
      const found = await results.findAll(all.map(({ job }) => job.id));
      await Promise.all(all.map((flight, i) => checkFlight(flight, found[i])));
    } catch (error) {
      logger.warn({ err: error, flights: all.length }, "flight check failed");
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

    /** Enqueues the job of a request and registers its flight, before any message about it can arrive. */
    start(request: RenderRequest, options: EnqueueOptions): Flight {
      const job = createJob(request, newDeadline());
      let end!: Flight["end"];
      const result = new Promise<FlightResult>((resolve) => (end = resolve));
      const enqueued = jobs.enqueue(job, options);
      const ended = Promise.race([result, enqueued.then(() => result)]);
      const isBulk = options.isBulk ?? false;
      const flight: Flight = { job, isBulk, enqueued, ended, end, waiters: 0, wasMissing: false };
      flights.set(job.id, flight);
      ended.catch(() => close(flight)); // the next request starts a new flight
      return flight;
    },

    startChecks(): void {
      checks = setInterval(() => void check(), checkIntervalMs);
    },

    stopChecks(): void {
      clearInterval(checks);
    },
  };
}
