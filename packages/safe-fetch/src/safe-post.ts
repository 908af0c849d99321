import type { IncomingHttpHeaders } from "node:http";
import { SafeFetchError } from "./errors.ts";
import { readBody, requestOnce, withTimeLimit, type TimeLimit } from "./request.ts";
import {
  checkNotLocal,
  checkUrl,
  createRules,
  findAddresses,
  parseUrl,
  type SafeFetchOptions,
} from "./safe-fetch.ts";

/** The rules for every request of a SafePost. */
export interface SafePostOptions extends Pick<
  SafeFetchOptions,
  "allowedPorts" | "allowPrivateAddresses" | "resolveHost"
> {
  /** Whether http URLs are rejected with `invalid_url`. */
  requiresHttps: boolean;
}

export interface SafePostRequest extends TimeLimit {
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * Sends a POST request to a URL that is not trusted. Resolves with the head of the response, whatever its
 * status is: redirects are not followed, and the body is discarded. Rejects with SafeFetchError, or with the
 * reason of its signal.
 */
export type SafePost = (
  url: string,
  request: SafePostRequest,
) => Promise<{ status: number; headers: IncomingHttpHeaders }>;

/** The bytes of a response that are read, so that its server does not see an aborted connection. */
const maxBytes = 65_536;

/** Creates a function that posts to URLs named by clients, with the address checks of `createSafeFetch`. */
export function createSafePost({ requiresHttps, ...options }: SafePostOptions): SafePost {
  const rules = createRules({ ...options, maxBytes });
  return (href, { headers, body, ...limit }) =>
    withTimeLimit(limit, async (signal) => {
      const url = parseUrl(href);
      checkUrl(url, rules);
      if (requiresHttps && url.protocol !== "https:")
        throw new SafeFetchError("invalid_url", "URL scheme is not https");
      checkNotLocal(url, rules);
      const addresses = await findAddresses(url, rules, signal);
      const response = await requestOnce({ url, addresses }, { signal, headers, body });
      try {
        await readBody(response, { maxBytes, isTruncating: true, onChunk: undefined });
      } catch (error) {
        // The server has answered, however its response ends.
        if (!(error instanceof SafeFetchError)) throw error;
      } finally {
        response.destroy();
      }
      return { status: response.statusCode ?? 0, headers: response.headers };
    });
}
