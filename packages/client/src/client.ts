import { accountCalls } from "./account.ts";
import { assetCalls, brandCalls } from "./brands.ts";
import { authCalls, passkeyCalls, sessionCalls } from "./auth.ts";
import { normalizeBaseUrl } from "./base-url.ts";
import { systemClock, type Clock } from "./clock.ts";
import { healthCalls } from "./health.ts";
import { imageCalls } from "./images.ts";
import { keyCalls } from "./keys.ts";
import { playgroundCalls } from "./playground.ts";
import { retryPolicy, type RetryOptions } from "./retry.ts";
import { siteCalls } from "./sites.ts";
import { templateCalls } from "./templates.ts";
import { createTransport, type Credential } from "./transport.ts";
import { jobWaiter } from "./wait-for-job.ts";
import { webhookCalls } from "./webhooks.ts";

/** The settings of a client. */
export interface ClientOptions {
  /** The absolute URL of the Placard server, including the path that it is served under. */
  baseUrl: string;
  /** API key (`plk_…`) for the calls about images. A function is called for each request. */
  key?: Credential | undefined;
  /** Session token for account calls. A function is called for each request. */
  token?: Credential | undefined;
  /** Replaces the platform's own fetch. */
  fetch?: typeof globalThis.fetch | undefined;
  /** How calls that are safe to retry are retried. A number is a `limit`; 0 disables retries. */
  retries?: number | RetryOptions | undefined;
  /**
   * Longest time for one attempt in ms; 0 means no limit. Default 30,000: the server waits less for a render.
   */
  timeoutMs?: number | undefined;
}

/** A client of one Placard server. */
export type PlacardClient = ReturnType<typeof createClient>;

/**
 * Creates a client. It has no connections and no state, so one client can serve a whole process. Every call
 * resolves with `{ data, meta }` or rejects with a PlacardError; an aborted call rejects with the reason of
 * its signal.
 * @throws TypeError unless the base URL is an absolute http or https URL
 */
export function createClient(options: ClientOptions) {
  return createClientWith(options, systemClock);
}

/** Creates a client with the given source of time and randomness. */
export function createClientWith(
  { baseUrl: givenBaseUrl, key, token, fetch, retries, timeoutMs = 30_000 }: ClientOptions,
  clock: Clock,
) {
  const baseUrl = normalizeBaseUrl(givenBaseUrl);
  const send = createTransport({
    baseUrl,
    credentials: { key, token },
    // Looked up for each request, in case the global is replaced later. Called without a receiver, as
    // browsers require.
    fetch: fetch ?? ((...request) => globalThis.fetch(...request)),
    policy: retryPolicy(retries),
    timeoutMs,
    clock,
  });
  const images = imageCalls(send, baseUrl);
  return {
    ...images,
    waitForJob: jobWaiter(images.getJob, clock),
    ...templateCalls(send),
    ...playgroundCalls(send),
    ...brandCalls(send),
    ...assetCalls(send),
    ...siteCalls(send),
    ...authCalls(send),
    ...sessionCalls(send),
    ...passkeyCalls(send),
    ...accountCalls(send),
    ...keyCalls(send),
    ...webhookCalls(send),
    ...healthCalls(send),
  };
}
