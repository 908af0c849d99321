// The latency that HTTP, queue and storage add to one uncached image on an idle system: alternates a request and a bare render.
import { setTimeout as delay } from "node:timers/promises";
import { startPlacard } from "@placard/testing";
import { requestBody } from "./cards.mjs";
import { createClient, quantile, startRenderLoop } from "./client.mjs";
import { report } from "./report.mjs";

const rounds = 150;

const placard = await startPlacard({ env: { RATE_LIMIT_API: "0" }, keepLogs: false });
const loop = await startRenderLoop();
const generate = createClient(placard);

// Warm up both sides, until V8 has compiled the code.
for (let i = 0; i < 600; i++) {
  await generate(requestBody(i, "jpeg"));
  await loop.measure({ task: "latency", format: "jpeg", from: i });
}

const rows = [];
for (const format of ["png", "jpeg", "webp"]) {
  const bare = [];
  const system = [];
  for (let i = -20; i < rounds; i++) {
    const renderMs = await loop.measure({ task: "latency", format, from: 10_000 + i });
    await delay(5);
    const startedAt = performance.now();
    await generate(requestBody(10_000 + i, format));
    const requestMs = performance.now() - startedAt;
    await delay(5);
    if (i < 0) continue; // warm-up
    bare.push(renderMs);
    system.push(requestMs);
  }
  const row = { format };
  for (const q of [0.5, 0.9]) {
    row[`bare p${q * 100} ms`] = Number(quantile(bare, q).toFixed(2));
    row[`system p${q * 100} ms`] = Number(quantile(system, q).toFixed(2));
  }
  row["added p50 ms"] = Number((row["system p50 ms"] - row["bare p50 ms"]).toFixed(2));
  rows.push(row);
}
console.table(rows);
for (const row of rows)
  report({
    name: `latency added to an uncached image on an idle system (p50), ${row.format}`,
    value: row["added p50 ms"],
    unit: "ms",
    goal: { atMost: 3 },
  });
loop.stop();
await placard.stop();
process.exit(0);
