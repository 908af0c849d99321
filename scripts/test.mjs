// Runs the tests on a clean build, as it would be shipped: npm test -- [--suite NAME]... [options of mocha]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { build, removeBuild } from "./setup/build.mjs";
import { root, SetUpError } from "./setup/command.mjs";
import { setUp } from "./setup/set-up.mjs";
import { suiteNames, testFiles } from "./testing/suites.mjs";

const { suites, options } = readArguments(process.argv.slice(2));
await setUp("test");
removeBuild();
await build().catch((error) => {
  if (!(error instanceof SetUpError)) throw error;
  console.error(error.message);
  process.exit(1);
});

// Tests wait for processes and clocks half of the time, so there is work for more worker processes than cores.
const jobs = availableParallelism() + 1;
const mocha = spawn(
  process.execPath,
  ["node_modules/mocha/bin/mocha.js", "--parallel", "--jobs", `${jobs}`, ...options, ...testFiles(suites)],
  { cwd: root, stdio: "inherit" },
);
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
  process.on(signal, () => mocha.kill(signal));
const [status] = await once(mocha, "exit");
process.exitCode = status ?? 1;

/**
 * Splits the arguments: `--suite NAME`, as often as wanted, chooses suites; all others are for mocha.
 * @param {readonly string[]} args
 */
function readArguments(args) {
  const rest = args.flatMap((arg) => (arg.startsWith("--suite=") ? arg.split("=", 2) : [arg]));
  const chosen = [];
  for (let at = rest.indexOf("--suite"); at !== -1; at = rest.indexOf("--suite"))
    chosen.push(rest.splice(at, 2)[1] ?? "");
  const unknown = chosen.filter((name) => !suiteNames.some((suite) => suite === name));
  if (unknown.length > 0) {
    console.error(`There is no suite "${unknown.join(", ")}". The suites are ${suiteNames.join(", ")}.`);
    process.exit(1);
  }
  return { suites: chosen.length > 0 ? chosen : suiteNames, options: rest };
}
