import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeApiKey } from "./dev-key.mjs";
import { EmbeddedRedis } from "./embedded-redis.mjs";
import { LaunchError } from "./launch-error.mjs";
import { openRedis } from "./redis-connection.mjs";
import { servedRedis } from "./redis-directory.mjs";
import { readSettings } from "./settings.mjs";

const usage = `Usage: npm run key -- --name NAME [--expires-in-days DAYS]
  NAME  what the key is for, 1 to 128 characters
  DAYS  a whole number, 1 to 36500; without it the key doesn't expire`;

/**
 * Makes an API key and prints it. Redis is the one of REDIS_URL, else that of a running `npm start`, else the embedded
 * one, started for the moment.
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<0 | 1>} the exit status
 */
export async function printNewKey(args, env) {
  try {
    const { name, expiresAt } = readArgs(args);
    const { REDIS_URL, DATA_DIR } = readSettings(env);
    const { url, close } = await reachRedis(
      REDIS_URL ?? (await servedRedis(join(DATA_DIR, "redis"))),
      DATA_DIR,
    );
    try {
      const redis = await openRedis(url, 5_000);
      const { secret } = await makeApiKey(redis, name, expiresAt).finally(() => redis.disconnect());
      console.log(secret);
    } finally {
      await close();
    }
    return 0;
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    console.error(error.message);
    return 1;
  }
}

/** @param {readonly string[]} args */
function readArgs(args) {
  const { name, days } = parse(args);
  if (!name || Array.from(name).length > 128) throw new LaunchError(usage);
  if (days === undefined) return { name };
  if (!/^\d{1,5}$/.test(days) || Number(days) < 1 || Number(days) > 36_500) throw new LaunchError(usage);
  return { name, expiresAt: Date.now() + Number(days) * 86_400_000 };
}

/** @param {readonly string[]} args */
function parse(args) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { name: { type: "string" }, "expires-in-days": { type: "string" } },
    });
    return { name: values.name?.trim(), days: values["expires-in-days"] };
  } catch (error) {
    throw new LaunchError(`${/** @type {Error} */ (error).message}\n${usage}`);
  }
}

/**
 * @param {string | undefined} url of a server that runs
 * @param {string} dataDir
 */
async function reachRedis(url, dataDir) {
  if (url) return { url, close: async () => {} };
  const redis = await EmbeddedRedis.claim(dataDir);
  const end = new AbortController();
  const watch = {
    mayRestart: () => false,
    /** @param {string} message */
    gaveUp: (message) => end.abort(new LaunchError(message)),
  };
  try {
    await redis.start(watch, end.signal);
    return { url: redis.url, close: () => redis.stop() };
  } catch (error) {
    await redis.stop();
    throw end.signal.aborted ? end.signal.reason : error;
  }
}
