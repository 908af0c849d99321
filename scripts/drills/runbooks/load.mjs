import { poll } from "@placard/testing";
import { startDelayedS3 } from "../delayed-s3.mjs";
import { signedPath } from "../links.mjs";
import { generate } from "../load.mjs";
import { runOperator } from "../probes.mjs";
import { findLogLine, preload, repeat, startCards } from "./runbook.mjs";

/** Each file takes 100 ms of the renderer's time, so that the CPUs of this machine are not the limit. */
const slowDisk = preload(`
  import fs from "node:fs";
  import { syncBuiltinESMExports } from "node:module";
  const { rename } = fs.promises;
  fs.promises.rename = (...args) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    return rename(...args);
  };
  syncBuiltinESMExports();
`);

const faultyTitle = preload(`
  import { createRequire } from "node:module";
  const context = createRequire(process.argv[1])("canvas").CanvasRenderingContext2D.prototype;
  const { fillText } = context;
  context.fillText = function (text, ...rest) {
    if (text.includes("Faulty")) throw new Error("glyph table is damaged");
    return fillText.call(this, text, ...rest);
  };
`);

export const load = {
  PlacardQueueDeep: {
    fault: "more cards are requested than one renderer of limited speed can render",
    options: { renderers: 0, env: { QUEUE_LIMIT: "1000", RATE_LIMIT_API: "0", RENDER_TIMEOUT_MS: "60000" } },
    async follow({ placard, prometheus, untilAlert, defer }) {
      placard.renderers.push(placard.startRenderer(slowDisk));
      const pending = [];
      defer(() => Promise.all(pending));
      defer(repeat(() => void pending.push(generate(placard)), 100));
      await untilAlert();
      const stage = await prometheus.findFastest("stage", "placard_render_stage_duration_seconds_sum");
      for (let i = 0; i < 3; i++) placard.renderers.push(placard.startRenderer(slowDisk));
      return `the stage that grows is ${stage}; added three renderers`;
    },
  },

  PlacardLinkFallbacks: {
    fault: "the renderer is frozen while signed links to new images are followed",
    options: { env: { LINK_BUDGET_MS: "2000" } },
    async follow({ placard, prometheus, untilAlert, defer }) {
      const key = await (await placard.createAccount()).createSigningKey();
      const [renderer] = placard.renderers;
      process.kill(renderer.pid, "SIGSTOP");
      let i = 0;
      const visit = async () => {
        const path = await signedPath(key, `Link ${i++}`, "jpeg", "readable");
        await (await fetch(placard.url + path)).arrayBuffer();
      };
      defer(repeat(visit, 100));
      defer(() => process.kill(renderer.pid, "SIGCONT"));
      await untilAlert();
      const reason = await prometheus.findFastest("reason", "placard_link_fallbacks_total");
      process.kill(renderer.pid, "SIGCONT");
      return `the most frequent reason is ${reason}: the renderer was frozen; continued it`;
    },
  },

  PlacardOverloaded: {
    fault: "one of two accounts requests cards as fast as it can",
    options: { env: { QUEUE_LIMIT: "20", RATE_LIMIT_API: "0" } },
    async follow({ placard, untilAlert, defer }) {
      const { url } = placard;
      const [flooding, other] = [await placard.createAccount(), await placard.createAccount()];
      defer(startCards({ url, key: flooding.key }, 60));
      await untilAlert();
      const listed = await runOperator(placard, "usage", "--top", "5", "--days", "1");
      const [waiting, ...columns] = listed.split("\n")[1].trim().split(/ +/);
      const email = columns.at(-1);
      if (email !== flooding.email) throw new Error(`the first account of the list is ${email}`);
      const usage = await runOperator(placard, "usage", "--account", email, "--days", "1", "--json");
      const { keyId } = JSON.parse(usage).at(-1).keys[0];
      await runOperator(placard, "keys", "revoke", keyId, "--account", email);
      const rejected = await generate({ url, key: flooding.key });
      const served = await generate({ url, key: other.key });
      if (rejected.status !== 401) throw new Error(`the revoked key got ${rejected.status}`);
      return `the first account of the list had ${waiting} waiting jobs; after its key was revoked, it got ${rejected.status}, the other account ${served.status}`;
    },
  },

  PlacardSlow: {
    fault: "storage responds after 700 ms",
    options: { renderers: 0 },
    async follow({ placard, untilAlert, defer }) {
      const { proxy, env } = await startDelayedS3(placard, defer);
      placard.gateways = [await placard.startGateway(env)];
      placard.renderers = [placard.startRenderer(env)];
      placard.url = placard.gateways[0].url;
      proxy.delayMs = 700;
      defer(startCards(placard, 8));
      await untilAlert();
      const { serverTiming } = await generate(placard);
      proxy.delayMs = 0;
      return `Server-Timing of a slow response: ${serverTiming}; storage is slow; repaired it`;
    },
  },

  PlacardRenderFailures: {
    fault: "one title fails in every renderer",
    options: { renderers: 0 },
    async follow({ placard, prometheus, untilAlert, defer }) {
      placard.renderers = [placard.startRenderer(faultyTitle)];
      const up = 'up{job="placard-renderer"} == 1';
      await poll("the renderer to be scraped", async () => (await prometheus.query(up)).length > 0);
      const failure = await generate(placard, "Faulty");
      defer(startCards(placard, 1));
      await untilAlert();
      const { requestId, err } = await findLogLine(placard, "image render failed", { final: true });
      const { path, keyId } = await findLogLine(placard, "request", { requestId });
      return `${failure.code}; the log line with final: true says “${err.message}”, and its requestId leads to ${path} of key ${keyId}; that client stopped`;
    },
  },
};
