import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "./redis-directory.mjs";

/** The settings of a running `npm start` that operator commands need, to check what really runs. */
const names = ["PORT", "HOST", "ADMIN_PORT", "ADMIN_HOST", "PUBLIC_URL"];

/** Stores the settings and the process ID of this launcher in DATA_DIR/run-settings.json. */
export function writeRunSettings(settings) {
  const entries = names.map((name) => [name, String(settings[name])]);
  mkdirSync(settings.DATA_DIR, { recursive: true });
  writeFileSync(
    file(settings.DATA_DIR),
    JSON.stringify({ pid: process.pid, settings: Object.fromEntries(entries) }),
  );
}

export function deleteRunSettings(dataDir) {
  rmSync(file(dataDir), { force: true });
}

/**
 * The stored settings.
 * @returns empty if no launcher runs
 */
export function readRunSettings(dataDir) {
  try {
    const { pid, settings } = JSON.parse(readFileSync(file(dataDir), "utf8"));
    return isAlive(pid) ? settings : {}; // a launcher that was killed leaves the file
  } catch (error) {
    if (error.code === "ENOENT") return {};
    throw error;
  }
}

function file(dataDir) {
  return join(dataDir, "run-settings.json");
}
