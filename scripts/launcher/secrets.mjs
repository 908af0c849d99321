import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

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

function jwtSecretFile(dataDir) {
  return join(dataDir, "jwt-secret");
}

/** @returns undefined if the file does not exist */
export function readSecret(file) {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(error.code ?? "")) return undefined;
    throw error;
  }
}

/** Writes a file that only its owner can read. The write is atomic. */
export function writeSecret(file, secret) {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${secret}\n`, { mode: 0o600 });
  renameSync(temporary, file);
}
