import { defineScript } from "./redis-script.ts";
import type { RedisClient } from "./redis.ts";

const sampleIntervalMs = 30_000;
const readingsPerSample = 5;

// In a script with a key, because a cluster then runs it on the node with Placard's slot: all processes read
// one clock.
const timeScript = defineScript(`return redis.call("TIME")`);

/**
 * Creates a clock that follows Redis's clock, to within half a round trip. So hosts agree on when an image
 * expires. Until Redis is first reached, it follows this host's clock. Then it advances with the monotonic
 * clock: changes of this host's time have no effect.
 * @param redis a connection whose commands fail immediately during an outage
 * @param key any key in Placard's slot; it is neither read nor written
 */
export function createSharedClock(redis: RedisClient, key: string) {
  /** Epoch milliseconds at which performance.now() was 0. */
  let origin = Date.now() - performance.now();

  /** Reads Redis's clock several times and uses the fastest reading. During an outage nothing changes. */
  async function sample(): Promise<void> {
    let fastestMs = Infinity;
    let sampled = origin;
    try {
      for (let reading = 0; reading < readingsPerSample; reading++) {
        const sentAt = performance.now();
        const [seconds, microseconds] = (await timeScript(redis, { key })) as [string, string];
        const roundTripMs = performance.now() - sentAt;
        if (roundTripMs >= fastestMs) continue;
        fastestMs = roundTripMs;
        sampled = Number(seconds) * 1000 + Number(microseconds) / 1000 - (sentAt + roundTripMs / 2);
      }
      origin = sampled;
    } catch {
      // the connection logs its outages; the clock continues
    }
  }

  const resample = () => void sample();
  const timer = setInterval(resample, sampleIntervalMs).unref();
  redis.on("ready", resample); // it may be another server now

  return {
    /** Epoch milliseconds, an integer. */
    now: () => Math.floor(origin + performance.now()),
    /** Resolves once Redis's clock has been read, or could not be read. Never rejects. */
    sample,
    stop(): void {
      clearInterval(timer);
      redis.off("ready", resample);
    },
  };
}
