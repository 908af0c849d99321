import { buildIsStale, build } from "./build.mjs";
import { SetUpError } from "./command.mjs";
import { installNodeModules, nodeModulesAreStale } from "./node-modules.mjs";
import { installSystemPackages, missingPackages } from "./system-packages.mjs";

const oldestNode = [20, 19];

/**
 * @typedef {object} Step
 * @property {string} doing what is printed when there is something to do
 * @property {() => readonly string[] | boolean} missing a look at files only: this runs before every start
 * @property {() => Promise<void>} install
 */

/** @type {(purpose: "start" | "test") => Step[]} */
const steps = (purpose) => [
  {
    doing: "Installing system packages",
    missing: () => missingPackages(purpose, nodeModulesAreStale()),
    install: () => installSystemPackages(missingPackages(purpose, nodeModulesAreStale())),
  },
  {
    doing: "Installing node modules (canvas is compiled, which takes a minute)",
    missing: nodeModulesAreStale,
    install: installNodeModules,
  },
  { doing: "Building", missing: buildIsStale, install: build },
];

/**
 * Brings a fresh machine to where the command can run: system packages, node modules, build. Prints a line on standard
 * error for each step that had to be done; what can't be done ends the process with status 1 and the cause.
 * @param {"start" | "test"} purpose tests need more: an S3 server
 */
export async function setUp(purpose) {
  try {
    checkNode();
    for (const { doing, missing, install } of steps(purpose)) {
      const lacking = missing();
      if (lacking === false || (Array.isArray(lacking) && lacking.length === 0)) continue;
      console.error(Array.isArray(lacking) ? `${doing}: ${lacking.join(" ")}` : doing);
      await install();
    }
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = oldestNode;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new SetUpError(
    `Placard needs Node ${oldestNode.join(".")} or later; this is ${process.versions.node}, at ${process.execPath}.`,
  );
}
