import { performance } from "node:perf_hooks";
import { poll } from "@placard/testing";
import { generate } from "../load.mjs";
import { clients } from "./clients.mjs";
import { dependencies } from "./dependencies.mjs";
import { load } from "./load.mjs";
import { processes } from "./processes.mjs";
import { startPrometheus } from "./prometheus.mjs";

/** The drills of the runbook sections in docs/operations.md, by the name of the alert. */
export const runbooks = { ...processes, ...dependencies, ...load, ...clients };

const limits = { timeoutMs: 120_000, everyMs: 250 };

/** The drill of a section, in the form of the other drills. */
export function createRunbookDrill(alert) {
  const { fault, options, start } = runbooks[alert];
  return {
    fault: `${alert}: ${fault}`,
    guarantee: "the alert fires; after the steps of its runbook section it stops, and cards are rendered",
    options: { keepLogs: true, ...options },

    async run(placard) {
      const prometheus = await startPrometheus(placard);
      let incident;
      try {
        const isFiring = async () => (await prometheus.firing()).has(alert);
        const isRendered = async () => (await generate(placard.url, placard.key)).status === 200;
        const isUp = async () => (await prometheus.query("up == 0 or absent(up)")).length === 0;
        await poll("all targets to be up", isUp, limits);
        await poll(`${alert} not to fire before the fault`, async () => !(await isFiring()), limits);
        const startedAt = performance.now();
        incident = await start({ placard, prometheus });
        await poll(`${alert} to fire`, isFiring, limits);
        const firedAfter = performance.now() - startedAt;
        const found = await incident.follow();
        const followedAt = performance.now();
        await poll(`${alert} to stop`, async () => !(await isFiring()), limits);
        const resolvedAfter = performance.now() - followedAt;
        await poll("a card to be rendered", isRendered, limits);
        return {
          held: true,
          observed: `fired after ${seconds(firedAfter)}; ${found}; stopped ${seconds(resolvedAfter)} later`,
        };
      } catch (error) {
        return { held: false, observed: String(error) };
      } finally {
        await incident?.end?.();
        await prometheus.stop();
      }
    },
  };
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(0)} s`;
}
