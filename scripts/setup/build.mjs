import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { command, root } from "./command.mjs";

// Its time is when the last good build began. It lies where a new `npm ci` removes it: types may have changed.
const stamp = `${root}node_modules/.placard-build`;

/** Whether a source is newer than the last build, or an output is gone. `tsc -b` knows too, but takes 0.3 s to say so. */
export function buildIsStale() {
  const since = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return projects().some(
    (project) =>
      !existsSync(`${project}/dist/.tsbuildinfo`) ||
      statSync(`${project}/tsconfig.json`).mtimeMs >= since ||
      isNewer(`${project}/src`, since),
  );
}

/** Compiles what has changed. Throws SetUpError with the compiler's words. */
export async function build() {
  const began = new Date();
  await command(`${root}node_modules/.bin/tsc`, ["-b"]);
  closeSync(openSync(stamp, "w"));
  utimesSync(stamp, began, began);
}

/** Removes all compiled output: `tsc -b` leaves behind what a removed source was compiled to. */
export function removeBuild() {
  for (const project of projects()) rmSync(`${project}/dist`, { recursive: true, force: true });
}

/** The directories of the workspaces that are compiled. */
function projects() {
  /** @type {{ references: { path: string }[] }} */
  const { references } = JSON.parse(readFileSync(`${root}tsconfig.json`, "utf8"));
  return references.map(({ path }) => root + path);
}

/**
 * Whether the directory or anything in it changed since: a file added or removed changes its directory's time.
 * @param {string} directory
 * @param {number} since
 * @returns {boolean}
 */
function isNewer(directory, since) {
  if (!existsSync(directory)) return false;
  if (statSync(directory).mtimeMs >= since) return true;
  return readdirSync(directory, { withFileTypes: true }).some((entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? isNewer(path, since) : statSync(path).mtimeMs >= since;
  });
}
