import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { command, root } from "./command.mjs";

// Its modification time is the start of the last successful build. `npm ci` deletes it with node_modules,
// because types of dependencies may have changed.
const stamp = `${root}node_modules/.placard-build`;

/** What `npm run build` makes besides the output of the compiler: a file of it, and its source. */
const otherOutputs = [
  { output: `${root}services/console/dist/public/index.html`, source: `${root}services/console/build.mjs` },
  ...["encode/png-encoder", "encode/webp-encoder", "paint/layer-filters"].map((file) => ({
    output: `${root}packages/engine/dist/${file}.wasm`,
    source: `${root}packages/engine/assembly`,
  })),
];

/**
 * Whether a source is newer than the last build, or its output is missing. `tsc -b` also checks this, but
 * takes 0.3 s.
 */
export function buildIsStale() {
  const since = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (otherOutputs.some(({ output, source }) => !existsSync(output) || isNewer(source, since))) return true;
  return projects().some(
    (project) =>
      !existsSync(`${project}/dist/.tsbuildinfo`) ||
      statSync(`${project}/tsconfig.json`).mtimeMs >= since ||
      isNewer(`${project}/src`, since),
  );
}

/** Runs `npm run build`, which compiles what has changed. Throws SetUpError with the compiler's output. */
export async function build() {
  const startedAt = new Date();
  await command("npm", ["run", "--silent", "build"]);
  closeSync(openSync(stamp, "w"));
  utimesSync(stamp, startedAt, startedAt);
}

/** The directories of the TypeScript projects. Each is compiled to `dist` below it. */
export function projects() {
  const { references } = JSON.parse(readFileSync(`${root}tsconfig.json`, "utf8"));
  const directories = references.map(({ path }) => root + (path.endsWith(".json") ? dirname(path) : path));
  return [...new Set(directories)];
}

/**
 * Whether the file, or the directory or anything in it, has changed. Adding or deleting a file changes the
 * time of its directory.
 * @param since epoch milliseconds
 */
function isNewer(path, since) {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) return false;
  if (status.mtimeMs >= since) return true;
  return status.isDirectory() && readdirSync(path).some((name) => isNewer(join(path, name), since));
}
