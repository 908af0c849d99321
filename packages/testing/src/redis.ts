import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { sendRedisCommand } from "./send-redis-command.ts";
import { findFreePort } from "./free-port.ts";
import { guardProcess } from "./guard.ts";
import { poll } from "./poll.ts";
import { createTempDirectory } from "./temp-directory.ts";

/** A redis-server of a test's own, on a loopback port. */
export interface TestRedis {
  /** `redis://127.0.0.1:port` */
  url: string;
  port: number;
  /** Ends the server (SIGTERM unless told) and removes its data; stopped already is no error. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Ends the server as a crash would (SIGKILL) and keeps its data for `restart`. */
  kill(): Promise<void>;
  /** Ends the server if it runs, and starts it on the same port and data; resolves once it answers. */
  restart(): Promise<void>;
}

interface Options {
  /** Keep an append-only file, so that `restart` finds the data again (off: it finds none). */
  appendOnly?: boolean;
  /** Further lines of redis.conf, by their names. */
  settings?: Readonly<Record<string, string | number>>;
}

/**
 * Starts an empty redis-server that evicts nothing, and resolves once it answers. It ends with this process at the latest.
 * @throws Error when there is no redis-server or it does not answer within 30 s
 */
export async function startRedis({
  appendOnly = false,
  settings: own = {},
}: Options = {}): Promise<TestRedis> {
  const port = await findFreePort();
  const directory = await createTempDirectory();
  const settings = {
    port,
    bind: "127.0.0.1",
    dir: directory.path,
    save: "",
    appendonly: appendOnly ? "yes" : "no",
    "maxmemory-policy": "noeviction",
    ...own,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  let end: (signal: NodeJS.Signals) => Promise<void> = async () => {};

  async function start(): Promise<void> {
    const server = spawn("redis-server", args, { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    server.stdout.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-2000)));
    await once(server, "spawn"); // rejects with ENOENT when there is no redis-server
    const releaseGuard = guardProcess(server.pid!, directory.path);
    end = async (signal) => {
      await ended(server, signal);
      releaseGuard();
    };
    const answered = await poll("redis-server to answer", () => hasEnded(server) || answersPing(port)).catch(
      () => false,
    );
    if (answered && !hasEnded(server)) return;
    await end("SIGKILL");
    throw new Error(`redis-server did not start on port ${port}:\n${output}`);
  }

  async function stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    await end(signal);
    await directory.remove();
  }

  await start().catch(async (error: unknown) => {
    await directory.remove();
    throw error;
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    stop,
    kill: () => end("SIGKILL"),
    restart: async () => {
      await end("SIGTERM");
      await start();
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}

/** Whether a Redis that has loaded its data listens on the port; it may want to know first who asks. */
async function answersPing(port: number): Promise<boolean> {
  return /^(\+PONG|-NOAUTH)/.test(await sendRedisCommand(port, "PING"));
}
