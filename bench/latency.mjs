// The latency that HTTP, queue and storage add to one uncached image on an idle system: alternates blocks of
// requests and of bare renders. Single ones would take turns in evicting each other from the CPU's caches.
import { setTimeout as delay } from "node:timers/promises";
import { startPlacard } from "@placard/testing";
import { requestBody } from "./cards.mjs";
import { createClient } from "./client.mjs";
import { startProcess } from "./processes.mjs";
import { quantile, report } from "./report.mjs";

const rounds = 6;
const samplesPerRound = 25;
const warmUp = 5; // the first ones of a block

const placard = await startPlacard({ env: { RATE_LIMIT_API: "0" }, keepLogs: false });
const loop = await startProcess("peers/render-loop.mjs", "placard");
const generate = createClient(placard);

const latencies = {
  loop: async (i, format) => (await loop.ask({ format, ms: 0, concurrency: 1, from: i })).ms,
  system: async (i, format) => {
    const startedAt = performance.now();
    await generate(requestBody(i, format));
    return performance.now() - startedAt;
  },
};

// Warm up both sides, until V8 has compiled the code.
for (let i = 0; i < 600; i++) for (const measure of Object.values(latencies)) await measure(i, "jpeg");

const rows = [];
for (const format of ["png", "jpeg", "webp"]) {
  const samples = { loop: [], system: [] };
  let card = 10_000;
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(latencies)) {
      for (let i = -warmUp; i < samplesPerRound; i++) {
        const ms = await measure(card++, format);
        await delay(5);
        if (i >= 0) samples[name].push(ms);
      }
    }
  }
  const row = { format };
  for (const q of [0.5, 0.9])
    for (const [name, values] of Object.entries(samples))
      row[`${name} p${q * 100} ms`] = Number(quantile(values, q).toFixed(2));
  rows.push(row);
  const added = row["system p50 ms"] - row["loop p50 ms"];
  report({
    name: `latency added to an uncached image on an idle system (p50), ${format}`,
    value: added,
    unit: "ms",
  });
}
console.table(rows);
loop.stop();
await placard.stop();
process.exit(0);
