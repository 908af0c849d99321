import type { Result } from "./meta.ts";
import type { CallOptions, Send } from "./transport.ts";

/** The health checks of a gateway. Never retried: “not ready” is a valid result. */
export function healthCalls(send: Send) {
  const get = (path: string) => ({ method: "GET", path, isRetryable: false }) as const;
  return {
    /** Resolves if the process is running. */
    async getLiveness(options?: CallOptions): Promise<Result<{ status: "live" }>> {
      return await send(get("/health/live"), options);
    },

    /**
     * Resolves if everything that the gateway needs is available.
     * @throws PlacardError `unavailable`, whose message names the unavailable services
     */
    async getReadiness(options?: CallOptions): Promise<Result<{ status: "ready" }>> {
      return await send(get("/health/ready"), options);
    },
  };
}
