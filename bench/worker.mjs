// Images a second of the renderer alone, in two processes over one: what a second core brings.
import { parseArgs } from "node:util";
import { quantile, startRenderLoop } from "./client.mjs";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const rounds = Number(values.rounds);
const ms = 3_000;
const concurrency = 2; // RENDER_CONCURRENCY's default

const loops = [await startRenderLoop(), await startRenderLoop()];
let next = 0;

/** Images a second of some processes together, and CPU ms an image. */
async function draw(format, processes) {
  const answers = await Promise.all(
    processes.map((loop) => loop.ask({ ask: "throughput", format, ms, concurrency, from: (next += 10_000) })),
  );
  const rate = answers.reduce((sum, answer) => sum + answer.rate, 0);
  return { rate, cpu: answers.reduce((sum, answer) => sum + answer.cpu * answer.rate, 0) / rate };
}

const rows = [];
for (const format of ["png", "jpeg", "webp"]) {
  await draw(format, loops); // warm
  const pairs = [];
  for (let round = 0; round < rounds; round++) {
    const one = await draw(format, [loops[round % 2]]);
    const two = await draw(format, loops);
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
    "images/s, two": Math.round(median("two")),
    "CPU ms an image": Number(median("cpu").toFixed(2)),
    ratio: Number(median("ratio").toFixed(2)),
  });
}
console.table(rows);
for (const loop of loops) loop.stop();
process.exit(0);
