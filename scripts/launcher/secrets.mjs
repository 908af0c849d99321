import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createApiKeys, operatorAccountId } from "../../packages/accounts/dist/index.js";

/**
 * The development secret that signs sessions. It is created once and stored, so that sessions survive a
 * restart.
 */
export function devJwtSecret(dataDir) {
  const stored = findDevJwtSecret(dataDir);
  if (stored) return stored;
  const secret = randomBytes(48).toString("base64url");
  writeSecret(jwtSecretFile(dataDir), secret);
  return secret;
}

/**
 * The stored development secret.
 * @returns undefined if it has not been created
 */
export function findDevJwtSecret(dataDir) {
  return readSecret(jwtSecretFile(dataDir));
}

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

function jwtSecretFile(dataDir) {
  return join(dataDir, "jwt-secret");
}

/** @returns undefined if the file does not exist */
function readSecret(file) {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(error.code ?? "")) return undefined;
    throw error;
  }
}

/** Writes a file that only its owner can read. The write is atomic. */
function writeSecret(file, secret) {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${secret}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}
