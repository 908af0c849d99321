import type {
  PublishedResult,
  RenderFailure,
  RenderJob,
  RenderQueueName,
  RenderSuccess,
  RenderTimings,
} from "@placard/contracts";

/** How a flight ended: with an image, or with the failure of its job. */
export type FlightResult =
  | { success: RenderSuccess; timings?: RenderTimings | undefined }
  | { failure: Exclude<RenderFailure, "expired"> };

/** One image that requests of this process are waiting for (single-flight). */
export interface Flight {
  job: RenderJob;
  queue: RenderQueueName;
  /** Whether a batch started it: a batch is admitted to a part of the queue only. */
  isBulk: boolean;
  /** Settles once the job is in the queue; rejects where it was not admitted. */
  enqueued: Promise<void>;
  /** Settles when the job has ended, or rejects as `enqueued` does. */
  ended: Promise<FlightResult>;
  end: (result: FlightResult) => void;
  /** The number of requests that are waiting. */
  waiters: number;
  /** Epoch ms of the next check for a missed message, and the interval before it. */
  checkAt: number;
  checkIntervalMs: number;
  /** Whether the last check found neither the job nor its result. */
  wasMissing: boolean;
}

/** The first check for a missed message, in ms; each later interval is twice as long, up to the longest. */
const firstCheckMs = 500;
const longestCheckMs = 2_000;

/** The images that this process is waiting for, by image id: each once, however many requests want it. */
export function createFlights(now: () => number) {
  const flights = new Map<string, Flight>();

  /** Removes a flight that has ended or that no request is waiting for. */
  function close(flight: Flight): void {
    if (flights.get(flight.job.id) === flight) flights.delete(flight.job.id);
  }

  return {
    get: (id: string) => flights.get(id),
    close,

    /** Registers a flight and then enqueues its job, in this order so that no message is missed. */
    start(
      job: RenderJob,
      { queue, isBulk = false }: { queue: RenderQueueName; isBulk?: boolean },
      enqueue: () => Promise<void>,
    ): Flight {
      let end!: Flight["end"];
      const result = new Promise<FlightResult>((resolve) => {
        end = resolve;
      });
      const flight: Flight = {
        job,
        queue,
        isBulk,
        enqueued: Promise.resolve(),
        ended: result,
        end,
        waiters: 0,
        checkAt: now() + firstCheckMs,
        checkIntervalMs: firstCheckMs,
        wasMissing: false,
      };
      flights.set(job.id, flight);
      flight.enqueued = enqueue();
      flight.ended = Promise.race([result, flight.enqueued.then(() => result)]);
      flight.ended.catch(() => close(flight)); // requests that are waiting get the error; the next one starts again
      return flight;
    },

    /** Ends the flight that a message is about, if there is one. An expired job is checked, and enqueued again, at once. */
    receive({ id, result, timings }: PublishedResult): void {
      const flight = flights.get(id);
      if (flight === undefined) return;
      if ("image" in result) flight.end({ success: result, timings });
      else if (result.failure === "expired") flight.checkAt = now();
      else flight.end({ failure: result.failure });
    },

    /** The flights that are due for a check, each scheduled for its next one. */
    takeDue(): Flight[] {
      const due = [...flights.values()].filter((flight) => flight.checkAt <= now());
      for (const flight of due) {
        flight.checkIntervalMs = Math.min(2 * flight.checkIntervalMs, longestCheckMs);
        flight.checkAt = now() + flight.checkIntervalMs;
      }
      return due;
    },
  };
}
