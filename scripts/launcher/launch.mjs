import { apiKeyFor } from "./dev-key.mjs";
import { EmbeddedRedis } from "./embedded-redis.mjs";
import { LaunchError } from "./launch-error.mjs";
import { awaitReady, checkListeners, greeting, rendererPorts } from "./listener.mjs";
import { openRedis } from "./redis-connection.mjs";
import { ownJwtSecret } from "./secrets.mjs";
import { startService } from "./services.mjs";
import { readSettings } from "./settings.mjs";
import { onStopSignals } from "./stop-signals.mjs";

/**
 * Starts everything, restarts what dies, and stops everything in order on a signal.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<0 | 1>} the exit status: 0 when it was asked to stop, 1 when it couldn't start or was hurried
 */
export async function launch(env) {
  const end = new AbortController();
  /** @type {Parts} */
  const parts = { renderers: [] };
  const signals = onStopSignals(
    () => end.abort(),
    () => everyPart(parts).forEach((part) => part.kill()),
  );
  try {
    await start(env, parts, end);
    await once(end.signal);
  } catch (error) {
    // What fails because of the stop is no news; why it stops is.
    if (!end.signal.aborted) end.abort(error);
  }
  if (end.signal.reason.name === "AbortError") console.log("Stopping.");
  await stopInOrder(parts);
  signals.dispose();
  const { reason } = end.signal;
  if (signals.hurried() || reason instanceof LaunchError) {
    if (reason instanceof LaunchError) console.error(reason.message);
    return 1;
  }
  if (reason.name !== "AbortError") throw reason;
  return 0;
}

/**
 * @typedef {import("./keep-running.mjs").Kept} Kept
 * @typedef {{ gateway?: Kept, renderers: Kept[], redis?: Kept }} Parts
 */

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {Parts} parts
 * @param {AbortController} end
 */
async function start(env, parts, end) {
  const settings = readSettings(env);
  let ready = false;
  const watch = {
    mayRestart: () => ready,
    /** @param {string} message */
    gaveUp: (message) => end.abort(new LaunchError(message)),
  };
  const embedded = settings.REDIS_URL ? undefined : await EmbeddedRedis.claim(settings.DATA_DIR);
  if (embedded) parts.redis = embedded;
  await checkListeners(settings, embedded?.tookOver ? 12_000 : 0, end.signal);
  await embedded?.start(watch, end.signal);
  const redisUrl = settings.REDIS_URL ?? embedded?.url ?? "";
  const childEnv = {
    ...env,
    DATA_DIR: settings.DATA_DIR,
    REDIS_URL: redisUrl,
    JWT_SECRET: settings.JWT_SECRET ?? ownJwtSecret(settings.DATA_DIR),
    NODE_ENV: env["NODE_ENV"] || "production",
  };
  end.signal.throwIfAborted();
  for (const [i, port] of rendererPorts(settings).entries()) {
    // glibc: pictures of more than 4 MiB go back to the system when freed, instead of leaving holes in the heap.
    const ownEnv = { MALLOC_MMAP_THRESHOLD_: "4194304", ...childEnv, ADMIN_PORT: String(port) };
    parts.renderers.push(startService("renderer", `renderer ${i + 1}`, ownEnv, watch));
  }
  parts.gateway = startService("gateway", "gateway", childEnv, watch);
  await awaitReady(settings, end.signal);
  const redis = await openRedis(redisUrl, 5_000);
  const key = await apiKeyFor(redis, settings.DATA_DIR).finally(() => redis.disconnect());
  end.signal.throwIfAborted();
  ready = true;
  console.log(greeting(settings, key));
}

/** @param {Parts} parts */
async function stopInOrder({ gateway, renderers, redis }) {
  await gateway?.stop();
  await Promise.all(renderers.map((renderer) => renderer.stop()));
  await redis?.stop();
}

/** @param {Parts} parts */
function everyPart({ gateway, renderers, redis }) {
  return [gateway, ...renderers, redis].filter((part) => part !== undefined);
}

/** @param {AbortSignal} signal */
function once(signal) {
  return new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}
