import { setTimeout as delay } from "node:timers/promises";
import { performance } from "node:perf_hooks";
import { generate, startLoad, tally } from "./load.mjs";

export const fault = "gateways and renderers are stopped (SIGTERM) and replaced, one by one, under load";
export const guarantee = "no accepted request fails; each process exits with status 0 within 10 s";

export const options = { gateways: 2, renderers: 2 };

export async function run(placard) {
  const gateways = [...placard.gateways];
  const renderers = [...placard.renderers];
  let next = 0;
  // Like a load balancer, this skips a gateway that refuses connections.
  const request = async () => {
    for (let attempt = 0; ; attempt++) {
      const gateway = gateways[next++ % gateways.length];
      const outcome = await generate(gateway?.url ?? "", placard.key);
      if (outcome.status !== 0 || attempt === 20 || outcome.ms > 1_000) return outcome;
      await delay(50);
    }
  };
  const load = startLoad(request, 12);
  const exits = [];
  const stop = async (service) => {
    const startedAt = performance.now();
    const status = (await service?.stop()) ?? null;
    exits.push({ status, ms: performance.now() - startedAt });
  };
  await delay(1_500);
  for (let i = 0; i < 2; i++) {
    await stop(renderers[i]);
    placard.startRenderer();
    await delay(1_500);
  }
  for (let i = 0; i < 2; i++) {
    const old = gateways[i];
    gateways[i] = await placard.startGateway();
    await stop(old);
    await delay(500);
  }
  const outcomes = await load.stop();
  return {
    held:
      outcomes.every(({ status }) => status === 200) &&
      exits.every(({ status, ms }) => status === 0 && ms < 10_000),
    observed: `${tally(outcomes)}; exit statuses ${exits.map(({ status }) => status).join(", ")}; slowest exit ${Math.max(...exits.map(({ ms }) => ms)).toFixed(0)} ms`,
  };
}
