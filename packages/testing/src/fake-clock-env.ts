import { execFile } from "node:child_process";
import { promisify } from "node:util";

/**
 * The environment for a process whose host's clock is wrong: the time of day is off by so many seconds, while timers and
 * the dates of files are as everywhere. It takes Debian's package `faketime`.
 */
export async function fakeClockEnv(offSeconds: number): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)("faketime", ["-f", "+0s", "printenv", "LD_PRELOAD"]);
  return {
    LD_PRELOAD: stdout.trim(),
    FAKETIME: `${offSeconds < 0 ? "" : "+"}${offSeconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    NO_FAKE_STAT: "1",
  };
}
