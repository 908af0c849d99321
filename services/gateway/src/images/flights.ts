import type {
  PublishedResult,
  RenderFailure,
  RenderJob,
  RenderQueueName,
  RenderSuccess,
  RenderTimings,
} from "@placard/contracts";

/** The result of a flight: an image, or the failure of its job. */
export type FlightResult =
  | { success: RenderSuccess; timings?: RenderTimings | undefined }
  | { failure: Exclude<RenderFailure, "expired"> };

/** An image that requests of this process are waiting for (single-flight). */
export interface Flight {
  job: RenderJob;
  queue: RenderQueueName;
  /** Whether a batch started it: batches may fill only a part of the queue. */
  isBulk: boolean;
  /** Resolves when the job is in the queue, or the image was rendered in the meantime; rejects if it was not admitted. */
  enqueued: Promise<void>;
  /** Resolves when the job has finished; rejects if it was not admitted. */
  ended: Promise<FlightResult>;
  end: (result: FlightResult) => void;
  /** The number of requests that are waiting. */
  waiters: number;
  /** Epoch ms of the next check for a missed message, and the interval since the previous one. */
  checkAt: number;
  checkIntervalMs: number;
  /** Whether the last check found neither the job nor its result. */
  wasMissing: boolean;
}

/** The interval before the first check for a missed message, in ms. It doubles with each check, up to the longest. */
const firstCheckMs = 500;
const longestCheckMs = 2_000;

/** Creates the set of flights of this process: one per image, however many requests wait for it. */
export function createFlights(now: () => number) {
  const flights = new Map<string, Flight>();

  /** Removes a flight that has ended or has no waiters. */
  function close(flight: Flight): void {
    if (flights.get(flight.job.id) === flight) flights.delete(flight.job.id);
  }

  return {
    get: (id: string) => flights.get(id),
    close,

    /**
     * Registers a flight, then enqueues its job: in the other order, its message could be missed. If `enqueue` returns the result of an
     * image that was rendered in the meantime, the flight ends with it.
     */
    start(
      job: RenderJob,
      { queue, isBulk = false }: { queue: RenderQueueName; isBulk?: boolean },
      enqueue: () => Promise<RenderSuccess | undefined>,
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
      flight.enqueued = enqueue().then((success) => {
        if (success) end({ success });
      });
      flight.ended = Promise.race([result, flight.enqueued.then(() => result)]);
      flight.ended.catch(() => close(flight)); // waiting requests get the error; the next request starts a new flight
      return flight;
    },

    /** Ends the flight of a published result, if there is one. An expired job is checked, and enqueued again, immediately. */
    receive({ id, result, timings }: PublishedResult): void {
      const flight = flights.get(id);
      if (flight === undefined) return;
      if ("image" in result) flight.end({ success: result, timings });
      else if (result.failure === "expired") flight.checkAt = now();
      else flight.end({ failure: result.failure });
    },

    /** Returns the flights that are due for a check, and schedules their next checks. */
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
