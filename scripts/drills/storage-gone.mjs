import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { poll, s3Env, startPlacard, startS3 } from "@placard/testing";
import { startDelayingProxy } from "./delaying-proxy.mjs";
import { generate, startLoad, tally } from "./load.mjs";

export const fault =
  "S3 is slow (1 s per response), then frozen (SIGSTOP), then refuses connections, then recovers";
export const guarantee =
  "503 within the time limit (10 s), and no request hangs; every image that was returned is stored; recovery needs no restart";

export async function run() {
  const s3 = await startS3();
  const proxy = await startDelayingProxy(Number(new URL(s3.endpoint).port));
  const placard = await startPlacard({
    renderers: 2,
    keepLogs: false,
    env: {
      RATE_LIMIT_API: "0",
      ...s3Env({ ...s3, endpoint: `http://127.0.0.1:${proxy.port}` }, await s3.createBucket()),
    },
  });
  try {
    const request = () => generate(placard.url, placard.key);
    const phase = async (/** @type {number} */ ms) => {
      const load = startLoad(request, 4);
      await delay(ms);
      return load.stop();
    };
    const healthy = await phase(1_500);
    proxy.delayMs = 1_000;
    const slow = await phase(5_000);
    proxy.delayMs = 0;
    s3.pause();
    const frozen = await phase(8_000);
    s3.resume();
    await poll("images to be rendered again", async () => (await request()).status === 200);
    proxy.refuse();
    const refused = await phase(5_000);
    await proxy.accept();
    const backAt = performance.now();
    await poll("images to be rendered again", async () => (await request()).status === 200);
    const recoveredMs = performance.now() - backAt;
    const after = await phase(1_500);

    const all = [...healthy, ...slow, ...frozen, ...refused, ...after];
    const returned = all.filter(({ status }) => status === 200);
    const stored = await Promise.all(
      returned.map(
        async ({ url }) => (await fetch(new URL(new URL(url ?? "").pathname, placard.url))).status,
      ),
    );
    const missing = stored.filter((status) => status !== 200).length;
    const slowest = Math.max(...all.map(({ ms }) => ms));
    return {
      held:
        [...healthy, ...slow, ...after].every(({ status }) => status === 200) &&
        [...frozen, ...refused].every(({ status }) => status === 503 || status === 200) &&
        missing === 0 &&
        slowest < 10_500,
      observed:
        `slow: ${tally(slow)}; frozen: ${tally(frozen)}; refused: ${tally(refused)}; ` +
        `back after ${recoveredMs.toFixed(0)} ms, then ${tally(after)}; slowest response ${(slowest / 1000).toFixed(1)} s; ` +
        `${returned.length} returned, ${missing} of them missing`,
    };
  } finally {
    s3.resume();
    await placard.stop();
    proxy.refuse();
    await s3.stop();
  }
}
