import { setTimeout as delay } from "node:timers/promises";
import { poll, registerTestClient } from "@placard/testing";
import { performance } from "node:perf_hooks";
import { generate, startLoad, tally } from "./load.mjs";

export const fault =
  "Redis (with an append-only file) is killed (SIGKILL) under load and restarted after 3 s";
export const guarantee =
  "no account, session, key or queued job is lost; 503 within 200 ms during the outage; no request hangs; no other process restarts";

const queuedJobs = 40;

export const options = {
  appendOnly: true,
  renderers: 2,
  env: { RATE_LIMIT_AUTH: "0", PUBLIC_URL: "http://localhost:3000" },
};

export async function run(placard) {
  const { url, key } = placard;
  const client = await registerTestClient(url);
  const created = await client.callWithToken("POST", "/keys", { name: "drill" });
  const load = startLoad(() => generate(url, key), 6);
  await delay(1_500);
  // Jobs are then queued when Redis is killed.
  for (const { pid } of placard.renderers) process.kill(pid, "SIGSTOP");
  const waiting = Array.from({ length: queuedJobs }, (_, i) => generate(url, key, `Queued ${i}`));
  await delay(500);
  await placard.redis.kill();
  for (const { pid } of placard.renderers) process.kill(pid, "SIGCONT");
  const killedAt = performance.now();
  await delay(300);
  const during = await Promise.all(Array.from({ length: 50 }, () => generate(url, key)));
  await delay(2_500);
  await placard.redis.restart();
  const restartedAt = performance.now();
  await poll("images to be rendered again", async () => (await generate(url, key)).status === 200);
  const recoveredMs = performance.now() - restartedAt;
  await delay(1_000);
  const outcomes = await load.stop();
  const jobs = await Promise.all(waiting);

  const session = await client.callWithToken("GET", "/auth/session");
  const login = await client.login();
  const withKey = await generate(url, created.body.data.key);
  const accounts = [session.status, login.status, withKey.status];
  const slowest = Math.max(...during.map(({ ms }) => ms));
  const failedLater = outcomes.filter(({ at, status }) => at > restartedAt + recoveredMs && status !== 200);
  const hung = [...outcomes, ...jobs].filter(({ ms }) => ms > 20_000);
  return {
    held:
      accounts.every((status) => status === 200) &&
      during.every(({ status }) => status === 503) &&
      slowest < 200 &&
      jobs.every(({ status }) => status === 200) &&
      failedLater.length === 0 &&
      hung.length === 0,
    observed:
      `during the outage ${tally(during)}, slowest ${slowest.toFixed(0)} ms; the ${queuedJobs} queued: ${tally(jobs)}; ` +
      `images again ${recoveredMs.toFixed(0)} ms after Redis (out for ${((restartedAt - killedAt) / 1000).toFixed(1)} s); ` +
      `session, login, key: ${accounts.join(", ")}`,
  };
}
