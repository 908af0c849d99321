import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openRedis, StartError } from "../../packages/runtime/dist/index.js";
import { findFreePort, isListening } from "./ports.mjs";

/** The client name of the connection by which a launcher marks the embedded Redis as in use. */
export const launcherConnection = "placard-launcher";

// How long a launcher may take to open that connection, while it starts or restarts its Redis.
const startTimeoutMs = 10_000;

/**
 * Locks the directory of the embedded Redis: two servers would corrupt its append-only file. The lock file,
 * readable by its owner only, holds the server's port and password and the launcher's process ID. A server
 * that a killed launcher left behind is shut down. Throws StartError while another launcher runs.
 */
export async function claimRedisDirectory(directory) {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(`DATA_DIR could not be created: ${String(error)}. Set another DATA_DIR.`);
  }
  const lock = lockFile(directory);
  let tookOver = false;
  for (;;) {
    const port = await findFreePort();
    const password = randomBytes(32).toString("base64url");
    if (createLock(lock, { port, pid: process.pid, password }))
      return {
        port,
        password,
        url: embeddedRedisUrl({ port, password }),
        tookOver,
        release: () => rmSync(lock, { force: true }),
      };
    const { state, url } = await awaitStarted(directory);
    if (state === "served")
      throw new StartError(
        `Placard is already running with DATA_DIR ${dirname(directory)}. Stop it, or set another DATA_DIR.`,
      );
    if (state !== "free") {
      await shutDown(url);
      tookOver = true;
    }
    rmSync(lock, { force: true });
  }
}

/** The URL of the embedded Redis that a launcher runs in the directory, or undefined if none runs. */
export async function findRunningRedis(directory) {
  const { state, url } = await awaitStarted(directory);
  return state === "served" ? url : undefined;
}

/** Inspects a directory, and waits for a launcher that is starting. */
async function awaitStarted(directory) {
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    const inspection = await inspect(directory);
    if (inspection.state !== "starting" || performance.now() >= deadline) return inspection;
    await sleep(100);
  }
}

async function inspect(directory) {
  const { port, pid, password } = readLock(lockFile(directory));
  const url = embeddedRedisUrl({ port, password });
  const withoutServer = isAlive(pid) ? "starting" : "free";
  if (port === 0 || !(await isListening(port))) return { state: withoutServer, url };
  const redis = await openRedis(url, 1_000).catch(() => undefined);
  if (!redis) return { state: withoutServer, url };
  try {
    const [, served] = await redis.config("GET", "dir");
    if (served !== realpathSync(directory)) return { state: withoutServer, url };
    const clients = String(await redis.client("LIST"));
    if (clients.includes(` name=${launcherConnection} `)) return { state: "served", url };
    return { state: isAlive(pid) ? "starting" : "orphaned", url };
  } finally {
    redis.disconnect();
  }
}

async function shutDown(url) {
  const redis = await openRedis(url, 1_000).catch(() => undefined);
  // Redis closes the connection instead of replying.
  await redis?.shutdown().catch(() => {});
  redis?.disconnect();
  while (await isListening(Number(new URL(url).port))) await sleep(20);
}

/** The URL of the embedded Redis with this lock file. */
export function embeddedRedisUrl({ port, password }) {
  return `redis://:${password}@127.0.0.1:${port}`;
}

function lockFile(directory) {
  return join(directory, "server.json");
}

/** @returns false if the lock file exists already */
function createLock(lock, content) {
  try {
    writeFileSync(lock, JSON.stringify(content), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** @returns zeros if the lock file does not exist */
function readLock(lock) {
  try {
    return JSON.parse(readFileSync(lock, "utf8"));
  } catch {
    return { port: 0, pid: 0, password: "" };
  }
}

/** @param pid of a launcher. If it equals this process's own, it was reused, and that launcher has exited */
export function isAlive(pid) {
  if (pid === 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
