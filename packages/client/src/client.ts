import { authCalls, passkeyCalls, sessionCalls } from "./accounts.ts";
import { withoutSlash } from "./base-url.ts";
import { systemClock, type Clock } from "./clock.ts";
import { healthCalls } from "./health.ts";
import { imageCalls } from "./images.ts";
import { keyCalls, signingKeyCalls } from "./keys.ts";
import { retryPolicy, type RetryOptions } from "./retry.ts";
import { createTransport, type Credential } from "./transport.ts";
import { jobWaiter } from "./wait-for-job.ts";

/** What a client is made of. */
export interface ClientOptions {
  /** Where Placard is: absolute, with the path it may be served under. */
  baseUrl: string;
  /** API key (`plk_…`), for all about images. A function is asked at every call. */
  key?: Credential | undefined;
  /** Session token, for all about the account. A function is asked at every call, such as for what a login gave. */
  token?: Credential | undefined;
  /** Sends requests in place of the platform's own fetch. */
  fetch?: typeof globalThis.fetch | undefined;
  /** How calls are repeated that are safe to repeat; a number is a `limit`, 0 turns it off. */
  retries?: number | RetryOptions | undefined;
  /** Longest time for one try in ms, 0 for none. Default 30,000, more than a gateway waits for a card. */
  timeoutMs?: number | undefined;
}

/** A client of one Placard. */
export type PlacardClient = ReturnType<typeof createClient>;

/**
 * Makes a client. It holds no connection and no state, so that one may serve a whole process. Every call resolves with
 * `{ data, meta }` or rejects with a PlacardError; aborted, with its signal's reason.
 * @throws TypeError where the base URL is not an absolute http or https URL
 */
export function createClient(options: ClientOptions) {
  return createClientWith(options, systemClock);
}

/** The same with time and chance of one's own. */
export function createClientWith(
  { baseUrl: said, key, token, fetch, retries, timeoutMs = 30_000 }: ClientOptions,
  clock: Clock,
) {
  const baseUrl = withoutSlash(said);
  const send = createTransport({
    baseUrl,
    credentials: { key, token },
    // Looked up at every call, for whatever replaces the platform's later; called bare, as browsers demand.
    fetch: fetch ?? ((...request) => globalThis.fetch(...request)),
    policy: retryPolicy(retries),
    timeoutMs,
    clock,
  });
  const images = imageCalls(send, baseUrl);
  return {
    ...images,
    waitForJob: jobWaiter(images.getJob, clock),
    auth: authCalls(send),
    sessions: sessionCalls(send),
    passkeys: passkeyCalls(send),
    keys: keyCalls(send),
    signingKeys: signingKeyCalls(send),
    health: healthCalls(send),
  };
}
