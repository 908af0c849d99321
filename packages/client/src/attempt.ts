import { PlacardError, type FailedRequest } from "./errors.ts";

/** A request in the form that fetch takes, without the signal. */
export interface OutgoingRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string | Blob;
}

/** A complete response. */
export interface RawResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The request that got it. */
  request: FailedRequest;
}

interface Limits {
  signal: AbortSignal | undefined;
  /** For the complete response, including its body; 0 means no limit. */
  timeoutMs: number;
}

/**
 * Sends a request once and reads the complete response, whatever its status.
 * @throws PlacardError `network_error`, `timeout`; the signal's reason if the signal is aborted
 */
export async function attempt(
  fetch: typeof globalThis.fetch,
  { url, ...init }: OutgoingRequest,
  { signal, timeoutMs }: Limits,
): Promise<RawResponse> {
  signal?.throwIfAborted();
  const request = { method: init.method, url: url.replace(/\?.*$/s, "") };
  // Not AbortSignal.any: on Node 20, a long-lived signal keeps every signal derived from it in memory.
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  let hasTimedOut = false;
  const timer =
    timeoutMs > 0 &&
    setTimeout(() => {
      hasTimedOut = true;
      controller.abort();
    }, timeoutMs);
  try {
    const response = await fetch(url, { ...init, signal: controller.signal });
    return { status: response.status, headers: response.headers, text: await response.text(), request };
  } catch (cause) {
    signal?.throwIfAborted();
    if (hasTimedOut) {
      const message = `Placard did not respond within ${timeoutMs} ms. Retry the request, or increase timeoutMs.`;
      throw new PlacardError({ code: "timeout", message, request, cause });
    }
    const message = "Placard could not be reached. Check the URL of the service and the network connection.";
    throw new PlacardError({ code: "network_error", message, request, cause });
  } finally {
    if (timer !== false) clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
