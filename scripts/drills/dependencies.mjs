import { setTimeout as delay } from "node:timers/promises";
import { registerTestClient } from "@placard/testing";
import { startDelayedS3 } from "./delayed-s3.mjs";
import { generate, isOk, loadFor, startLoad, summarize, tally, untilRendered } from "./load.mjs";

const queuedJobs = 40;

export const dependencies = {
  "redis-killed": {
    fault: "Redis (with an append-only file) is killed (SIGKILL) under load and restarted after 3 s",
    guarantee:
      "no account, session, key or queued job is lost; 503 within 200 ms during the outage; no request hangs; no other process restarts",
    options: {
      appendOnly: true,
      renderers: 2,
      env: { RATE_LIMIT_AUTH: "0", PUBLIC_URL: "http://localhost:3000" },
    },
    async run(placard) {
      const { url, renderers, redis } = placard;
      const client = await registerTestClient(url);
      const created = await client.callWithToken("POST", "/keys", { name: "drill" });
      const load = startLoad(placard, 6);
      await delay(1_500);
      // Jobs are then queued when Redis is killed.
      for (const { pid } of renderers) process.kill(pid, "SIGSTOP");
      const waiting = Array.from({ length: queuedJobs }, (_, i) => generate(placard, `Queued ${i}`));
      await delay(500);
      await redis.kill();
      for (const { pid } of renderers) process.kill(pid, "SIGCONT");
      const killedAt = performance.now();
      await delay(300);
      const during = await Promise.all(Array.from({ length: 50 }, () => generate(placard)));
      await delay(2_500);
      await redis.restart();
      const restartedAt = performance.now();
      const recoveredMs = await untilRendered(placard);
      await delay(1_000);
      const outcomes = await load.stop();
      const jobs = await Promise.all(waiting);

      const session = await client.callWithToken("GET", "/auth/session");
      const login = await client.login();
      const withKey = await generate({ url, key: created.body.data.key });
      const { slowest } = summarize(during);
      const later = outcomes.filter(({ at }) => at > restartedAt + recoveredMs);
      return {
        held:
          [session, login, withKey, ...jobs, ...later].every(isOk) &&
          during.every(({ status }) => status === 503) &&
          slowest < 200 &&
          [...outcomes, ...jobs].every(({ ms }) => ms <= 20_000),
        observed:
          `during the outage ${tally(during)}, slowest ${slowest.toFixed(0)} ms; the ${queuedJobs} queued: ${tally(jobs)}; ` +
          `images again ${recoveredMs.toFixed(0)} ms after Redis (out for ${((restartedAt - killedAt) / 1000).toFixed(1)} s); ` +
          `session, login, key: ${tally([session, login, withKey])}`,
      };
    },
  },

  "storage-gone": {
    fault: "S3 is slow (1 s per response), then frozen (SIGSTOP), then refuses connections, then recovers",
    guarantee:
      "503 within the time limit (10 s), and no request hangs; every image that was returned is stored; recovery needs no restart",
    options: { gateways: 0, renderers: 0 },
    async run(placard, { defer }) {
      const { s3, proxy, env } = await startDelayedS3(placard, defer);
      const { url } = await placard.startGateway(env);
      for (let i = 0; i < 2; i++) placard.startRenderer(env);
      const target = { url, key: placard.key };
      await untilRendered(target);
      const healthy = await loadFor(1_500, target, 4);
      proxy.delayMs = 1_000;
      const slow = await loadFor(5_000, target, 4);
      proxy.delayMs = 0;
      s3.pause();
      const frozen = await loadFor(8_000, target, 4);
      s3.resume();
      await untilRendered(target);
      proxy.refuse();
      const refused = await loadFor(5_000, target, 4);
      await proxy.accept();
      const recoveredMs = await untilRendered(target);
      const after = await loadFor(1_500, target, 4);

      const all = [...healthy, ...slow, ...frozen, ...refused, ...after];
      const paths = all.flatMap((outcome) => (outcome.url ? [new URL(outcome.url).pathname] : []));
      const stored = await Promise.all(paths.map((path) => fetch(new URL(path, url))));
      const missing = stored.filter((response) => !isOk(response)).length;
      const { slowest } = summarize(all);
      return {
        held:
          [...healthy, ...slow, ...after].every(isOk) &&
          [...frozen, ...refused].every(({ status }) => status === 503 || status === 200) &&
          missing === 0 &&
          slowest < 10_500,
        observed:
          `slow: ${tally(slow)}; frozen: ${tally(frozen)}; refused: ${tally(refused)}; ` +
          `back after ${recoveredMs.toFixed(0)} ms, then ${tally(after)}; slowest response ${(slowest / 1000).toFixed(1)} s; ` +
          `${paths.length} returned, ${missing} of them missing`,
      };
    },
  },
};
