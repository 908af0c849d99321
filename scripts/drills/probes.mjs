// What drills read of a running Placard.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { queuePrefix, renderQueue } from "@placard/contracts";
import { jwtSecret, poll } from "@placard/testing";
import { Redis } from "ioredis";

const operator = fileURLToPath(new URL("../../services/operator/bundle/main.js", import.meta.url));

/** Runs the operators' command line, as `placard` does. Resolves with its standard output. */
export async function runOperator({ redis, publicUrl }, ...args) {
  const env = { ...process.env, REDIS_URL: redis.url, PUBLIC_URL: publicUrl, JWT_SECRET: jwtSecret };
  const { stdout } = await promisify(execFile)(process.execPath, [operator, ...args], {
    env,
    maxBuffer: 1e9,
  });
  return stdout;
}

/** Waits until this number of render jobs is waiting, with a priority or without, delayed or active. */
export function untilJobs(placard, count) {
  return poll(`${count} jobs`, async () => (await countUnfinishedJobs(placard)) === count);
}

async function countUnfinishedJobs({ redis: { url } }) {
  const redis = new Redis(url);
  redis.on("error", () => {}); // commands reject
  const key = (state) => `${queuePrefix}:${renderQueue}:${state}`;
  const lists = ["wait", "active"].map((state) => redis.llen(key(state)));
  const sets = ["prioritized", "delayed"].map((state) => redis.zcard(key(state)));
  const counts = await Promise.all([...lists, ...sets]).finally(() => redis.disconnect());
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The samples of a metric of a gateway or a renderer: the values by the text of their labels. */
export async function readMetric({ adminUrl }, name) {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const samples = text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)`, "gm"));
  return new Map(Array.from(samples, ([, labels = "", value]) => [labels, Number(value)]));
}
