import type { Clock } from "./clock.ts";
import { PlacardError } from "./errors.ts";
import type { GeneratedImage, Job } from "./image-types.ts";
import type { Result } from "./meta.ts";
import { readRetryAfter } from "./retry-after.ts";
import type { CallOptions } from "./transport.ts";

/** What waiting for a job takes. */
export interface WaitOptions extends CallOptions {
  /** Longest wait in ms. Default 60,000. */
  timeoutMs?: number | undefined;
}

type GetJob = (id: string, options?: CallOptions) => Promise<Result<Job>>;

/** Seconds between two looks where the server names none. */
const usualSeconds = 1;

/** Makes the call that looks after a job until it has ended, as often as `Retry-After` allows. */
export function jobWaiter(getJob: GetJob, clock: Clock) {
  /**
   * Waits for a job's image.
   * @throws PlacardError the job's own code where it failed, `timeout` where it lasts, `not_found` where there is none
   */
  return async function waitForJob(
    id: string,
    { timeoutMs = 60_000, ...options }: WaitOptions = {},
  ): Promise<Result<GeneratedImage>> {
    const end = clock.now() + timeoutMs;
    for (;;) {
      const { data: job, meta } = await getJob(id, options);
      if (job.status === "done") return { data: job.result, meta };
      const { requestId } = meta;
      if (job.status === "failed") throw new PlacardError({ ...job.error, requestId });
      const wait = 1000 * (readRetryAfter(meta.headers, clock.now()) ?? usualSeconds);
      if (clock.now() + wait > end) {
        const message = `The image was not drawn within ${timeoutMs} ms. Drawing goes on: wait for the job again.`;
        throw new PlacardError({ code: "timeout", message, requestId });
      }
      await clock.pause(wait, options.signal);
    }
  };
}
