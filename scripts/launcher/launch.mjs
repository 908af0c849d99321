import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { openRedis, StartError } from "../../packages/runtime/dist/index.js";
import { claimEmbeddedRedis } from "./embedded-redis.mjs";
import { keepRunning } from "./keep-running.mjs";
import { awaitReady, checkListeners, greeting, rendererPorts } from "./listener.mjs";
import { apiKeyFor, devJwtSecret } from "./secrets.mjs";
import { operatorSettings, readSettings } from "./settings.mjs";
import { onStopSignals } from "./stop-signals.mjs";

// Added to the time in which a gateway or renderer stops by itself, so that it is not killed first.
const stopMarginMs = 2_000;

/**
 * Starts everything, restarts processes that exit, and stops everything in order on a signal.
 * @returns the exit status: 0 after a graceful stop, 1 if the start failed or the stop was forced
 */
export async function launch(env) {
  const shutdown = new AbortController();
  /** @type {any} the gateway, the renderers and the embedded Redis, once they are started */
  const processes = { renderers: [] };
  const signals = onStopSignals(
    () => shutdown.abort(),
    () => listProcesses(processes).forEach((each) => each.kill()),
  );
  try {
    await start(env, processes, shutdown);
    await aborted(shutdown.signal);
  } catch (error) {
    // Errors that the shutdown itself causes are expected; its reason is reported below.
    if (!shutdown.signal.aborted) shutdown.abort(error);
  }
  const { reason } = shutdown.signal;
  const wasRequested = reason.name === "AbortError";
  if (wasRequested) console.log("Stopping.");
  await stopInOrder(processes);
  signals.dispose();
  if (reason instanceof StartError) console.error(reason.message);
  else if (!wasRequested) throw reason;
  return wasRequested && !signals.wasForced() ? 0 : 1;
}

/** @param processes receives each process as it is started */
async function start(env, processes, shutdown) {
  const settings = readSettings(env);
  const { signal } = shutdown;
  let isReady = false;
  const supervisor = {
    mayRestart: () => isReady,
    onFailure: (message) => shutdown.abort(new StartError(message)),
  };
  const embedded = settings.REDIS_URL
    ? undefined
    : await claimEmbeddedRedis(settings.DATA_DIR, operatorSettings(settings));
  if (embedded) processes.redis = embedded;
  const { stopTimeoutsMs } = settings;
  await checkListeners(settings);
  await embedded?.start(supervisor, signal);
  const redisUrl = settings.REDIS_URL ?? embedded?.url ?? "";
  const childEnv = {
    ...env,
    DATA_DIR: settings.DATA_DIR,
    REDIS_URL: redisUrl,
    JWT_SECRET: settings.JWT_SECRET ?? devJwtSecret(settings.DATA_DIR),
    NODE_ENV: env["NODE_ENV"] || "production",
  };
  const redis = await openRedis(redisUrl, 5_000, signal);
  const key = await apiKeyFor(redis, settings.DATA_DIR).finally(() => redis.disconnect());
  signal.throwIfAborted();
  for (const [i, port] of rendererPorts(settings).entries()) {
    // The allocator: see docs/operations.md, "Sizing".
    const rendererEnv = { LD_PRELOAD: "libjemalloc.so.2", ...childEnv, ADMIN_PORT: String(port) };
    const stopTimeoutMs = stopTimeoutsMs.renderer + stopMarginMs;
    processes.renderers.push(
      startService("renderer", `renderer ${i + 1}`, rendererEnv, { ...supervisor, stopTimeoutMs }),
    );
  }
  const stopTimeoutMs = stopTimeoutsMs.gateway + stopMarginMs;
  // The heap: see docs/operations.md, "Sizing".
  const gatewayEnv = { NODE_OPTIONS: "--max-semi-space-size=32 --max-old-space-size=384", ...childEnv };
  processes.gateway = startService("gateway", "gateway", gatewayEnv, { ...supervisor, stopTimeoutMs });
  await awaitReady(settings, signal);
  signal.throwIfAborted();
  isReady = true;
  console.log(greeting(settings, key));
}

/**
 * Runs a gateway or a renderer, and restarts it when it exits. It writes to this process's standard output
 * and error.
 * @param name for messages
 */
function startService(service, name, env, supervisor) {
  const main = fileURLToPath(new URL(`../../services/${service}/bundle/main.js`, import.meta.url));
  return keepRunning(
    name,
    // Detached, in a separate session: Ctrl-C in the terminal reaches the launcher only, which stops its
    // processes in order. The IPC channel closes when the launcher is killed; the service then stops by
    // itself.
    () => fork(main, { env, execArgv: [], detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] }),
    supervisor,
  );
}

async function stopInOrder({ gateway, renderers, redis }) {
  await gateway?.stop();
  await Promise.all(renderers.map((renderer) => renderer.stop()));
  await redis?.stop();
}

function listProcesses({ gateway, renderers, redis }) {
  return [gateway, ...renderers, redis].filter((each) => each !== undefined);
}

function aborted(signal) {
  return new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}
