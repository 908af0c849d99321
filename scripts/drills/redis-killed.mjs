import { setTimeout as delay } from "node:timers/promises";
import { poll, registerTestClient, startPlacard } from "@placard/testing";
import { performance } from "node:perf_hooks";
import { generate, startLoad, tally } from "./load.mjs";

export const harm = "Redis (append-only file on) is killed (SIGKILL) under load, and back after 3 s";
export const promise =
  "no account, session, key or queued job is lost; 503 within 200 ms in between; no hung waiter; no restart of anything else";

const queued = 40;

export async function run() {
  const placard = await startPlacard({
    appendOnly: true,
    renderers: 2,
    env: { RATE_LIMIT_API: "0", RATE_LIMIT_AUTH: "0", PUBLIC_URL: "http://localhost:3000" },
    keepLogs: false,
  });
  try {
    const { url, key } = placard;
    const visitor = await registerTestClient(url);
    const made = await visitor.callWithToken("POST", "/keys", { name: "drill" });
    const load = startLoad(() => generate(url, key), 6);
    await delay(1_500);
    for (const { pid } of placard.renderers) process.kill(pid, "SIGSTOP"); // so that jobs are queued when it happens
    const waiting = Array.from({ length: queued }, (_, i) => generate(url, key, `Queued ${i}`));
    await delay(500);
    await placard.redis.kill();
    for (const { pid } of placard.renderers) process.kill(pid, "SIGCONT");
    const killedAt = performance.now();
    await delay(300);
    const between = await Promise.all(Array.from({ length: 50 }, () => generate(url, key)));
    await delay(2_500);
    await placard.redis.restart();
    const backAt = performance.now();
    await poll("images again", async () => (await generate(url, key)).status === 200);
    const recoveredMs = performance.now() - backAt;
    await delay(1_000);
    const answers = await load.stop();
    const jobs = await Promise.all(waiting);

    const session = await visitor.callWithToken("GET", "/auth/session");
    const login = await visitor.login();
    const withKey = await generate(url, made.body.data.key);
    const accounts = [session.status, login.status, withKey.status];
    const slowest = Math.max(...between.map(({ ms }) => ms));
    const late = answers.filter(({ at, status }) => at > backAt + recoveredMs && status !== 200);
    const hung = [...answers, ...jobs].filter(({ ms }) => ms > 20_000);
    return {
      kept:
        accounts.every((status) => status === 200) &&
        between.every(({ status }) => status === 503) &&
        slowest < 200 &&
        jobs.every(({ status }) => status === 200) &&
        late.length === 0 &&
        hung.length === 0,
      seen:
        `in between ${tally(between)}, slowest ${slowest.toFixed(0)} ms; the ${queued} queued: ${tally(jobs)}; ` +
        `images again ${recoveredMs.toFixed(0)} ms after Redis (out for ${((backAt - killedAt) / 1000).toFixed(1)} s); ` +
        `session, login, key: ${accounts.join(", ")}`,
    };
  } finally {
    await placard.stop();
  }
}
