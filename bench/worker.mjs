// Images per second of two render loops on two cores relative to one on one core: the gain from a second core. A loop that is
// not bound to a core uses more than one, since images are encoded by threads. Needs taskset (util-linux) and two cores.
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { quantile, startRenderLoop } from "./client.mjs";
import { report } from "./report.mjs";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const rounds = Number(values.rounds);
const ms = 3_000;
const concurrency = 2; // the default of RENDER_CONCURRENCY

const loops = [await startRenderLoop(), await startRenderLoop()];
for (const [core, { pid }] of loops.entries())
  execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", String(core), String(pid)]);
let next = 0;

/** Images per second of several processes together, and CPU milliseconds per image. */
async function measure(format, processes) {
  const results = await Promise.all(
    processes.map((loop) =>
      loop.measure({ task: "throughput", format, ms, concurrency, from: (next += 10_000) }),
    ),
  );
  const rate = results.reduce((sum, result) => sum + result.rate, 0);
  return { rate, cpu: results.reduce((sum, result) => sum + result.cpu * result.rate, 0) / rate };
}

const rows = [];
for (const format of ["png", "jpeg", "webp"]) {
  await measure(format, loops); // warm-up
  const pairs = [];
  for (let round = 0; round < rounds; round++) {
    const one = await measure(format, [loops[round % 2]]);
    const two = await measure(format, loops);
    pairs.push({ one: one.rate, two: two.rate, cpu: two.cpu, ratio: two.rate / one.rate });
  }
  const median = (name) =>
    quantile(
      pairs.map((pair) => pair[name]),
      0.5,
    );
  rows.push({
    format,
    "images/s, one process": Math.round(median("one")),
    "images/s, two processes": Math.round(median("two")),
    "CPU ms per image": Number(median("cpu").toFixed(2)),
    ratio: Number(median("ratio").toFixed(2)),
  });
}
console.table(rows);
for (const { format, ratio } of rows)
  report({
    name: `images per second of two render loops on a core each relative to one, ${format}`,
    value: ratio,
    goal: { atLeast: 1.8 },
  });
for (const loop of loops) loop.stop();
process.exit(0);
