import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { generate, isOk, summarize, tally } from "../../drills/load.mjs";

const requestCount = 60;
const retryTimeoutMs = 15_000;

/**
 * Kills a renderer while both are busy: every request gets its image, no job stays locked, and the container
 * restarts.
 */
export async function checkRendererKilled(project) {
  const [killed] = await project.containers("renderer");
  assert.ok(killed && killed.State.Pid > 0);
  const requests = Array.from({ length: requestCount }, () => generate(project));
  await delay(300);
  process.kill(killed.State.Pid, "SIGKILL");
  const outcomes = await Promise.all(requests);
  const { slowest } = summarize(outcomes);
  assert.ok(outcomes.every(isOk), tally(outcomes));
  assert.ok(slowest < retryTimeoutMs, `the slowest response took ${slowest} ms`);
  await project.waitUntilHealthy(60_000);
  const [restarted] = (await project.containers("renderer")).filter(({ Id }) => Id === killed.Id);
  assert.notEqual(restarted?.State.StartedAt, killed.State.StartedAt);
  assert.ok(restarted);
  assert.equal(await project.redis(restarted, "llen", "{placard}:render:active"), "0");
  return `${tally(outcomes)}, slowest ${(slowest / 1000).toFixed(1)} s`;
}
