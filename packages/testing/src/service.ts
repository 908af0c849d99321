import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { guardProcess } from "./guard.ts";

/** A log line, parsed. */
export type LogLine = Record<string, unknown>;

/** A gateway or renderer process under test. */
export interface Service {
  pid: number;
  /** Its log lines so far. */
  logs: () => readonly LogLine[];
  /** Its output on standard error so far. */
  stderr: () => string;
  /** Resolves with the exit status, or null if a signal killed it. */
  exited: Promise<number | null>;
  /** Sends a signal (SIGTERM by default) and waits until the process has exited. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

interface StartOptions {
  /** False discards log lines, whose processing would distort a benchmark. */
  keepLogs?: boolean;
  /** Deleted if this process is killed before it has stopped the service. */
  directory?: string;
}

/** The environment that `npm run renderer` sets. */
const allocatorSettings = {
  gateway: {},
  renderer: { LD_PRELOAD: "libjemalloc.so.2" },
};

/**
 * Starts a process with the given settings, as `npm run gateway` and `npm run renderer` do. It is killed when this process
 * exits, at the latest.
 */
export function startService(
  name: "gateway" | "renderer",
  settings: Readonly<Record<string, string>>,
  { keepLogs = true, directory }: StartOptions = {},
): Service {
  const main = fileURLToPath(new URL(`../../../services/${name}/dist/main.js`, import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { ...getInheritedEnv(), ...allocatorSettings[name], ...settings },
    stdio: ["ignore", keepLogs ? "pipe" : "ignore", "pipe"],
  });
  const lines: LogLine[] = [];
  let stderr = "";
  if (child.stdout) {
    createInterface(child.stdout).on("line", (line) => lines.push(JSON.parse(line) as LogLine));
  }
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const releaseGuard = guardProcess(child.pid ?? 0, directory);
  // Not "exit": the last log lines may arrive after it.
  const exited = once(child, "close").then(([status]: (number | null)[]) => {
    releaseGuard();
    return status ?? null;
  });
  return {
    pid: child.pid ?? 0,
    logs: () => lines,
    stderr: () => stderr,
    exited,
    stop(signal = "SIGTERM") {
      child.kill(signal);
      return exited;
    },
  };
}

/** The variables that a process under test inherits from this one: no settings of Placard. */
export function getInheritedEnv(): Record<string, string> {
  const names = ["PATH", "HOME", "NODE_V8_COVERAGE"];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
