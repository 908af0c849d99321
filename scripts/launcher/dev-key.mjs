import { join } from "node:path";
import { createApiKeys, operatorAccountId } from "../../packages/accounts/dist/index.js";
import { readSecret, writeSecret } from "./secrets.mjs";

/**
 * A valid API key of the operator account: the one in DATA_DIR/dev-api-key, or a new one, which is written
 * there.
 */
export async function apiKeyFor(redis, dataDir) {
  const file = join(dataDir, "dev-api-key");
  const apiKeys = createApiKeys({ redis, now: Date.now });
  const stored = readSecret(file);
  if (stored && (await apiKeys.find(stored))) return stored;
  const owner = await operatorAccountId(redis);
  const { secret } = await apiKeys.create({ owner, name: "npm start" });
  writeSecret(file, secret);
  return secret;
}
