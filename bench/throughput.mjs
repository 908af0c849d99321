// Images per second of the whole system, and of a bare service of the same shape, relative to a bare render loop without HTTP and queue on
// the same machine.
import { startPlacard } from "@placard/testing";
import { startBareService } from "./bare-service.mjs";
import { requestBody } from "./cards.mjs";
import { createClient, quantile, startRenderLoop } from "./client.mjs";
import { report } from "./report.mjs";

const rounds = 5;
const ms = 4_000;
const clients = 12;
const concurrency = 2; // the default of RENDER_CONCURRENCY
const goals = { png: 0.85, jpeg: 0.65, webp: 0.85 };

const placard = await startPlacard({ env: { RATE_LIMIT_API: "0" }, keepLogs: false });
const service = await startBareService();
const loop = await startRenderLoop();
const ofSystem = createClient(placard);
const ofService = createClient(service);
let next = 0;

/** Images per second with several clients at a time. */
async function measure(format, generate) {
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

async function measureAll(format) {
  const { rate } = await loop.measure({ task: "throughput", format, ms, concurrency, from: next });
  const system = await measure(format, ofSystem);
  const bare = await measure(format, ofService);
  return {
    "loop images/s": rate,
    "system images/s": system,
    "bare service images/s": bare,
    ratio: system / rate,
    "ratio of the bare service": bare / rate,
  };
}

const formats = ["png", "jpeg", "webp"];
for (const format of [...formats, ...formats]) await measureAll(format); // more than 2,000 cards each, until V8 has compiled the code

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
for (const { format, ratio, "ratio of the bare service": ratioOfService } of rows) {
  report({
    name: `images per second of the system relative to the render loop, ${format}`,
    value: ratio,
    goal: { atLeast: goals[format] },
  });
  report({
    name: `images per second of a bare service relative to the render loop, ${format}`,
    value: ratioOfService,
  });
}
loop.stop();
await service.stop();
await placard.stop();
process.exit(0);
