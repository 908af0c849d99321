import { buildIsStale, build } from "./build.mjs";
import { SetUpError } from "./command.mjs";
import { installNodeModules, nodeModulesAreStale } from "./node-modules.mjs";
import { installSystemPackages, missingPackages } from "./system-packages.mjs";

const minimumNode = [20, 19];

/**
 * @typedef {object} Step
 * @property {string} title printed when the step is not yet done
 * @property {() => readonly string[] | boolean} missing whether something is missing, or what. Only looks at
 *   files, because it runs before every start
 * @property {() => Promise<void>} install
 */

const steps = (purpose) => [
  {
    title: "Installing system packages",
    missing: () => missingPackages(purpose, nodeModulesAreStale()),
    install: () => installSystemPackages(missingPackages(purpose, nodeModulesAreStale())),
  },
  {
    title: "Installing node modules (compiling canvas takes a minute)",
    missing: nodeModulesAreStale,
    install: installNodeModules,
  },
  { title: "Building", missing: buildIsStale, install: build },
];

/**
 * Prepares the machine: system packages, node modules, build. Prints a line on standard error for each step
 * that is not done yet. If a step fails, prints the cause and exits with status 1.
 * @param purpose tests need more packages, such as an S3 server
 */
export async function setUp(purpose) {
  try {
    checkNode();
    for (const { title, missing, install } of steps(purpose)) {
      const result = missing();
      if (result === false || (Array.isArray(result) && result.length === 0)) continue;
      console.error(Array.isArray(result) ? `${title}: ${result.join(" ")}` : title);
      await showProgress(install);
    }
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const progressIntervalMs = 15_000;

/** Prints the elapsed time of a step while it runs, and then how long it took. */
async function showProgress(install) {
  const startedAt = performance.now();
  const elapsed = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
  const timer = setInterval(() => console.error(`  … ${elapsed()}`), progressIntervalMs);
  try {
    await install();
  } finally {
    clearInterval(timer);
  }
  console.error(`  done in ${elapsed()}`);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [minMajor = 0, minMinor = 0] = minimumNode;
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return;
  throw new SetUpError(
    `Placard needs Node.js ${minimumNode.join(".")} or later. ${process.execPath} is ${process.versions.node}.`,
  );
}
