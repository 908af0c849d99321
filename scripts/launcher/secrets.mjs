import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The development secret that signs sessions: made once, then kept, so that sessions survive a restart.
 * @param {string} dataDir
 */
export function ownJwtSecret(dataDir) {
  const file = join(dataDir, "jwt-secret");
  const kept = readSecret(file);
  if (kept) return kept;
  const made = randomBytes(48).toString("base64url");
  writeSecret(file, made);
  return made;
}

/**
 * @param {string} file
 * @returns {string | undefined} undefined where there is no such file
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
 * Writes a file that only its owner can read. It is there whole or not at all.
 * @param {string} file
 * @param {string} secret
 */
export function writeSecret(file, secret) {
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${secret}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
}
