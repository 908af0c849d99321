// `npm run drill`: each drill causes one fault in a running Placard, and prints the guarantee and the observed behavior.
// With names as arguments, runs only those drills. The name of an alert, or `runbooks` for all of them, runs the drill of its
// runbook section in docs/operations.md, which needs Prometheus. Exits with status 1 if a guarantee was broken.
import { setUp } from "./setup/set-up.mjs";

const names = [
  "renderer-killed",
  "redis-killed",
  "gateway-killed",
  "poison",
  "storage-gone",
  "fallback",
  "overload",
  "slow-clients",
  "slow-readers",
  "drained",
];

await setUp("test");
// The drills import the build, so they are loaded after the set-up.
const { createRunbookDrill, runbooks } = await import("./drills/runbooks/index.mjs");
const { runDrill } = await import("./drills/drill.mjs");
const selected = process.argv
  .slice(2)
  .flatMap((name) => (name === "runbooks" ? Object.keys(runbooks) : [name]));
const unknown = selected.filter((name) => !names.includes(name) && !(name in runbooks));
if (unknown.length > 0) {
  const available = [...names, "runbooks", ...Object.keys(runbooks)].join(", ");
  console.error(`Unknown drill: ${unknown.join(", ")}. Available drills: ${available}.`);
  process.exit(1);
}
const rows = [];
for (const name of selected.length > 0 ? selected : names) {
  console.error(`${name} …`);
  const drill = name in runbooks ? createRunbookDrill(name) : await import(`./drills/${name}.mjs`);
  const { fault, guarantee } = drill;
  const { held, observed } = await runDrill(drill);
  rows.push({ fault, guarantee, observed, held });
  console.error(`${held ? "held" : "BROKEN"}: ${observed}`);
}
console.log("| fault | guarantee | observed | held |\n|---|---|---|---|");
for (const { fault, guarantee, observed, held } of rows) {
  console.log(`| ${fault} | ${guarantee} | ${observed} | ${held ? "yes" : "**no**"} |`);
}
const broken = rows.filter(({ held }) => !held).length;
console.log(`\n${rows.length - broken} of ${rows.length} guarantees held`);
process.exit(broken === 0 ? 0 : 1);
