import { setTimeout as delay } from "node:timers/promises";
import { performance } from "node:perf_hooks";
import { startPlacard } from "@placard/testing";
import { generate, startLoad, tally } from "./load.mjs";

export const harm =
  "gateways and renderers are stopped (SIGTERM) and replaced, one after the other, under load";
export const promise = "no accepted request fails; each ends with exit status 0 within 10 s";

export async function run() {
  const placard = await startPlacard({
    gateways: 2,
    renderers: 2,
    env: { RATE_LIMIT_API: "0" },
    keepLogs: false,
  });
  try {
    const gateways = [...placard.gateways];
    const renderers = [...placard.renderers];
    let turn = 0;
    // As a load balancer does: a gateway that refuses connections is left out.
    const ask = async () => {
      for (let tries = 0; ; tries++) {
        const gateway = gateways[turn++ % gateways.length];
        const answer = await generate(gateway?.url ?? "", placard.key);
        if (answer.status !== 0 || tries === 20 || answer.ms > 1_000) return answer;
        await delay(50);
      }
    };
    const load = startLoad(ask, 12);
    /** @type {{ status: number | null, ms: number }[]} */
    const ends = [];
    /** @param {{ stop: () => Promise<number | null> }} [service] */
    const end = async (service) => {
      const startedAt = performance.now();
      const status = (await service?.stop()) ?? null;
      ends.push({ status, ms: performance.now() - startedAt });
    };
    await delay(1_500);
    for (let i = 0; i < 2; i++) {
      await end(renderers[i]);
      placard.startRenderer();
      await delay(1_500);
    }
    for (let i = 0; i < 2; i++) {
      const old = gateways[i];
      const fresh = await placard.startGateway();
      gateways[i] = fresh;
      await end(old);
      await delay(500);
    }
    const answers = await load.stop();
    return {
      kept:
        answers.every(({ status }) => status === 200) &&
        ends.every(({ status, ms }) => status === 0 && ms < 10_000),
      seen: `${tally(answers)}; exit statuses ${ends.map(({ status }) => status).join(", ")}; slowest end ${Math.max(...ends.map(({ ms }) => ms)).toFixed(0)} ms`,
    };
  } finally {
    await placard.stop();
  }
}
