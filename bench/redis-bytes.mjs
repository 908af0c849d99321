// The bytes of Redis' memory that each rendered image takes until it expires, relative to its key and expiry alone.
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { startPlacard, startRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { requestBody } from "./cards.mjs";
import { createClient } from "./client.mjs";
import { report } from "./report.mjs";

const warmUpImages = 1_000;
const images = 4_000;
const clients = 12;
const flushMs = 2_500; // until gateways have written the usage

const placard = await startPlacard({
  env: { RATE_LIMIT_API: "0" },
  keepLogs: false,
});
const redis = new Redis(placard.redis.url);
const generate = createClient(placard);
let next = 0;

async function render(count) {
  const end = next + count;
  const client = async () => {
    while (next < end) await generate(requestBody(next++, "jpeg"));
  };
  await Promise.all(Array.from({ length: clients }, client));
  await delay(flushMs);
}

/** Redis' memory without the buffers of its connections. */
async function usedBytes(server) {
  const info = await server.info("memory");
  const field = (name) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(info)[1]);
  return field("used_memory") - field("mem_clients_normal");
}

/** The number of keys and their bytes, by kind. */
async function keysByKind() {
  const kinds = new Map();
  for (const key of await redis.keys("*")) {
    const kind = /result|render:events/.exec(key)?.[0] ?? "other";
    const { count, bytes } = kinds.get(kind) ?? { count: 0, bytes: 0 };
    kinds.set(kind, { count: count + 1, bytes: bytes + (await redis.memory("USAGE", key, "SAMPLES", 0)) });
  }
  return kinds;
}

async function measureFloor() {
  const server = await startRedis();
  const floor = new Redis(server.url);
  const fill = async (count) => {
    for (let i = 0; i < count; i++)
      await floor.set(`{placard}:result:${randomBytes(24).toString("base64url")}`, "", "EX", 604_800);
  };
  await fill(warmUpImages);
  const before = await usedBytes(floor);
  await fill(images);
  const bytes = ((await usedBytes(floor)) - before) / images;
  floor.disconnect();
  await server.stop();
  return bytes;
}

await render(warmUpImages);
const [before, kindsBefore] = [await usedBytes(redis), await keysByKind()];
await render(images);
const [after, kindsAfter] = [await usedBytes(redis), await keysByKind()];

const total = (after - before) / images;
const rows = [...kindsAfter].map(([kind, { count, bytes }]) => {
  const earlier = kindsBefore.get(kind) ?? { count: 0, bytes: 0 };
  const perImage = (bytes - earlier.bytes) / images;
  return { keys: kind, count, "bytes in all": bytes, "bytes per image": Number(perImage.toFixed(1)) };
});
console.table(rows);
const [resultKey] = await redis.keys("*:result:*");
console.log(`a result: ${await redis.get(resultKey)}`);
const floor = await measureFloor();
report({ name: "Redis bytes per image known", value: total, unit: "bytes", goal: { atMost: 400 } });
report({ name: "Redis bytes per image known, relative to its key and expiry alone", value: total / floor });
redis.disconnect();
await placard.stop();
process.exit(0);
