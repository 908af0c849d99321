import type { Result } from "./meta.ts";
import type { CallOptions, Send } from "./transport.ts";

/** How a gateway is. Not repeated: that it is not ready is an answer too. */
export function healthCalls(send: Send) {
  const get = (path: string) => ({ method: "GET", path, repeatable: false }) as const;
  return {
    /** Whether the process answers. */
    async live(options?: CallOptions): Promise<Result<{ status: "live" }>> {
      return await send(get("/health/live"), options);
    },

    /** Whether all it needs does. @throws PlacardError `unavailable`, whose message names what is out of reach */
    async ready(options?: CallOptions): Promise<Result<{ status: "ready" }>> {
      return await send(get("/health/ready"), options);
    },
  };
}
