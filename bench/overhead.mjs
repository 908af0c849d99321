// CPU time that the system adds to an uncached image: gateway and renderer under load, minus that of a bare render loop. Redis, and what a
// bare service of the same shape adds, beside it.
import { startPlacard } from "@placard/testing";
import { Redis } from "ioredis";
import { startBareService } from "./bare-service.mjs";
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
const pidsOfSystem = {
  gateway: [placard.gateways[0].pid],
  renderer: [placard.renderers[0].pid],
  redis: [Number(redisPid)],
};
const service = await startBareService();
const loop = await startRenderLoop();
const ofSystem = createClient(placard);
const ofService = createClient(service);
let next = 0;

/** Renders images with several clients at a time. Resolves with the CPU time of each group of processes per image, in ms. */
async function measure(format, generate, groups) {
  const readAll = () => Object.entries(groups).map(([name, pids]) => [name, readCpuMs(pids)]);
  const before = Object.fromEntries(readAll());
  let left = imagesPerRound;
  const client = async () => {
    while (left-- > 0) await generate(requestBody(next++, format));
  };
  await Promise.all(Array.from({ length: clients }, client));
  return Object.fromEntries(readAll().map(([name, ms]) => [name, (ms - before[name]) / imagesPerRound]));
}

const throughSystem = (format) => measure(format, ofSystem, pidsOfSystem);
const throughService = (format) => measure(format, ofService, { service: service.pids });

async function measureAll(format) {
  const task = { task: "throughput", format, ms: loopMs, concurrency, from: (next += 10_000) };
  const { cpu } = await loop.measure(task);
  const system = await throughSystem(format);
  const { service: bare } = await throughService(format);
  return {
    loop: cpu,
    ...system,
    added: system.gateway + system.renderer - cpu,
    "added by the bare service": bare - cpu,
  };
}

const formats = ["png", "jpeg", "webp"];
for (let i = 0; i < 12; i++) await measureAll(formats[i % formats.length]); // until V8 has compiled the code

const rows = [];
for (const format of formats) {
  const samples = [];
  for (let round = 0; round < rounds; round++) samples.push(await measureAll(format));
  const medians = Object.keys(samples[0]).map((name) => {
    const values = samples.map((sample) => sample[name]);
    return [name, Number(quantile(values, 0.5).toFixed(2))];
  });
  rows.push({ format, ...Object.fromEntries(medians) });
}
console.table(rows);
for (const { format, added, "added by the bare service": addedByService } of rows) {
  report({
    name: `CPU time that gateway and renderer add to an uncached image, ${format}`,
    value: added,
    unit: "ms",
    goal: { atMost: 3 },
  });
  report({
    name: `CPU time that a bare service adds to an uncached image, ${format}`,
    value: addedByService,
    unit: "ms",
  });
}
loop.stop();
await service.stop();
await placard.stop();
process.exit(0);
