import PQueue from "p-queue";
import { withoutRootDot } from "./allowed-hosts.ts";

/**
 * Runs a function while fewer than the limit run for the same host; others wait in turn. Rejects with the
 * signal's reason if it aborts first, and otherwise settles as the function does.
 */
export type HostLimiter = <T>(hostname: string, signal: AbortSignal, run: () => Promise<T>) => Promise<T>;

/** A limiter of `maxRequests` at a time for each host name. It keeps nothing for hosts without requests. */
export function createHostLimiter(maxRequests: number): HostLimiter {
  const queues = new Map<string, PQueue>();
  return async (hostname, signal, run) => {
    const name = withoutRootDot(hostname);
    const queue = queues.get(name) ?? new PQueue({ concurrency: maxRequests });
    queues.set(name, queue);
    try {
      return await queue.add(run, { signal });
    } finally {
      if (queue.pending + queue.size === 0 && queues.get(name) === queue) queues.delete(name);
    }
  };
}
