// The bytes of Redis' memory that each rendered image takes until it expires, relative to its key and expiry
// alone.
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { startPlacard, startRedis } from "@placard/testing";
import { Redis } from "ioredis";
import { requestBody } from "./cards.mjs";
import { createClient, runClients } from "./client.mjs";
import { report } from "./report.mjs";

const warmUpImages = 1_000;
const images = 4_000;
const clients = 12;
const flushMs = 2_500; // until gateways have written the usage

/** Redis' memory without the buffers of its connections, per image that `add` adds. */
async function bytesPerImage(redis, add) {
  const usedBytes = async () => {
    const info = await redis.info("memory");
    const field = (name) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(info)[1]);
    return field("used_memory") - field("mem_clients_normal");
  };
  await add(warmUpImages);
  const before = await usedBytes();
  await add(images);
  return ((await usedBytes()) - before) / images;
}

const placard = await startPlacard({ env: { RATE_LIMIT_API: "0" }, keepLogs: false });
const redis = new Redis(placard.redis.url);
const generate = createClient(placard);
let next = 0;
const total = await bytesPerImage(redis, async (count) => {
  await runClients(
    clients,
    (_, done) => done >= count,
    () => generate(requestBody(next++, "jpeg")),
  );
  await delay(flushMs);
});
redis.disconnect();
await placard.stop();

const server = await startRedis();
const floorRedis = new Redis(server.url);
const floor = await bytesPerImage(floorRedis, async (count) => {
  for (let i = 0; i < count; i++)
    await floorRedis.set(`{placard}:result:${randomBytes(24).toString("base64url")}`, "", "EX", 604_800);
});
floorRedis.disconnect();
await server.stop();
report({ name: "Redis bytes per image known", value: total, unit: "bytes", goal: { atMost: 400 } });
report({ name: "Redis bytes per image known, relative to its key and expiry alone", value: total / floor });
process.exit(0);
