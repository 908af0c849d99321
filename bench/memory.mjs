// Whether the memory of renderers stays bounded: two of them render 20,000 cards each. 5 % of the cards have
// all sizes and scripts; with `--varied 1`, all of them.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { startPlacard } from "@placard/testing";
import { requestBody } from "./cards.mjs";
import { createClient, runClients } from "./client.mjs";
import { readRedisPid } from "./processes.mjs";
import { quantile, report } from "./report.mjs";
import { variedRequestBody } from "./varied-cards.mjs";

const { values } = parseArgs({
  options: { cards: { type: "string", default: "20000" }, varied: { type: "string", default: "0.05" } },
});
const cardsPerRenderer = Number(values.cards);
const varied = Number(values.varied);
const clients = 8;
const checkpoints = [cardsPerRenderer / 40, cardsPerRenderer / 4, cardsPerRenderer].map(Math.round);

const placard = await startPlacard({ renderers: 2, env: { RATE_LIMIT_API: "0" }, keepLogs: false });
const generate = createClient(placard);
const formats = ["png", "jpeg", "webp"];
let sent = 0;
const redisPid = await readRedisPid(placard.redis.url);
const pids = [redisPid, ...[...placard.gateways, ...placard.renderers].map(({ pid }) => pid)];

/** The i-th request of the mix. The varied ones are evenly spread. */
function bodyOf(i) {
  const isVaried = Math.floor((i + 1) * varied) > Math.floor(i * varied);
  return isVaried ? variedRequestBody() : requestBody(i, formats[i % formats.length]);
}

/** The resident memory of a process in MB: all of it, or with an equal share of pages that others use too. */
function readMemory(pid, kind = "Rss") {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"); // Linux only
  return Number(new RegExp(`^${kind}:\\s+(\\d+) kB$`, "m").exec(text)[1]) / 1024;
}

/** The memory of all processes of the installation in MB. */
function readSystemMemory() {
  return pids.reduce((sum, pid) => sum + readMemory(pid, "Pss"), 0);
}

/** Current values of a renderer's metrics. Its delays of the event loop are those since the previous call. */
async function readMetrics({ adminUrl }) {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const read = (name) => Number(new RegExp(`^${name}(?:{.*})? (.+)$`, "m").exec(text)[1]);
  return {
    "heap MB": read("nodejs_heap_size_used_bytes") / 1024 / 1024,
    "external MB": read("nodejs_external_memory_bytes") / 1024 / 1024,
    "event loop delay p99 ms": read("nodejs_eventloop_lag_p99_seconds") * 1000,
  };
}

/** Renders until each renderer has rendered about `count` cards. Resolves with the mean of the renderers. */
async function renderUntil(count) {
  const total = count * placard.renderers.length;
  const samples = placard.renderers.map(() => []); // of the resident memory, during the last 50 cards
  await runClients(
    clients,
    () => sent >= total,
    async () => {
      await generate(bodyOf(sent++));
      if (total - sent < 50) placard.renderers.forEach(({ pid }, i) => samples[i].push(readMemory(pid)));
    },
  );
  const measured = [];
  for (const [i, renderer] of placard.renderers.entries())
    measured.push({ "RSS MB": quantile(samples[i], 0.5), ...(await readMetrics(renderer)) });
  const mean = (name) => measured.reduce((sum, each) => sum + each[name], 0) / measured.length;
  return Object.fromEntries(Object.keys(measured[0]).map((name) => [name, Math.round(mean(name))]));
}

const startedAt = performance.now();
const rows = [];
for (const count of checkpoints) {
  const memory = await renderUntil(count);
  rows.push({
    "cards each": count,
    ...memory,
    "PSS of all processes MB": Math.round(readSystemMemory()),
    "seconds so far": Math.round((performance.now() - startedAt) / 1000),
  });
}
console.table(rows);
const kind = varied === 0.05 ? "mixed" : `${varied * 100} % varied`;
report({
  name: `RSS of a renderer after ${checkpoints[2]} ${kind} cards relative to ${checkpoints[1]}`,
  value: rows[2]["RSS MB"] / rows[1]["RSS MB"],
  goal: { atMost: 1.1 },
});
report({
  name: `PSS of a gateway, two renderers and Redis after ${checkpoints[2]} ${kind} cards`,
  value: rows[2]["PSS of all processes MB"],
  unit: "MB",
});
await placard.stop();
process.exit(0);
