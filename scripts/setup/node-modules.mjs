import { accessSync, constants, existsSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname } from "node:path";
import { command, root } from "./command.mjs";

const canvas = `${root}node_modules/canvas/build/Release/canvas.node`;

/** Whether node_modules is absent, unfinished, or made from another package-lock.json than the present one. */
export function nodeModulesAreStale() {
  // npm writes this record of what it installed once all of it is in place.
  const record = `${root}node_modules/.package-lock.json`;
  if (!existsSync(canvas) || !existsSync(record)) return true;
  const wanted = packagesOf(`${root}package-lock.json`);
  const installed = packagesOf(record);
  return Object.entries(wanted).some(([path, want]) => {
    const have = installed[path];
    // Paths outside node_modules are the workspaces, which npm links. What is optional is mostly for other platforms.
    if (!path.startsWith("node_modules/") || (!have && want.optional)) return false;
    return (
      have?.version !== want.version || have?.integrity !== want.integrity || have?.resolved !== want.resolved
    );
  });
}

/**
 * @param {string} lock
 * @returns {Record<string, { version?: string, integrity?: string, resolved?: string, optional?: boolean }>}
 */
function packagesOf(lock) {
  return JSON.parse(readFileSync(lock, "utf8")).packages;
}

/** Installs exactly what package-lock.json names. Throws SetUpError with npm's own words. */
export async function installNodeModules() {
  const prefix = dirname(dirname(realpathSync(process.execPath)));
  await command("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--yes"], {
    ...process.env,
    HOME: writableHome(),
    // canvas against this system's libraries, so that what is tested is what ships, and nothing fetches a binary.
    npm_config_build_from_source: "canvas",
    JOBS: "max",
    // Node's headers from beside this very Node where it has them; else node-gyp downloads them.
    ...(existsSync(`${prefix}/include/node/node.h`) && { npm_config_nodedir: prefix }),
  });
}

/** npm keeps its cache in the home directory, and there may be none: HOME unset or empty, a user without a home. */
function writableHome() {
  const home = process.env["HOME"] || userInfo().homedir;
  try {
    accessSync(home, constants.W_OK);
    return home;
  } catch {
    return tmpdir();
  }
}
