import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import {
  createLogger,
  restartStatus,
  StartError,
  withTimeout,
  type Logger,
  type RunningProcess,
} from "@placard/runtime";
import { guardProcess } from "./guard.ts";

export type LogLine = Record<string, unknown>;

export type ServiceName = "gateway" | "renderer";

/** A gateway or renderer under test: a process, or a part of the process of its test. */
export interface Service {
  /** NaN if it runs in this process. */
  pid: number;
  /** Its log lines so far. */
  logs: () => readonly LogLine[];
  /** Its output on standard error so far. */
  stderr: () => string;
  /** Resolves with the exit status, or null if a signal killed it. */
  exited: Promise<number | null>;
  /** Sends a signal (SIGTERM by default) and waits for the exit. Only a process can be killed. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

interface StartOptions {
  /** False discards log lines, whose processing would distort a benchmark. */
  keepLogs?: boolean;
  /** Deleted if this process is killed before it has stopped the service. */
  directory?: string;
}

/** The environment that `npm run gateway` and `npm run renderer` set. */
const memorySettings = {
  gateway: { NODE_OPTIONS: "--max-semi-space-size=32 --max-old-space-size=384" },
  renderer: { LD_PRELOAD: "libjemalloc.so.2" },
};

const fileOf = (name: ServiceName, file: string) =>
  new URL(`../../../services/${name}/${file}`, import.meta.url);

/**
 * Starts a process with the given settings, as `npm run gateway` and `npm run renderer` do. It is killed when
 * this process exits, at the latest.
 */
export function startService(
  name: ServiceName,
  settings: Readonly<Record<string, string>>,
  { keepLogs = true, directory }: StartOptions = {},
): Service {
  const child = spawn(process.execPath, [fileOf(name, "bundle/main.js").pathname], {
    env: { ...getInheritedEnv(), ...memorySettings[name], ...settings },
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

/** What `gateway.ts` and `renderer.ts` export. */
interface Main {
  startGateway: Start;
  startRenderer: Start;
}
type Start = (
  env: Readonly<Record<string, string>>,
  logger: Logger,
  restart: (reason: string) => void,
) => Promise<RunningProcess>;

/**
 * Starts a service in this process, which takes a tenth of the CPU time of a separate process. Everything
 * is as in a process but the exit: `exited` resolves with the status that a process would exit with. `stop`
 * rejects if the service has not stopped, so that it would disturb other tests.
 */
export function startInProcess(name: ServiceName, settings: Readonly<Record<string, string>>): Service {
  const lines: LogLine[] = [];
  const logger = createLogger(name, { write: (line) => void lines.push(JSON.parse(line) as LogLine) });
  let stderr = "";
  let exit!: (status: number) => void;
  const exited = new Promise<number>((resolve) => (exit = resolve));
  let stopping: Promise<void> | undefined;
  const stop = (status: number) => (stopping ??= stopAndExit(status));
  const stopAndExit = async (status: number) => {
    const running = await starting;
    if (running === undefined) return;
    try {
      await withTimeout(running.stop(status !== 0), running.stopTimeoutMs);
      exit(status);
    } catch (error) {
      exit(1);
      throw error;
    }
  };
  const start = async (): Promise<RunningProcess | undefined> => {
    try {
      const main = (await import(fileOf(name, `dist/${name}.js`).href)) as Main;
      const startMain = name === "gateway" ? main.startGateway : main.startRenderer;
      return await startMain(settings, logger, () => void stop(restartStatus));
    } catch (error) {
      stderr += error instanceof StartError ? error.message : String(error instanceof Error && error.stack);
      exit(1);
      return undefined;
    }
  };
  const starting = start();
  return {
    pid: NaN,
    logs: () => lines,
    stderr: () => stderr,
    exited,
    async stop(signal = "SIGTERM") {
      if (signal === "SIGKILL")
        throw new Error("only a process can be killed: see `inProcess` of startPlacard");
      await stop(0);
      return exited;
    },
  };
}

/** The variables that a process under test inherits from this one: no settings of Placard. */
export function getInheritedEnv(): Record<string, string> {
  const names = ["PATH", "HOME", "NODE_V8_COVERAGE"];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
