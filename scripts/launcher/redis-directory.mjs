import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Redis } from "ioredis";
import { StartError } from "../../packages/runtime/dist/index.js";
import { findFreePort } from "./ports.mjs";

/**
 * Locks the directory of the embedded Redis: two servers would corrupt its append-only file. The lock file,
 * readable by its owner only, holds the launcher's process ID, the server's port and password, and
 * `settings`. A server that a killed launcher left behind is shut down. Throws StartError while another
 * launcher runs.
 */
export async function claimRedisDirectory(directory, settings) {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(`DATA_DIR could not be created: ${String(error)}. Set another DATA_DIR.`);
  }
  const lock = lockFile(directory);
  for (;;) {
    const server = { port: await findFreePort(), password: randomBytes(32).toString("base64url") };
    if (createLock(lock, { pid: process.pid, ...server, settings }))
      return { ...server, url: embeddedRedisUrl(server), release: () => rmSync(lock, { force: true }) };
    const holder = readLock(directory);
    if (isAlive(holder.pid))
      throw new StartError(
        `Placard is already running with DATA_DIR ${dirname(directory)}. Stop it, or set another DATA_DIR. If process ${holder.pid} is not Placard, delete ${lock}.`,
      );
    await shutDown(directory, embeddedRedisUrl(holder));
    if (readLock(directory).pid === holder.pid) rmSync(lock, { force: true });
  }
}

/**
 * The URL of the embedded Redis that a launcher runs or starts in the directory, and the launcher's settings;
 * undefined without one.
 */
export function findRunningRedis(directory) {
  const holder = readLock(directory);
  return isAlive(holder.pid) ? { url: embeddedRedisUrl(holder), settings: holder.settings } : undefined;
}

async function shutDown(directory, url) {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: null, commandTimeout: 10_000 });
  redis.on("error", () => {});
  let served;
  try {
    await redis.connect();
    [, served] = await redis.config("GET", "dir");
  } catch {} // the server does not run, or the port belongs to another one
  if (served === realpathSync(directory)) {
    const closed = once(redis, "close"); // Redis exits instead of replying
    redis.shutdown().catch(() => {});
    await closed;
  }
  redis.disconnect();
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
function readLock(directory) {
  try {
    return JSON.parse(readFileSync(lockFile(directory), "utf8"));
  } catch {
    return { pid: 0, port: 0, password: "" };
  }
}

/** @param pid of a launcher. If it equals this process's own, it was reused, and that launcher has exited */
function isAlive(pid) {
  if (pid === 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
