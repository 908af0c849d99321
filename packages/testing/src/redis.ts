import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { findFreePort } from "./free-port.ts";
import { guardProcess } from "./guard.ts";
import { poll } from "./poll.ts";
import { createTempDirectory } from "./temp-directory.ts";

/** A redis-server of one test, on a loopback port. */
export interface TestRedis {
  /** `redis://127.0.0.1:port` */
  url: string;
  port: number;
  /** Stops the server (by default with SIGTERM) and deletes its data. It may have stopped before. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Stops the server with SIGKILL, like a crash, and keeps its data for `restart`. */
  kill(): Promise<void>;
  /** Stops the server if it runs, and starts it with the same port and data. Resolves once it responds. */
  restart(): Promise<void>;
}

interface Options {
  /** Whether to write an append-only file, so that data survives `restart`. Default: false. */
  appendOnly?: boolean;
  /** Further settings of redis.conf, by name. */
  settings?: Readonly<Record<string, string | number>>;
  /** The users, as lines of an ACL file. By default only `default`, without a password. */
  users?: string;
}

/**
 * Starts an empty redis-server without eviction, and resolves once it responds. It is stopped when this
 * process exits, at the latest.
 * @throws Error if redis-server is not installed, or does not respond within 30 s
 */
export async function startRedis({
  appendOnly = false,
  settings: furtherSettings = {},
  users,
}: Options = {}): Promise<TestRedis> {
  const port = await findFreePort();
  const directory = await createTempDirectory();
  const aclfile = join(directory.path, "users.acl");
  if (users !== undefined) await writeFile(aclfile, users);
  const settings = {
    ...(users !== undefined && { aclfile }),
    port,
    bind: "127.0.0.1",
    dir: directory.path,
    save: "",
    appendonly: appendOnly ? "yes" : "no",
    "maxmemory-policy": "noeviction",
    ...furtherSettings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  let stopServer: (signal: NodeJS.Signals) => Promise<void> = async () => {};

  async function start(): Promise<void> {
    const server = spawn("redis-server", args, { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    let isReady = false; // kept, because what a replica logs afterwards is longer than the output that is kept
    server.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      isReady ||= output.includes("Ready to accept connections");
      output = output.slice(-2000);
    });
    await once(server, "spawn"); // rejects with ENOENT if redis-server is not installed
    const releaseGuard = guardProcess(server.pid!, directory.path);
    stopServer = async (signal) => {
      await exitWith(server, signal);
      releaseGuard();
    };
    // Not by a connection: the server of another run may have taken the port in the meantime.
    await poll("redis-server to be ready", () => hasExited(server) || isReady).catch(() => {});
    if (isReady && !hasExited(server)) return;
    await stopServer("SIGKILL");
    throw new Error(`redis-server did not start on port ${port}:\n${output}`);
  }

  async function stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    await stopServer(signal);
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
    kill: () => stopServer("SIGKILL"),
    restart: async () => {
      await stopServer("SIGTERM");
      await start();
    },
  };
}

/**
 * Sends one command to a Redis server on 127.0.0.1 and resolves with the reply as it is on the wire. No
 * client library is involved.
 * @throws Error if there is no connection, or no reply within 10 s
 */
export function sendRedisCommand(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: 10_000 }, () =>
      socket.write(`${command}\r\nQUIT\r\n`),
    );
    let reply = "";
    socket.setEncoding("utf8").on("data", (text: string) => (reply += text));
    socket.once("timeout", () => socket.destroy(new Error(`no reply on port ${port}`)));
    socket.once("error", reject);
    socket.once("close", () => resolve(reply.replace(/\+OK\r\n$/, "")));
  });
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function exitWith(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasExited(child)) return;
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
}
