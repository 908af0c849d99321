import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { startLoad, tally } from "../../drills/load.mjs";
import { serviceOf } from "../project.mjs";

const clients = 4;
const loadMs = 3_000;

/**
 * Stops the gateway and then everything else under load: requests that were accepted get a response, and
 * every container exits with status 0.
 */
export async function checkGracefulStop(project) {
  const load = startLoad(project, clients);
  await delay(loadMs);
  await project.compose("stop", "gateway");
  const outcomes = await load.stop();
  // Status 0: connections that it no longer accepted.
  assert.ok(
    outcomes.every(({ status }) => status === 200 || status === 0),
    tally(outcomes),
  );
  assert.ok(outcomes.some(({ status }) => status === 200) && outcomes.some(({ status }) => status === 0));

  await project.compose("start", "gateway");
  await project.waitUntilHealthy(60_000);
  const more = startLoad(project, clients);
  await delay(loadMs);
  await project.compose("stop");
  await more.stop();
  for (const { Name, State, Config } of await project.containers()) {
    assert.equal(State.Status, "exited", Name);
    assert.equal(State.ExitCode, 0, `${Name} (${serviceOf(Config)}) exited with status ${State.ExitCode}`);
    assert.equal(State.OOMKilled, false, Name);
  }
  return tally(outcomes);
}
