// Images per second of the whole system, relative to a bare render loop without HTTP and queue on the same machine.
import { startPlacard } from "@placard/testing";
import { requestBody } from "./cards.mjs";
import { createClient, quantile, startRenderLoop } from "./client.mjs";
import { report } from "./report.mjs";

const rounds = 5;
const ms = 4_000;
const clients = 12;
const concurrency = 2; // the default of RENDER_CONCURRENCY
const goals = { png: 0.85, jpeg: 0.65, webp: 0.85 };

const placard = await startPlacard({ env: { RATE_LIMIT_API: "0" }, keepLogs: false });
const loop = await startRenderLoop();
const generate = createClient(placard);
let next = 0;

async function throughSystem(format) {
  const startedAt = performance.now();
  let done = 0;
  const client = async () => {
    while (performance.now() - startedAt < ms) {
      await generate(requestBody(next++, format));
      done++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return done / ((performance.now() - startedAt) / 1000);
}

const rows = [];
for (const format of ["png", "jpeg", "webp"]) {
  await throughSystem(format); // warm-up
  const pairs = [];
  for (let round = 0; round < rounds; round++) {
    const { rate: bare } = await loop.measure({ task: "throughput", format, ms, concurrency, from: next });
    const system = await throughSystem(format);
    pairs.push({ bare, system, ratio: system / bare });
  }
  const median = (name) =>
    quantile(
      pairs.map((pair) => pair[name]),
      0.5,
    );
  rows.push({
    format,
    "loop images/s": Math.round(median("bare")),
    "system images/s": Math.round(median("system")),
    ratio: Number(median("ratio").toFixed(2)),
  });
}
console.table(rows);
for (const { format, ratio } of rows)
  report({
    name: `images per second of the system relative to the render loop, ${format}`,
    value: ratio,
    goal: { atLeast: goals[format] },
  });
loop.stop();
await placard.stop();
process.exit(0);
