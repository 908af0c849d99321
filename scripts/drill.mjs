// `npm run drill`: each drill causes one fault in a running Placard, and prints the guarantee and the
// observed behavior. Arguments name the drills to run. The name of an alert runs the drill of its runbook
// section in docs/operations.md, and `runbooks` all of these: they need Prometheus. Exits with status 1 if a
// guarantee was broken. `--minutes N` is for drills that run for a while.
import { parseArgs } from "node:util";
import { setUp } from "./setup/set-up.mjs";

const names = [
  "renderer-killed",
  "only-renderer-killed",
  "redis-killed",
  "gateway-killed",
  "poison",
  "storage-gone",
  "fallback",
  "overload",
  "slow-clients",
  "slow-readers",
  "drained",
  "stalls",
  "enumeration",
  "hostile-account",
];

const { values, positionals } = parseArgs({
  options: { minutes: { type: "string" } },
  allowPositionals: true,
});
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);

await setUp("test");
// The drills import the build, so they are loaded after the set-up.
const { createRunbookDrill, runbooks } = await import("./drills/runbooks/index.mjs");
const { startPlacard } = await import("@placard/testing");
const selected = positionals.flatMap((name) => (name === "runbooks" ? Object.keys(runbooks) : [name]));
const unknown = selected.filter((name) => !names.includes(name) && !(name in runbooks));
if (unknown.length > 0) {
  const available = [...names, "runbooks", ...Object.keys(runbooks)].join(", ");
  console.error(`Unknown drill: ${unknown.join(", ")}. Available drills: ${available}.`);
  process.exit(1);
}
const rows = [];
for (const name of selected.length > 0 ? selected : names) {
  console.error(`${name} …`);
  // A drill exports `fault` and `guarantee`, `run(placard)`, and the `options` of the Placard in which it
  // runs.
  const drill = name in runbooks ? createRunbookDrill(name) : await import(`./drills/${name}.mjs`);
  const { fault, guarantee, options = {}, run } = drill;
  const env = { RATE_LIMIT_API: "0", ...options.env };
  const placard = await startPlacard({ keepLogs: false, ...options, env });
  const { held, observed } = await run(placard, { minutes }).finally(() => placard.stop());
  rows.push(`| ${fault} | ${guarantee} | ${observed} | ${held ? "yes" : "**no**"} |`);
  if (!held) process.exitCode = 1;
  console.error(`${held ? "held" : "BROKEN"}: ${observed}`);
}
console.log("| fault | guarantee | observed | held |\n|---|---|---|---|");
console.log(rows.join("\n"));
process.exit();
