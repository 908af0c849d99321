import { setTimeout as delay } from "node:timers/promises";
import { crashingCanvasOptions } from "@placard/testing";
import { generate, isOk, startLoad, summarize, tally, untilRendered } from "./load.mjs";
import { untilJobs } from "./probes.mjs";

const retriesJobs =
  "every request gets its image; jobs of the killed renderer are retried, and rendered within 5 s";

export const processes = {
  "renderer-killed": {
    fault: "one of two renderers is killed (SIGKILL) under load",
    guarantee: retriesJobs,
    options: { renderers: 2 },
    run: (placard) => killUnderLoad(placard, () => placard.renderers[0].stop("SIGKILL")),
  },

  "only-renderer-killed": {
    fault: "the only renderer is killed (SIGKILL) under load, and restarted after 0.1 s",
    guarantee: retriesJobs,
    run: (placard) =>
      killUnderLoad(placard, async () => {
        await placard.renderers[0].stop("SIGKILL");
        await delay(100); // as the launcher does
        placard.startRenderer();
      }),
  },

  "gateway-killed": {
    fault: "a gateway is killed (SIGKILL) while 20 of its images wait to be rendered",
    guarantee: "the images are rendered; another gateway returns each as a HIT",
    options: { gateways: 2 },
    async run(placard) {
      const { gateways, key } = placard;
      const [first, second] = gateways.map(({ url }) => ({ url, key }));
      const [renderer] = placard.renderers;
      process.kill(renderer.pid, "SIGSTOP");
      const titles = Array.from({ length: 20 }, (_, i) => `Orphan ${i}`);
      const orphans = titles.map((title) => generate(first, title));
      await untilJobs(placard, titles.length);
      await gateways[0].stop("SIGKILL");
      process.kill(renderer.pid, "SIGCONT");
      const dropped = await Promise.all(orphans);
      await untilJobs(placard, 0);
      const repeated = await Promise.all(titles.map((title) => generate(second, title)));
      const hits = repeated.filter(({ status, cache }) => status === 200 && cache === "HIT").length;
      return {
        held: hits === titles.length && dropped.every(({ status }) => status === 0),
        observed: `${tally(dropped)} at the killed gateway; ${hits} of ${titles.length} HITs at the other`,
      };
    },
  },

  drained: {
    fault: "gateways and renderers are stopped (SIGTERM) and replaced, one by one, under load",
    guarantee: "no accepted request fails; each process exits with status 0 within 10 s",
    options: { gateways: 2, renderers: 2 },
    async run(placard) {
      const { key, renderers } = placard;
      const gateways = [...placard.gateways];
      let next = 0;
      // Like a load balancer, this skips a gateway that refuses connections.
      const request = async () => {
        for (let attempt = 0; ; attempt++) {
          const outcome = await generate({ url: gateways[next++ % gateways.length].url, key });
          if (outcome.status !== 0 || attempt === 20 || outcome.ms > 1_000) return outcome;
          await delay(50);
        }
      };
      const load = startLoad(request, 12);
      const exits = [];
      const stop = async (service) => {
        const startedAt = performance.now();
        const status = await service.stop();
        exits.push({ status, ms: performance.now() - startedAt });
      };
      await delay(1_500);
      for (const renderer of renderers) {
        await stop(renderer);
        placard.startRenderer();
        await delay(1_500);
      }
      for (const [i, old] of placard.gateways.entries()) {
        gateways[i] = await placard.startGateway();
        await stop(old);
        await delay(500);
      }
      const outcomes = await load.stop();
      const { slowest } = summarize(exits);
      return {
        held: outcomes.every(isOk) && exits.every(({ status }) => status === 0) && slowest < 10_000,
        observed: `${tally(outcomes)}; exit statuses ${exits.map(({ status }) => status).join(", ")}; slowest exit ${slowest.toFixed(0)} ms`,
      };
    },
  },

  poison: {
    fault:
      "a card crashes every process that renders it (abort() in canvas); a supervisor restarts renderers",
    guarantee:
      "the card crashes one renderer, fails at its second attempt, in quarantine, and is rejected with render_failed from then on; all other cards are rendered",
    options: { renderers: 0 },
    async run(placard, { defer }) {
      let crashes = 0;
      let isOver = false;
      const supervise = async () => {
        while (!isOver) {
          const status = await placard.startRenderer({ NODE_OPTIONS: crashingCanvasOptions }).exited;
          if (!isOver && status !== 0) crashes++;
        }
      };
      const supervisors = Promise.all([supervise(), supervise()]);
      defer(async () => {
        isOver = true;
        await placard.stop();
        await supervisors;
      });
      await untilRendered(placard);
      const load = startLoad(placard, 4);
      await delay(500);
      const first = await generate(placard, "Poison");
      const crashesAfterFirst = crashes;
      const second = await generate(placard, "Poison");
      const outcomes = await load.stop();
      return {
        held:
          [first, second].every(({ code }) => code === "render_failed") &&
          second.ms < 1_000 &&
          crashes === 1 &&
          outcomes.every(isOk),
        observed:
          `${first.code ?? first.status} after ${crashesAfterFirst} crashes and ${(first.ms / 1000).toFixed(1)} s, ` +
          `then ${second.code ?? second.status} after ${crashes - crashesAfterFirst} more in ${second.ms.toFixed(0)} ms; ` +
          `others: ${tally(outcomes)}, slowest ${summarize(outcomes).slowest.toFixed(0)} ms`,
      };
    },
  },
};

/** Kills a renderer while 8 clients wait for cards. */
async function killUnderLoad(placard, kill) {
  const load = startLoad(placard, 8);
  await delay(2_000);
  await kill();
  await delay(6_000);
  const outcomes = await load.stop();
  const { median, slowest } = summarize(outcomes);
  return {
    held: outcomes.every(isOk) && slowest <= 5_000,
    observed: `${tally(outcomes)}; median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
  };
}
