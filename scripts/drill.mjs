// `npm run drill`: each drill causes one fault in a running Placard, and prints the guarantee and the
// observed behavior. Arguments name the drills to run. The name of an alert runs the drill of its runbook
// section in docs/operations.md, and `runbooks` all of these: they need Prometheus. Exits with status 1 if a
// guarantee was broken. `--minutes N` is for drills that run for a while.
import { parseArgs } from "node:util";
import { setUp } from "./setup/set-up.mjs";

const { values, positionals } = parseArgs({
  options: { minutes: { type: "string" } },
  allowPositionals: true,
});
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);

await setUp("test");
// The drills import the build, so they are loaded after the set-up.
const { drills, runbooks } = await import("./drills/index.mjs");
const { startPlacard } = await import("@placard/testing");
const all = { ...drills, ...runbooks };
const selected = positionals.flatMap((name) => (name === "runbooks" ? Object.keys(runbooks) : [name]));
const unknown = selected.filter((name) => !(name in all));
if (unknown.length > 0) {
  const available = [...Object.keys(all), "runbooks"].join(", ");
  console.error(`Unknown drill: ${unknown.join(", ")}. Available drills: ${available}.`);
  process.exit(1);
}
const rows = [];
for (const name of selected.length > 0 ? selected : Object.keys(drills)) {
  console.error(`${name} …`);
  const { fault, guarantee, options = {}, run } = all[name];
  const placard = await startPlacard({
    keepLogs: false,
    ...options,
    env: { RATE_LIMIT_API: "0", ...options.env },
  });
  const cleanups = [placard.stop];
  let result;
  try {
    result = await run(placard, { minutes, defer: (cleanup) => cleanups.unshift(cleanup) });
  } catch (error) {
    result = { held: false, observed: String(error) };
  } finally {
    for (const cleanup of cleanups) await cleanup();
  }
  const { held, observed } = result;
  rows.push(`| ${fault} | ${guarantee} | ${observed} | ${held ? "yes" : "**no**"} |`);
  if (!held) process.exitCode = 1;
  console.error(`${held ? "held" : "BROKEN"}: ${observed}`);
}
console.log("| fault | guarantee | observed | held |\n|---|---|---|---|");
console.log(rows.join("\n"));
process.exit();
