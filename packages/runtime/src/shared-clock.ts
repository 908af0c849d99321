import type { RedisClient } from "./redis.ts";

/** The time that all processes of a Placard go by. */
export type SharedClock = ReturnType<typeof createSharedClock>;

const sampleEveryMs = 30_000;
const tripsPerSample = 5;

// In a script with a key, so that in a cluster it is the clock of the one node that has our slot.
const timeScript = `return redis.call("TIME")`;

/**
 * Redis's clock, kept to within half a round trip, so that hosts whose clocks differ agree when an image expires and a
 * job comes too late. Until Redis is first reached it is this host's; afterwards it runs on by the monotonic clock, so
 * that setting this host's changes nothing.
 * @param redis fails at once where Redis is out
 * @param key any key in Placard's slot; it is neither read nor written
 */
export function createSharedClock(redis: RedisClient, key: string) {
  /** Epoch ms at which performance.now() was 0. */
  let origin = Date.now() - performance.now();

  /** Reads Redis's clock a few times and believes the quickest answer. Where Redis is out, nothing changes. */
  async function sample(): Promise<void> {
    let quickest = Infinity;
    let found = origin;
    try {
      for (let trip = 0; trip < tripsPerSample; trip++) {
        const askedAt = performance.now();
        const [seconds, microseconds] = (await redis.eval(timeScript, 1, key)) as [string, string];
        const tripMs = performance.now() - askedAt;
        if (tripMs >= quickest) continue;
        quickest = tripMs;
        found = Number(seconds) * 1000 + Number(microseconds) / 1000 - (askedAt + tripMs / 2);
      }
      origin = found;
    } catch {
      // the connection logs its outages; the clock runs on
    }
  }

  const again = () => void sample();
  const timer = setInterval(again, sampleEveryMs).unref();
  redis.on("ready", again); // it may be another server now

  return {
    /** Epoch ms, whole. */
    now: () => Math.floor(origin + performance.now()),
    /** Resolves once Redis's clock was read, or could not be. Never rejects. */
    sample,
    stop(): void {
      clearInterval(timer);
      redis.off("ready", again);
    },
  };
}
