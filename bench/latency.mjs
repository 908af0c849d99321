// The latency that HTTP, queue and storage add to one uncached image on an idle system: alternates a request, one to a bare
// service of the same shape, and a bare render.
import { setTimeout as delay } from "node:timers/promises";
import { startPlacard } from "@placard/testing";
import { startBareService } from "./bare-service.mjs";
import { requestBody } from "./cards.mjs";
import { createClient, quantile, startRenderLoop } from "./client.mjs";
import { report } from "./report.mjs";

const rounds = 150;

const placard = await startPlacard({ env: { RATE_LIMIT_API: "0" }, keepLogs: false });
const service = await startBareService();
const loop = await startRenderLoop();
const generate = createClient(placard);
const generateBare = createClient(service);

const latencies = {
  loop: (i, format) => loop.measure({ task: "latency", format, from: i }),
  service: (i, format) => timed(() => generateBare(requestBody(i, format))),
  system: (i, format) => timed(() => generate(requestBody(i, format))),
};

/** The duration of an action in milliseconds. */
async function timed(act) {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

// Warm up all sides, until V8 has compiled the code.
for (let i = 0; i < 600; i++) for (const measure of Object.values(latencies)) await measure(i, "jpeg");

const rows = [];
for (const format of ["png", "jpeg", "webp"]) {
  const samples = { loop: [], service: [], system: [] };
  for (let i = -20; i < rounds; i++) {
    for (const [name, measure] of Object.entries(latencies)) {
      const ms = await measure(10_000 + i, format);
      await delay(5);
      if (i >= 0) samples[name].push(ms); // the first ones are a warm-up
    }
  }
  const row = { format };
  for (const q of [0.5, 0.9])
    for (const [name, values] of Object.entries(samples))
      row[`${name} p${q * 100} ms`] = Number(quantile(values, q).toFixed(2));
  rows.push(row);
}
console.table(rows);
for (const row of rows) {
  const added = (name) => row[`${name} p50 ms`] - row["loop p50 ms"];
  report({
    name: `latency added to an uncached image on an idle system (p50), ${row.format}`,
    value: added("system"),
    unit: "ms",
    goal: { atMost: 3 },
  });
  report({
    name: `latency added by a bare service (p50), ${row.format}`,
    value: added("service"),
    unit: "ms",
  });
}
loop.stop();
await service.stop();
await placard.stop();
process.exit(0);
