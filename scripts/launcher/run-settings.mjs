import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The settings of a running `npm start` that operator commands need, to check what really runs. */
const names = /** @type {const} */ (["PORT", "HOST", "ADMIN_PORT", "ADMIN_HOST", "PUBLIC_URL"]);

/** @typedef {import("./settings.mjs").Settings} Settings */

/**
 * Stores the settings of this launcher in DATA_DIR/run-settings.json.
 * @param {Settings} settings
 */
export function writeRunSettings(settings) {
  const entries = names.map((name) => [name, String(settings[name])]);
  mkdirSync(settings.DATA_DIR, { recursive: true });
  writeFileSync(file(settings.DATA_DIR), JSON.stringify(Object.fromEntries(entries)));
}

/** @param {string} dataDir */
export function deleteRunSettings(dataDir) {
  rmSync(file(dataDir), { force: true });
}

/**
 * The stored settings.
 * @param {string} dataDir
 * @returns {Record<string, string>} empty if no launcher runs
 */
export function readRunSettings(dataDir) {
  try {
    return JSON.parse(readFileSync(file(dataDir), "utf8"));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return {};
    throw error;
  }
}

/** @param {string} dataDir */
function file(dataDir) {
  return join(dataDir, "run-settings.json");
}
