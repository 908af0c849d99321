import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * The environment of a process whose clock is to be wrong by an offset. Timers and the dates of files are not
 * affected. Requires Debian's package `faketime`.
 */
export async function fakeClockEnv(offsetSeconds: number): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)("faketime", ["-f", "+0s", "printenv", "LD_PRELOAD"]);
  return {
    LD_PRELOAD: stdout.trim(),
    FAKETIME: `${offsetSeconds < 0 ? "" : "+"}${offsetSeconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    NO_FAKE_STAT: "1",
  };
}
