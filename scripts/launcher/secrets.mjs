import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The development secret that signs sessions. It is created once and stored, so that sessions survive a restart.
 * @param {string} dataDir
 */
export function devJwtSecret(dataDir) {
  const file = join(dataDir, "jwt-secret");
  const stored = readSecret(file);
  if (stored) return stored;
  const secret = randomBytes(48).toString("base64url");
  writeSecret(file, secret);
  return secret;
}

/**
 * @param {string} file
 * @returns {string | undefined} undefined if the file does not exist
 */
export function readSecret(file) {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Writes a file that only its owner can read. The write is atomic.
 * @param {string} file
 * @param {string} secret
 */
export function writeSecret(file, secret) {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${secret}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}
