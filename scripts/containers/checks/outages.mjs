import assert from "node:assert/strict";
import { poll } from "@placard/testing";
import { generate } from "../../drills/load.mjs";
import { hashImage } from "../hash-image.mjs";

const longestResponseMs = 11_000;
const recoveryTimeoutMs = 90_000;

/**
 * Stops the containers of a service and starts them again. The gateway responds with 503 in time, and
 * recovers without a restart.
 */
export async function checkOutage(project, key, service) {
  const target = { url: project.url, key };
  const stored = await generate(target);
  assert.equal(stored.status, 200, stored.code);
  const hash = await hashImage(project.url, stored.url ?? "");
  const gatewayBefore = (await project.containers("gateway"))[0]?.State.StartedAt;

  await project.control("stop", service);
  const rejected = await poll(
    "a request to be rejected",
    async () => {
      const outcome = await generate(target);
      return outcome.status !== 200 && outcome;
    },
    { everyMs: 500 },
  );
  assert.equal(rejected.status, 503, rejected.code);
  assert.ok(rejected.ms < longestResponseMs, `the response took ${rejected.ms} ms`);
  assert.ok(Number(rejected.retryAfter) > 0);
  assert.equal((await fetch(`${project.url}/health/live`)).status, 200);
  assert.equal((await fetch(`${project.url}/health/ready`)).status, 503);
  if (service !== "storage") assert.equal(await hashImage(project.url, stored.url ?? ""), hash);

  const startedAt = performance.now();
  await project.control("start", service);
  await poll(
    `images to be rendered after ${service} has started`,
    async () => (await generate(target)).status === 200,
    { timeoutMs: recoveryTimeoutMs, everyMs: 500 },
  );
  const recoveredMs = performance.now() - startedAt;
  assert.equal(await hashImage(project.url, stored.url ?? ""), hash);
  await project.waitUntilHealthy(recoveryTimeoutMs);
  assert.equal((await project.containers("gateway"))[0]?.State.StartedAt, gatewayBefore);
  return `503 after ${rejected.ms.toFixed(0)} ms, recovered ${(recoveredMs / 1000).toFixed(1)} s after the start`;
}
