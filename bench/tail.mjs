// The 99th percentile of the latency of uncached images relative to the median, at half of the load that the system can carry. The same of a
// bare service of the same shape beside it.
import { setTimeout as delay } from "node:timers/promises";
import { startPlacard } from "@placard/testing";
import { startBareService } from "./bare-service.mjs";
import { requestBody } from "./cards.mjs";
import { createClient, quantile } from "./client.mjs";
import { report } from "./report.mjs";

const clients = 8;
const capacityMs = 2_000;
const rounds = 3;
const images = 400; // per round

const placard = await startPlacard({ env: { RATE_LIMIT_API: "0" }, keepLogs: false });
const service = await startBareService();
const clientsOf = { system: createClient(placard), "bare service": createClient(service) };
let next = 0;

/** Images per second with clients that each send the next request after a response. */
async function measureCapacity(generate, format) {
  const startedAt = performance.now();
  let done = 0;
  const client = async () => {
    while (performance.now() - startedAt < capacityMs) {
      await generate(requestBody(next++, format));
      done++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return done / ((performance.now() - startedAt) / 1000);
}

/**
 * Sends requests at random times (Poisson process), whether or not earlier ones have been answered. Resolves with the latencies
 * in ms, from the time at which each was due.
 */
async function measureLatencies(generate, format, perSecond) {
  const requests = [];
  let dueAt = performance.now();
  for (let i = 0; i < images; i++) {
    dueAt -= (Math.log(1 - Math.random()) * 1000) / perSecond;
    const waitMs = dueAt - performance.now();
    if (waitMs > 1) await delay(waitMs);
    const from = dueAt;
    requests.push(generate(requestBody(next++, format)).then(() => performance.now() - from));
  }
  return Promise.all(requests);
}

const rows = [];
for (const format of ["png", "jpeg", "webp"]) {
  for (const generate of Object.values(clientsOf)) await measureCapacity(generate, format); // warm-up
  const samples = { system: [], "bare service": [] };
  for (let round = 0; round < rounds; round++) {
    for (const [name, generate] of Object.entries(clientsOf)) {
      const capacity = await measureCapacity(generate, format);
      const latencies = await measureLatencies(generate, format, capacity / 2);
      const p50 = quantile(latencies, 0.5);
      const p99 = quantile(latencies, 0.99);
      samples[name].push({
        "images/s at full load": capacity,
        "p50 ms": p50,
        "p99 ms": p99,
        ratio: p99 / p50,
      });
    }
  }
  for (const [name, measured] of Object.entries(samples)) {
    const medians = Object.keys(measured[0]).map((key) => {
      const values = measured.map((sample) => sample[key]);
      return [key, Number(quantile(values, 0.5).toFixed(2))];
    });
    rows.push({ format, of: name, ...Object.fromEntries(medians) });
  }
}
console.table(rows);
for (const { format, of, ratio } of rows)
  report({
    name: `p99 over p50 of uncached images at half load${of === "system" ? "" : ` of a ${of}`}, ${format}`,
    value: ratio,
    ...(of === "system" && { goal: { atMost: 3 } }),
  });
await service.stop();
await placard.stop();
process.exit(0);
