import { PlacardError } from "./errors.ts";

/** A request as it goes out: what fetch takes, less the signal. */
export interface OutgoingRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

/** A whole response. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

interface Limits {
  signal: AbortSignal | undefined;
  /** For the whole response, body included; 0 is none. */
  timeoutMs: number;
}

/**
 * Sends a request once and reads the whole response, whatever its status.
 * @throws PlacardError `network_error`, `timeout`; the signal's reason
 */
export async function attempt(
  fetch: typeof globalThis.fetch,
  { url, ...init }: OutgoingRequest,
  { signal, timeoutMs }: Limits,
): Promise<RawAnswer> {
  signal?.throwIfAborted();
  // By hand, as AbortSignal.any keeps what it made alive for as long as a long-lived signal lives on Node 20.
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  let late = false;
  const timer =
    timeoutMs > 0 &&
    setTimeout(() => {
      late = true;
      controller.abort();
    }, timeoutMs);
  try {
    const response = await fetch(url, { ...init, signal: controller.signal });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    if (late) {
      throw new PlacardError({
        code: "timeout",
        message: `Placard did not answer in ${timeoutMs} ms.`,
        cause,
      });
    }
    throw new PlacardError({ code: "network_error", message: "Placard can't be reached.", cause });
  } finally {
    if (timer !== false) clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
