import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { poll } from "@placard/testing";
import { generate, startLoad, summarize, tally } from "./load.mjs";
import { startDelayedS3 } from "./delayed-s3.mjs";

export const fault =
  "S3 is slow (1 s per response), then frozen (SIGSTOP), then refuses connections, then recovers";
export const guarantee =
  "503 within the time limit (10 s), and no request hangs; every image that was returned is stored; recovery needs no restart";
export const options = { gateways: 0, renderers: 0 };

export async function run(placard) {
  const { s3, proxy, env, stop } = await startDelayedS3();
  try {
    const { url } = await placard.startGateway(env);
    for (let i = 0; i < 2; i++) placard.startRenderer(env);
    const request = () => generate(url, placard.key);
    const isRendered = async () => (await request()).status === 200;
    const phase = async (ms) => {
      const load = startLoad(request, 4);
      await delay(ms);
      return load.stop();
    };
    await poll("the first image", isRendered);
    const healthy = await phase(1_500);
    proxy.delayMs = 1_000;
    const slow = await phase(5_000);
    proxy.delayMs = 0;
    s3.pause();
    const frozen = await phase(8_000);
    s3.resume();
    await poll("images to be rendered again", isRendered);
    proxy.refuse();
    const refused = await phase(5_000);
    await proxy.accept();
    const backAt = performance.now();
    await poll("images to be rendered again", isRendered);
    const recoveredMs = performance.now() - backAt;
    const after = await phase(1_500);

    const all = [...healthy, ...slow, ...frozen, ...refused, ...after];
    const paths = all.flatMap((outcome) => (outcome.url ? [new URL(outcome.url).pathname] : []));
    const stored = await Promise.all(paths.map(async (path) => (await fetch(new URL(path, url))).status));
    const missing = stored.filter((status) => status !== 200).length;
    const { slowest } = summarize(all);
    return {
      held:
        [...healthy, ...slow, ...after].every(({ status }) => status === 200) &&
        [...frozen, ...refused].every(({ status }) => status === 503 || status === 200) &&
        missing === 0 &&
        slowest < 10_500,
      observed:
        `slow: ${tally(slow)}; frozen: ${tally(frozen)}; refused: ${tally(refused)}; ` +
        `back after ${recoveredMs.toFixed(0)} ms, then ${tally(after)}; slowest response ${(slowest / 1000).toFixed(1)} s; ` +
        `${paths.length} returned, ${missing} of them missing`,
    };
  } finally {
    s3.resume();
    await placard.stop();
    await stop();
  }
}
