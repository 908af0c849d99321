// CPU time that the system adds to an uncached image: gateway and renderer under load, minus that of a bare render loop. Redis beside it.
import { startPlacard } from "@placard/testing";
import { Redis } from "ioredis";
import { requestBody } from "./cards.mjs";
import { createClient, quantile, startRenderLoop } from "./client.mjs";
import { readCpuMs } from "./processes.mjs";
import { report } from "./report.mjs";

const rounds = 5;
const imagesPerRound = 200;
const clients = 8;
const concurrency = 2; // the default of RENDER_CONCURRENCY
const loopMs = 1_500;

const placard = await startPlacard({ env: { RATE_LIMIT_API: "0" }, keepLogs: false });
const redis = new Redis(placard.redis.url);
const [, redisPid] = /process_id:(\d+)/.exec(await redis.info("server"));
redis.disconnect();
const pids = {
  gateway: placard.gateways[0].pid,
  renderer: placard.renderers[0].pid,
  redis: Number(redisPid),
};
const loop = await startRenderLoop();
const generate = createClient(placard);
let next = 0;

/** Renders images through the system. Resolves with the CPU time of each process per image, in ms. */
async function throughSystem(format) {
  const readAll = () => Object.entries(pids).map(([name, pid]) => [name, readCpuMs([pid])]);
  const before = Object.fromEntries(readAll());
  let left = imagesPerRound;
  const client = async () => {
    while (left-- > 0) await generate(requestBody(next++, format));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return Object.fromEntries(readAll().map(([name, ms]) => [name, (ms - before[name]) / imagesPerRound]));
}

for (let i = 0; i < 4; i++) await throughSystem("jpeg"); // until V8 has compiled the code
const rows = [];
for (const format of ["png", "jpeg", "webp"]) {
  await throughSystem(format); // warm-up
  const samples = [];
  for (let round = 0; round < rounds; round++) {
    const task = { task: "throughput", format, ms: loopMs, concurrency, from: (next += 10_000) };
    const { cpu: bare } = await loop.measure(task);
    const { gateway, renderer, redis: redisMs } = await throughSystem(format);
    samples.push({ bare, gateway, renderer, redis: redisMs, added: gateway + renderer - bare });
  }
  const medians = Object.keys(samples[0]).map((name) => {
    const values = samples.map((sample) => sample[name]);
    return [name, Number(quantile(values, 0.5).toFixed(2))];
  });
  rows.push({ format, ...Object.fromEntries(medians) });
}
console.table(rows);
for (const { format, added } of rows)
  report({
    name: `CPU time that gateway and renderer add to an uncached image, ${format}`,
    value: added,
    unit: "ms",
    goal: { atMost: 3 },
  });
loop.stop();
await placard.stop();
process.exit(0);
