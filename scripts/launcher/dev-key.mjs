import { join } from "node:path";
import { createApiKeys, operatorAccountId } from "../../packages/accounts/dist/index.js";
import { readSecret, writeSecret } from "./secrets.mjs";

/** @typedef {Awaited<ReturnType<typeof import("./redis-connection.mjs").openRedis>>} Redis */

/**
 * An API key that works now: the one in DATA_DIR/dev-api-key, or a new one that is put there.
 * @param {Redis} redis
 * @param {string} dataDir
 */
export async function apiKeyFor(redis, dataDir) {
  const file = join(dataDir, "dev-api-key");
  const kept = readSecret(file);
  if (kept && (await createApiKeys({ redis, now: Date.now }).find(kept))) return kept;
  const { secret: key } = await makeApiKey(redis, "npm start");
  writeSecret(file, key);
  return key;
}

/**
 * Makes an API key that belongs to no account but to whoever runs this installation.
 * @param {Redis} redis
 * @param {string} name
 * @param {number} [expiresAt] epoch milliseconds
 */
export async function makeApiKey(redis, name, expiresAt) {
  const owner = await operatorAccountId(redis);
  return createApiKeys({ redis, now: Date.now }).create({ owner, name, expiresAt });
}
