// `npm test -- [--suite NAME]... [mocha options]`: builds what has changed, and runs the tests.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { root } from "./setup/command.mjs";
import { setUp } from "./setup/set-up.mjs";
import { suiteNames, testFiles } from "./testing/suites.mjs";

const { suites, options } = readArguments(process.argv.slice(2));
await setUp("test");

const jobs = availableParallelism() + 3; // more than cores, because tests often wait
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
 * Splits the arguments: every `--suite NAME` selects a suite; all others are passed to mocha.
 * @param {readonly string[]} args
 */
function readArguments(args) {
  const rest = args.flatMap((arg) => (arg.startsWith("--suite=") ? arg.split("=", 2) : [arg]));
  const selected = [];
  for (let at = rest.indexOf("--suite"); at !== -1; at = rest.indexOf("--suite"))
    selected.push(rest.splice(at, 2)[1] ?? "");
  const unknown = selected.filter((name) => !suiteNames.some((suite) => suite === name));
  if (unknown.length > 0) {
    console.error(`Unknown suite: ${unknown.join(", ")}. Available suites: ${suiteNames.join(", ")}.`);
    process.exit(1);
  }
  return { suites: selected.length > 0 ? selected : suiteNames, options: rest };
}
