import { poll } from "@placard/testing";
import { untilRendered } from "../load.mjs";
import { clients } from "./clients.mjs";
import { dependencies } from "./dependencies.mjs";
import { load } from "./load.mjs";
import { processes } from "./processes.mjs";
import { startPrometheus } from "./prometheus.mjs";

const limits = { timeoutMs: 120_000, everyMs: 250 };
const seconds = (ms) => `${(ms / 1000).toFixed(0)} s`;

/** The drills of the runbook sections in docs/operations.md, by the name of the alert. */
export const runbooks = Object.fromEntries(
  Object.entries({ ...processes, ...dependencies, ...load, ...clients }).map(toDrill),
);

/**
 * The drill of a section, in the form of the other drills. The `follow` of a runbook causes the fault, waits
 * with `untilAlert` for its labels, does what the section says, and resolves with what it found and did.
 */
function toDrill([alert, { fault, options = {}, follow }]) {
  const drill = {
    fault: `${alert}: ${fault}`,
    guarantee: "the alert fires; after the steps of its runbook section it stops, and cards are rendered",
    options: { keepLogs: true, ...options },
    async run(placard, { defer }) {
      const prometheus = await startPrometheus(placard);
      defer(prometheus.stop);
      const firing = `ALERTS{alertstate="firing", alertname="${alert}"}`;
      const labels = async () => (await prometheus.query(firing))[0];
      const isUp = async () => (await prometheus.query("up == 0 or absent(up)")).length === 0;
      const untilStopped = () =>
        poll(`${alert} not to fire`, async () => (await labels()) === undefined, limits);
      await poll("all targets to be up", isUp, limits);
      await untilStopped();
      let firedAfter = 0;
      const startedAt = performance.now();
      const untilAlert = async () => {
        const fired = await poll(`${alert} to fire`, labels, limits);
        firedAfter = performance.now() - startedAt;
        return fired;
      };
      const found = await follow({ placard, prometheus, untilAlert, defer });
      const followedAt = performance.now();
      await untilStopped();
      const resolvedAfter = performance.now() - followedAt;
      await untilRendered(placard);
      return {
        held: true,
        observed: `fired after ${seconds(firedAfter)}; ${found}; stopped ${seconds(resolvedAfter)} later`,
      };
    },
  };
  return [alert, drill];
}
