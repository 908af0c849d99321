// `npm run bench`: runs every benchmark that reports figures, one after another, and prints a table of
// figures and goals. With names as arguments, such as `latency`, runs only those benchmarks. Exits with
// status 1 if a benchmark failed; a missed goal is no failure.
import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describeFigure } from "../bench/report.mjs";
import { setUp } from "./setup/set-up.mjs";

const directory = new URL("../bench/", import.meta.url);
const names = readdirSync(directory)
  .filter(
    (file) =>
      file.endsWith(".mjs") && readFileSync(new URL(file, directory), "utf8").includes('from "./report.mjs"'),
  )
  .map((file) => file.slice(0, -".mjs".length));
const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(", ")}. Available benchmarks: ${names.join(", ")}.`);
  process.exit(1);
}

await setUp("start");
/** @type {ReturnType<typeof describeFigure>[]} */
const rows = [];
let failed = 0;
for (const name of selected.length > 0 ? selected : names) {
  console.error(`\n${name} …`);
  const benchmark = fork(fileURLToPath(new URL(`${name}.mjs`, directory)));
  benchmark.on("message", (message) => {
    const { figure } = /** @type {{ figure: import("../bench/report.mjs").Figure }} */ (message);
    rows.push(describeFigure(figure));
  });
  const [status] = await once(benchmark, "close");
  if (status === 0) continue;
  failed++;
  rows.push({ what: `${name}: failed`, result: "", goal: "", met: "no" });
}
console.log("\n| what | result | goal | met |\n|---|---|---|---|");
for (const { what, result, goal, met } of rows) {
  console.log(`| ${what} | ${result} | ${goal} | ${met === "no" ? "**no**" : met} |`);
}
process.exit(failed === 0 ? 0 : 1);
