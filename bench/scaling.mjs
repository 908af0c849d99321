// What one image costs Redis, gateways and renderers, by the number of renderers and gateways that share one Redis. CPU time does
// not depend on the number of cores, so this machine may have fewer cores than processes.
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { startPlacard, startRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { createClient } from "./client.mjs";
import { report } from "./report.mjs";

const installations = [
  { gateways: 1, renderers: 1 },
  { gateways: 1, renderers: 2 },
  { gateways: 1, renderers: 4 },
  { gateways: 1, renderers: 8 },
  { gateways: 2, renderers: 2 },
  { gateways: 4, renderers: 4 },
  { gateways: 8, renderers: 8 },
];
const images = 800;
const clientsPerProcess = 8; // the load grows with the installation
const warmUpPerProcess = 150; // until V8 has compiled the code
const idleMs = 4_000;

/** A card that is cheap to render, so that Redis is used as often as possible. */
function smallCard(i) {
  return {
    template: "quote",
    data: { quote: `Card ${i}` },
    options: { format: "jpeg", width: 200, height: 200 },
  };
}

/** The CPU time of processes so far, in seconds. Linux counts it in hundredths. */
function cpuOf(processes) {
  const ticks = processes.map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

/** What Redis has done so far: CPU seconds, commands by name, and bytes from and to its clients. */
async function readRedis(redis) {
  const info = await redis.info("all");
  const field = (name) => Number(new RegExp(`^${name}:([\\d.]+)`, "m").exec(info)[1]);
  const calls = new Map(
    [...info.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)].map(([, name, count]) => [name, Number(count)]),
  );
  return {
    at: performance.now() / 1000,
    cpu: field("used_cpu_user") + field("used_cpu_sys"),
    // Commands of scripts are counted like those of clients.
    processed: field("total_commands_processed"),
    bytesIn: field("total_net_input_bytes"),
    bytesOut: field("total_net_output_bytes"),
    calls,
  };
}

async function measure({ gateways, renderers }) {
  const placard = await startPlacard({ gateways, renderers, env: { RATE_LIMIT_API: "0" }, keepLogs: false });
  const connection = new Redis(placard.redis.url);
  const generators = placard.gateways.map(({ url }) => createClient({ url, key: placard.key }));
  const processes = Math.max(gateways, renderers);
  let next = 0;
  async function render(count) {
    const end = next + count;
    const client = async (generate) => {
      while (next < end) await generate(smallCard(next++));
    };
    await Promise.all(
      Array.from({ length: clientsPerProcess * processes }, (_, i) =>
        client(generators[i % generators.length]),
      ),
    );
  }
  const read = async () => ({
    redis: await readRedis(connection),
    gateways: cpuOf(placard.gateways),
    renderers: cpuOf(placard.renderers),
  });

  await render(warmUpPerProcess * processes);
  await delay(1_000);
  const idleStart = await read();
  await delay(idleMs);
  const start = await read();
  await render(images);
  const end = await read();
  next -= images;
  await render(images); // the same cards again: cache hits
  const hitsEnd = await read();
  connection.disconnect();
  await placard.stop();

  const idleSeconds = start.redis.at - idleStart.redis.at;
  const seconds = end.redis.at - start.redis.at;
  /** What an idle installation does per second, and what an image adds to that. */
  const split = (of) => {
    const perSecond = (of(start) - of(idleStart)) / idleSeconds;
    return { perSecond, perImage: (of(end) - of(start) - perSecond * seconds) / images };
  };
  const hits = (of) => (of(hitsEnd) - of(end)) / images;
  const commands = [...end.redis.calls.keys()].map((name) => {
    return [name, split(({ redis: { calls } }) => calls.get(name) ?? 0)];
  });
  return {
    redisCpu: split(({ redis }) => redis.cpu),
    processed: split(({ redis }) => redis.processed),
    bytesIn: split(({ redis }) => redis.bytesIn),
    bytesOut: split(({ redis }) => redis.bytesOut),
    gatewayCpu: split((each) => each.gateways),
    rendererCpu: split((each) => each.renderers),
    commands,
    redisCpuPerHit: hits(({ redis }) => redis.cpu),
    gatewayCpuPerHit: hits((each) => each.gateways),
  };
}

/** Redis' CPU seconds per image of the least that a queue needs: look up, push, pop, keep the result, publish it. */
async function measureFloor() {
  const server = await startRedis();
  const [client, worker, subscriber] = [1, 2, 3].map(() => new Redis(server.url));
  await subscriber.subscribe("results");
  const job = "x".repeat(600);
  const result = "x".repeat(180);
  const run = async (count) => {
    for (let i = 0; i < count; i++) {
      const published = new Promise((resolve) => subscriber.once("message", resolve));
      const popped = worker.brpop("queue", 5);
      await client.get(`result:${i}`);
      await client.lpush("queue", job);
      await popped;
      await worker.pipeline().set(`result:${i}`, result, "EX", 600).publish("results", result).exec();
      await published;
    }
  };
  await run(500);
  const before = await readRedis(client);
  await run(3_000);
  const after = await readRedis(client);
  for (const redis of [client, worker, subscriber]) redis.disconnect();
  await server.stop();
  return (after.cpu - before.cpu) / 3_000;
}

const results = [];
for (const installation of installations) results.push({ ...installation, ...(await measure(installation)) });

const round = (value, digits = 2) => Number(value.toFixed(digits));
console.table(
  results.map(
    ({
      gateways,
      renderers,
      redisCpu,
      processed,
      bytesIn,
      bytesOut,
      gatewayCpu,
      rendererCpu,
      redisCpuPerHit,
      gatewayCpuPerHit,
    }) => ({
      gateways,
      renderers,
      "Redis µs/image": Math.round(1e6 * redisCpu.perImage),
      "commands/image": round(processed.perImage, 1),
      "KB in/image": round(bytesIn.perImage / 1000),
      "KB out/image": round(bytesOut.perImage / 1000),
      "gateway ms/image": round(1000 * gatewayCpu.perImage),
      "renderer ms/image": round(1000 * rendererCpu.perImage),
      "Redis µs/hit": Math.round(1e6 * redisCpuPerHit),
      "gateway ms/hit": round(1000 * gatewayCpuPerHit),
      "idle: Redis ms/s": round(1000 * redisCpu.perSecond),
      "idle: commands/s": Math.round(processed.perSecond),
    }),
  ),
);
const [one] = results;
console.table(
  one.commands
    .filter(([, { perImage, perSecond }]) => perImage >= 0.1 || perSecond >= 0.5)
    .sort((a, b) => b[1].perImage - a[1].perImage)
    .map(([name, { perImage, perSecond }]) => ({
      command: name,
      "per image": round(perImage),
      "per second, idle": round(perSecond),
    })),
);

const find = (gateways, renderers) =>
  results.find((each) => each.gateways === gateways && each.renderers === renderers).redisCpu.perImage;
const floor = await measureFloor();
report({
  name: "Redis CPU time per image, one renderer and one gateway",
  value: 1e6 * find(1, 1),
  unit: "µs",
});
report({
  name: "Redis CPU time per image, relative to a bare list and a publish",
  value: find(1, 1) / floor,
});
report({
  name: "Redis CPU time per image of 8 renderers, relative to 1",
  value: find(1, 8) / find(1, 1),
  goal: { atMost: 1.2 },
});
report({
  name: "Redis CPU time per image of 4 gateways, relative to 1",
  value: find(4, 4) / find(1, 4),
  goal: { atMost: 1.3 },
});
process.exit(0);
