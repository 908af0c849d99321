import { spawn } from "node:child_process";
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
 * Runs an operator command as a process, with the settings that `npm start` provides. Without REDIS_URL, this
 * is the Redis of a running `npm start`, or the embedded one, started only for the command.
 * @returns the exit status
 */
export async function runOperator(args, env) {
  const { signal, stop } = createStop();
  let redis;
  try {
    const { DATA_DIR, REDIS_URL, JWT_SECRET = findDevJwtSecret(DATA_DIR) } = readSettings(env);
    const running = REDIS_URL === undefined ? findRunningRedis(join(DATA_DIR, "redis")) : undefined;
    let url = REDIS_URL ?? running?.url;
    if (url === undefined) {
      redis = await claimEmbeddedRedis(DATA_DIR);
      url = redis.url;
      await redis.start({ mayRestart: () => false, onFailure: stop }, signal);
    }
    const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
    const provided = { DATA_DIR, REDIS_URL: url, ...(JWT_SECRET !== undefined && { JWT_SECRET }) };
    const settings = { ...running?.settings, ...given, ...provided };
    const child = spawn(process.execPath, [main, ...args], { env: settings, stdio: "inherit", signal });
    const [status] = await once(child, "exit");
    return status ?? 1;
  } catch (error) {
    const reason = signal.aborted ? signal.reason : error;
    if (!(reason instanceof StartError)) throw reason;
    console.error(reason.message);
    return 1;
  } finally {
    await redis?.stop();
  }
}

/** Signals stop the command only, so that this process can stop the embedded Redis afterwards. */
function createStop() {
  const controller = new AbortController();
  const stop = (message) => controller.abort(new StartError(message));
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => stop(`Stopped by ${name}.`));
  return { signal: controller.signal, stop };
}
