import type { Clock } from "./clock.ts";
import { PlacardError } from "./errors.ts";
import type { GeneratedImage, Job } from "./types.ts";
import { readRetryAfter, type Result } from "./meta.ts";
import type { CallOptions } from "./transport.ts";

/** Options of `waitForJob`. */
export interface WaitOptions extends CallOptions {
  /** Longest wait in ms. Default 60,000. */
  timeoutMs?: number | undefined;
}

type GetJob = (id: string, options?: CallOptions) => Promise<Result<Job>>;

/** Time between two requests if the response has no `Retry-After`. */
const defaultPollSeconds = 1;

/** Creates the call that polls a job until it has finished, as often as `Retry-After` allows. */
export function jobWaiter(getJob: GetJob, clock: Clock) {
  /**
   * Waits for the image of a job.
   * @throws PlacardError with the job's own code if it failed, `timeout`, `not_found`
   */
  return async function waitForJob(
    id: string,
    { timeoutMs = 60_000, ...options }: WaitOptions = {},
  ): Promise<Result<GeneratedImage>> {
    const deadline = clock.now() + timeoutMs;
    for (;;) {
      const { data: job, meta } = await getJob(id, options);
      if (job.status === "done") return { data: job.result, meta };
      const { requestId } = meta;
      if (job.status === "failed") throw new PlacardError({ ...job.error, requestId });
      const waitMs = 1000 * (readRetryAfter(meta.headers) ?? defaultPollSeconds);
      if (clock.now() + waitMs > deadline) {
        const message = `The image was not rendered within ${timeoutMs} ms. Rendering continues: call waitForJob again.`;
        throw new PlacardError({ code: "timeout", message, requestId });
      }
      await clock.sleep(waitMs, options.signal);
    }
  };
}
