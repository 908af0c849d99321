import { ok, warning, type Finding } from "./finding.ts";

const maxOffsetMs = 5_000;

/**
 * Whether the clocks agree. Offsets are in ms, positive if a clock is ahead of Redis's clock, which counts.
 */
export function checkClocks(offsets: { hostMs: number; storageMs: number | undefined }): Finding {
  const { hostMs, storageMs } = offsets;
  const differing = [
    ...(Math.abs(hostMs) > maxOffsetMs ? [describe("this host", hostMs)] : []),
    ...(storageMs !== undefined && Math.abs(storageMs) > maxOffsetMs ? [describe("storage", storageMs)] : []),
  ];
  if (differing.length > 0)
    return warning(
      `${differing.join(" ")} Synchronize all clocks (NTP): S3 rejects requests that differ by 15 minutes, and expiry times follow the clock of Redis.`,
    );
  const others = storageMs === undefined ? "this host" : "this host and storage";
  return ok(`The clocks of ${others} are within ${maxOffsetMs / 1000} s of the clock of Redis.`);
}

function describe(clock: string, offsetMs: number): string {
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  return `The clock of ${clock} is ${seconds} s ${offsetMs > 0 ? "ahead of" : "behind"} the clock of Redis.`;
}
