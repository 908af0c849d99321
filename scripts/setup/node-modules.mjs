import { accessSync, constants, existsSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname } from "node:path";
import { command, root } from "./command.mjs";

const canvas = `${root}node_modules/canvas/build/Release/canvas.node`;

/** Whether node_modules is missing, incomplete, or does not match package-lock.json. */
export function nodeModulesAreStale() {
  // npm writes this file after everything is installed.
  const record = `${root}node_modules/.package-lock.json`;
  if (!existsSync(canvas) || !existsSync(record)) return true;
  const expected = packagesOf(`${root}package-lock.json`);
  const installed = packagesOf(record);
  return Object.entries(expected).some(([path, locked]) => {
    const actual = installed[path];
    // Paths outside node_modules are workspaces, which npm links. Optional packages are mostly for other
    // platforms.
    if (!path.startsWith("node_modules/") || (!actual && locked.optional)) return false;
    return (
      actual?.version !== locked.version ||
      actual?.integrity !== locked.integrity ||
      actual?.resolved !== locked.resolved
    );
  });
}

function packagesOf(lock) {
  return JSON.parse(readFileSync(lock, "utf8")).packages;
}

/**
 * Installs exactly what package-lock.json lists, and compiles canvas against this system's libraries instead
 * of downloading a binary: see docs/decisions/0003. No package runs its install script. Throws SetUpError
 * with npm's output.
 */
export async function installNodeModules() {
  const env = { ...process.env, HOME: writableHome() };
  await command("npm", ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--yes"], env);
  // Use the headers of this Node.js installation if it has them; otherwise node-gyp downloads them.
  const prefix = dirname(dirname(realpathSync(process.execPath)));
  const headers = existsSync(`${prefix}/include/node/node.h`) ? [`--nodedir=${prefix}`] : [];
  const compile = ["node-gyp", "rebuild", "--jobs=max", ...headers];
  await command("npm", ["explore", "canvas", "--", ...compile], env); // npm has its own node-gyp
}

/**
 * npm keeps its cache in the home directory. Falls back to a temporary directory if there is no writable one.
 */
function writableHome() {
  const home = process.env["HOME"] || userInfo().homedir;
  try {
    accessSync(home, constants.W_OK);
    return home;
  } catch {
    return tmpdir();
  }
}
