import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LaunchError } from "./launch-error.mjs";
import { findFreePort, isListening } from "./ports.mjs";
import { openRedis } from "./redis-connection.mjs";

/** The name of the connection by which a launcher shows that the embedded Redis is in use. */
export const launcherConnection = "placard-launcher";

// How long a launcher may be without that connection: it starts, or its Redis is being started again.
const startingForMs = 10_000;

/**
 * Reserves the embedded Redis' directory: two servers on one append-only file would ruin it. A note there names the
 * server's port and the launcher; a server left by a killed launcher is shut down. Throws LaunchError while another
 * launcher runs.
 * @param {string} directory
 */
export async function claimRedisDirectory(directory) {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new LaunchError(`DATA_DIR can't be made: ${String(error)}.`);
  }
  const note = noteIn(directory);
  const deadline = performance.now() + startingForMs;
  let tookOver = false;
  for (;;) {
    const port = await findFreePort();
    if (leaveNote(note, port)) return { port, tookOver, release: () => rmSync(note, { force: true }) };
    const { state, url } = await inspect(directory);
    if (state === "served")
      throw new LaunchError(
        `Placard already runs on ${dirname(directory)}. Stop that one, or choose another DATA_DIR.`,
      );
    if (state === "starting" && performance.now() < deadline) {
      await sleep(100);
      continue;
    }
    if (state !== "free") {
      await shutDown(url);
      tookOver = true;
    }
    rmSync(note, { force: true });
  }
}

/**
 * The URL of the embedded Redis that a launcher runs there now; undefined where none does.
 * @param {string} directory
 */
export async function servedRedis(directory) {
  const deadline = performance.now() + startingForMs;
  for (;;) {
    const { state, url } = await inspect(directory);
    if (state === "served") return url;
    if (state !== "starting" || performance.now() >= deadline) return undefined;
    await sleep(100);
  }
}

/**
 * @param {string} directory
 * @returns {Promise<{ state: "free" | "starting" | "served" | "orphaned", url: string }>}
 */
async function inspect(directory) {
  const { port, pid } = readNote(noteIn(directory));
  const url = `redis://127.0.0.1:${port}`;
  const absent = isAlive(pid) ? "starting" : "free";
  if (port === 0 || !(await isListening(port))) return { state: absent, url };
  const redis = await openRedis(url, 1_000).catch(() => undefined);
  if (!redis) return { state: absent, url };
  try {
    const [, served] = await redis.config("GET", "dir");
    if (served !== realpathSync(directory)) return { state: absent, url };
    const clients = String(await redis.client("LIST"));
    if (clients.includes(` name=${launcherConnection} `)) return { state: "served", url };
    return { state: isAlive(pid) ? "starting" : "orphaned", url };
  } finally {
    redis.disconnect();
  }
}

/** @param {string} url */
async function shutDown(url) {
  const redis = await openRedis(url, 1_000).catch(() => undefined);
  // It answers by closing the connection.
  await redis?.shutdown().catch(() => {});
  redis?.disconnect();
  while (await isListening(Number(new URL(url).port))) await sleep(20);
}

/** @param {string} directory */
function noteIn(directory) {
  return join(directory, "server.json");
}

/**
 * @param {string} note
 * @param {number} port
 * @returns {boolean} false where there is a note already
 */
function leaveNote(note, port) {
  try {
    writeFileSync(note, JSON.stringify({ port, pid: process.pid }), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * @param {string} note
 * @returns {{ port: number, pid: number }} zeros where there is none
 */
function readNote(note) {
  try {
    return JSON.parse(readFileSync(note, "utf8"));
  } catch {
    return { port: 0, pid: 0 };
  }
}

/** @param {number} pid of a launcher; a number that is this process's own now was another's then */
function isAlive(pid) {
  if (pid === 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
