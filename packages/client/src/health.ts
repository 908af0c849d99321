import type { CallOptions, Send } from "./transport.ts";

/** The health checks of a gateway. Never retried: “not ready” is a valid result. */
export function healthCalls(send: Send) {
  return {
    /** Resolves if the process is running. */
    getLiveness: (options?: CallOptions) => send("get", "/health/live", { isRetryable: false }, options),

    /**
     * Resolves if everything that the gateway needs is available.
     * @throws PlacardError `unavailable`, whose message names the unavailable services
     */
    getReadiness: (options?: CallOptions) => send("get", "/health/ready", { isRetryable: false }, options),
  };
}
