import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartError } from "../../packages/runtime/dist/index.js";
import { claimEmbeddedRedis } from "./embedded-redis.mjs";
import { findRunningRedis } from "./redis-directory.mjs";
import { findDevJwtSecret } from "./secrets.mjs";
import { readSettings } from "./settings.mjs";

const main = fileURLToPath(new URL("../../services/operator/bundle/main.js", import.meta.url));

/**
 * Runs an operator command as a process. Once its arguments are valid, the process asks for the settings that
 * `npm start` provides. Without REDIS_URL, this is the Redis of a running `npm start`, or the embedded one,
 * started only for the command.
 * @returns the exit status
 */
export async function runOperator(args, env) {
  const child = fork(main, args, { env, execArgv: [], stdio: ["inherit", "inherit", "inherit", "ipc"] });
  const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
  // Signals stop the command only, so that this process can stop the embedded Redis afterwards.
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  let provided = Promise.resolve({ settings: {}, close: async () => {} });
  child.once("message", () => {
    provided = provideSettings(env);
    // A signal may have ended the command.
    provided.then(
      ({ settings }) => child.connected && child.send(settings),
      () => child.connected && child.disconnect(),
    );
  });
  const [status] = await once(child, "exit");
  try {
    const { close } = await provided;
    await close();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
  }
  return status ?? 1;
}

async function provideSettings(env) {
  const { DATA_DIR, REDIS_URL, JWT_SECRET = findDevJwtSecret(DATA_DIR) } = readSettings(env);
  const running = REDIS_URL === undefined ? findRunningRedis(join(DATA_DIR, "redis")) : undefined;
  const url = REDIS_URL ?? running?.url;
  const redis = url === undefined ? await startEmbeddedRedis(DATA_DIR) : { url, close: async () => {} };
  const settings = Object.entries(running?.settings ?? {}).filter(([name]) => !env[name]);
  return {
    settings: {
      ...Object.fromEntries(settings),
      DATA_DIR,
      REDIS_URL: redis.url,
      ...(JWT_SECRET !== undefined && { JWT_SECRET }),
    },
    close: redis.close,
  };
}

async function startEmbeddedRedis(dataDir) {
  const redis = await claimEmbeddedRedis(dataDir);
  const failure = new AbortController();
  const supervisor = {
    mayRestart: () => false,
    onFailure: (message) => failure.abort(new StartError(message)),
  };
  try {
    await redis.start(supervisor, failure.signal);
    return { url: redis.url, close: () => redis.stop() };
  } catch (error) {
    await redis.stop();
    throw failure.signal.aborted ? failure.signal.reason : error;
  }
}
