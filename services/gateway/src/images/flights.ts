import type { RenderFailure, RenderJob, RenderOutcome, RenderRecord, RenderTimes } from "@placard/contracts";

/** An image that has come, and how long its drawing took where that was announced with it. */
export type Landed = RenderRecord & { times?: RenderTimes | undefined };

/** What a flight ends with: the image, or why there is none. */
export type FlightEnd = Landed | Exclude<RenderFailure, "expired">;

/** One image that requests of this process are waiting for. */
export interface Flight {
  job: RenderJob;
  /** Settles when the job has ended, however that became known. */
  ended: Promise<FlightEnd>;
  end: (outcome: FlightEnd) => void;
  /** Enqueuing failed. */
  fail: (error: unknown) => void;
  /** Requests that wait. */
  waiting: number;
  /** Epoch ms at which to look whether the announcement was missed, and the wait before that. */
  checkAt: number;
  checkAfterMs: number;
  /** The last look found neither its image nor why there is none. */
  missed: boolean;
}

/** First look for a missed announcement, in ms; each later one waits twice as long, up to the longest. */
const firstCheckMs = 500;
const longestCheckMs = 2_000;

/** The images this process waits for, by id: each once, however many requests want it. */
export function createFlights(now: () => number) {
  const flights = new Map<string, Flight>();

  return {
    get: (id: string) => flights.get(id),

    /** Registers a flight; has to happen before its job is enqueued, so that no announcement is missed. */
    open(job: RenderJob): Flight {
      let end!: Flight["end"];
      let fail!: Flight["fail"];
      const ended = new Promise<FlightEnd>((resolve, reject) => {
        end = resolve;
        fail = reject;
      });
      ended.catch(() => {}); // whoever waits for it sees it; nobody may be waiting any more
      const flight = {
        job,
        ended,
        end,
        fail,
        waiting: 0,
        checkAt: now() + firstCheckMs,
        checkAfterMs: firstCheckMs,
        missed: false,
      };
      flights.set(job.id, flight);
      return flight;
    },

    /** Forgets a flight that has ended or that nobody waits for. */
    close(flight: Flight): void {
      if (flights.get(flight.job.id) === flight) flights.delete(flight.job.id);
    },

    /** Ends the flight that an announcement is about, if it is one of ours. A job too old to draw is asked for anew. */
    announce(outcome: RenderOutcome): void {
      const flight = flights.get(outcome.id);
      if (flight === undefined) return;
      if ("record" in outcome) flight.end({ ...outcome.record, times: outcome.times });
      else if (outcome.failure === "expired") flight.checkAt = now();
      else flight.end(outcome.failure);
    },

    /** The flights that are due for a look, each put off to its next one. */
    due(): Flight[] {
      const found = [...flights.values()].filter((flight) => flight.checkAt <= now());
      for (const flight of found) {
        flight.checkAfterMs = Math.min(2 * flight.checkAfterMs, longestCheckMs);
        flight.checkAt = now() + flight.checkAfterMs;
      }
      return found;
    },
  };
}
