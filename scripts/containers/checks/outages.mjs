import assert from "node:assert/strict";
import { poll } from "@placard/testing";
import { generate, isOk } from "../../drills/load.mjs";
import { fetchImage } from "./same-images.mjs";

const longestResponseMs = 11_000;
const recoveryTimeoutMs = 90_000;

/**
 * A check that stops the containers of a service and starts them again. The gateway responds with 503 in
 * time, and recovers without a restart.
 */
export const checkOutage = (service) => async (project) => {
  const stored = await generate(project);
  const image = await fetchImage(project, stored);
  const gatewayBefore = (await project.containers("gateway"))[0]?.State.StartedAt;

  await project.control("stop", service);
  const getRejection = async () => {
    const outcome = await generate(project);
    return !isOk(outcome) && outcome;
  };
  const rejected = await poll("a request to be rejected", getRejection, { everyMs: 500 });
  assert.equal(rejected.status, 503, rejected.code);
  assert.ok(rejected.ms < longestResponseMs, `the response took ${rejected.ms} ms`);
  assert.ok(Number(rejected.retryAfter) > 0);
  assert.equal((await fetch(`${project.url}/health/live`)).status, 200);
  assert.equal((await fetch(`${project.url}/health/ready`)).status, 503);
  if (service !== "storage") assert.ok((await fetchImage(project, stored)).equals(image));

  const startedAt = performance.now();
  await project.control("start", service);
  const isRendered = async () => isOk(await generate(project));
  await poll("images to be rendered", isRendered, { timeoutMs: recoveryTimeoutMs, everyMs: 500 });
  const recoveredMs = performance.now() - startedAt;
  assert.ok((await fetchImage(project, stored)).equals(image));
  await project.waitUntilHealthy(recoveryTimeoutMs);
  assert.equal((await project.containers("gateway"))[0]?.State.StartedAt, gatewayBefore);
  return `503 after ${rejected.ms.toFixed(0)} ms, recovered ${(recoveredMs / 1000).toFixed(1)} s after the start`;
};
