import { setTimeout as delay } from "node:timers/promises";
import { detectFormat, imageFormatNames, imageKey, randomImageId } from "@placard/contracts";
import { openImageStore } from "@placard/storage";
import { callGateway, sendRedisCommand } from "@placard/testing";
import { startDelayedS3 } from "./delayed-s3.mjs";
import { signedPath } from "./links.mjs";
import { generate, send, sendAtRate, summarize, untilRendered } from "./load.mjs";

const budgetMs = 2_000;
const marginMs = 500;
const load = { perSecond: 16, durationMs: 5_000 };
/** Links to images whose bytes are lost, for each phase. */
const lostPerPhase = 12;

export const fallback = {
  fault:
    "renderers are frozen (SIGSTOP) and stopped, Redis hangs and is killed (SIGKILL), S3 is frozen (SIGSTOP) and refuses connections",
  guarantee:
    "every valid link gets 200 and an image in its format within LINK_BUDGET_MS (2 s, + 0.5 s); forged and unknown ones 403 and 404 while Redis and storage work; afterwards, every link gets its own image",
  options: { appendOnly: true, gateways: 0, renderers: 0 },
  run,
};

async function run(placard, { defer }) {
  const { s3, proxy, bucket, env } = await startDelayedS3(placard, defer);
  const settings = { ...env, LINK_BUDGET_MS: String(budgetMs) };
  const { endpoint, region, ...credentials } = s3;
  const store = await openImageStore({
    s3: { endpoint, region, credentials, bucket, forcePathStyle: true },
    directory: "",
  });
  defer(() => store.close());
  const startRenderers = () => [placard.startRenderer(settings), placard.startRenderer(settings)];
  const { url } = await placard.startGateway(settings);
  let renderers = startRenderers();
  const account = { ...(await placard.createAccount()), url };
  await untilRendered(account);
  const signingKey = await account.createSigningKey();
  const brand = { displayName: "Drill", colors: { accent: "#5b34c4" } };
  const saved = await callGateway(`${url}/api/v1/brands/default`, "PUT", { token: account.key, body: brand });
  if (saved.status >= 300) throw new Error(`the brand was not saved: ${saved.status}`);
  const stored = await renderPaths(account, lostPerPhase);
  for (const path of stored) await get(url, path);

  const otherKey = { ...signingKey, secret: "plks_other" };
  const invalid = [
    `/og/${randomImageId("nobody")}.png`,
    await signedPath(otherKey, "Forged", "png", "readable"),
    await signedPath(otherKey, "Forged", "png", "short"),
  ];
  const followInvalid = async () =>
    (await Promise.all(invalid.map((path) => get(url, path)))).map(({ status }) => status).join(", ");
  const signal = (name) => renderers.forEach(({ pid }) => process.kill(pid, name));
  let invalidWithoutRenderers = "";
  const phases = [
    { name: "healthy" },
    {
      name: "renderers frozen",
      cause: () => signal("SIGSTOP"),
      async repair() {
        invalidWithoutRenderers = await followInvalid();
        signal("SIGCONT");
      },
    },
    {
      name: "renderers stopped",
      cause: () => Promise.all(renderers.map((renderer) => renderer.stop())),
      async repair() {
        renderers = startRenderers();
      },
    },
    {
      name: "Redis hangs",
      cause() {
        // Not awaited: the connection is closed by QUIT, which Redis runs after the pause.
        sendRedisCommand(placard.redis.port, `CLIENT PAUSE ${load.durationMs} ALL`).catch(() => {});
      },
    },
    {
      name: "Redis killed",
      async cause() {
        await delay(1_500); // the append-only file is synchronized every second
        await placard.redis.kill();
      },
      repair: () => placard.redis.restart(),
    },
    { name: "storage frozen", cause: async () => s3.pause(), repair: async () => s3.resume() },
    { name: "storage refuses", cause: async () => proxy.refuse(), repair: () => proxy.accept() },
    { name: "recovered" },
  ];

  let lost = [];
  let serial = 0;
  const nextPath = () => {
    const i = serial++;
    const format = imageFormatNames[i % 3];
    const kinds = [
      () => stored[i % stored.length],
      () => lost.pop() ?? stored[0],
      () => signedPath(signingKey, `Link ${i}`, format, "readable"),
      () => signedPath(signingKey, `Link ${i}`, format, "short"),
    ];
    return kinds[i % 4]();
  };
  const all = [];
  for (const { name, cause, repair } of phases) {
    lost = await renderPaths(account, lostPerPhase);
    await Promise.all(lost.map((path) => store.delete(imageKey(idOf(path), "jpeg"))));
    await cause?.();
    const follow = async () => ({ ...(await get(url, await nextPath(), serial % 8 ? "GET" : "HEAD")), name });
    all.push(...(await sendAtRate(follow, load)));
    await repair?.();
    await untilRendered(account);
  }
  const links = [...new Set(all.map(({ path }) => path))];
  const notReal = await followUntilReal(url, links);
  const invalidAfter = await followInvalid();

  return {
    held:
      all.every(({ ms, status, isImage }) => status === 200 && isImage && ms <= budgetMs + marginMs) &&
      all.every(({ cache, name }) => cache !== "FALLBACK" || !["healthy", "recovered"].includes(name)) &&
      notReal === 0 &&
      [invalidWithoutRenderers, invalidAfter].every((statuses) => statuses === "404, 403, 403"),
    observed: [
      ...phases.map(({ name }) => `${name}: ${describe(all.filter((each) => each.name === name))}`),
      `unknown and forged links: ${invalidWithoutRenderers} while renderers were frozen, ${invalidAfter} at the end`,
      `${links.length} links followed again at the end, ${links.length - notReal} real`,
    ].join("; "),
  };
}

function describe(outcomes) {
  const fallbacks = outcomes.filter(({ cache }) => cache === "FALLBACK").length;
  const failed = outcomes.filter(({ status, isImage }) => status !== 200 || !isImage).length;
  const { median, p99, slowest } = summarize(outcomes);
  return `${outcomes.length} requests, ${outcomes.length - fallbacks - failed} real, ${fallbacks} fallback, ${failed} without an image, p50 ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, max ${slowest.toFixed(0)} ms`;
}

/** Follows a link. Never rejects. */
async function get(url, path, method = "GET") {
  const { headers, bytes, ...outcome } = await send(url + path, { method, redirect: "manual" });
  const format = /\.(\w+)(\?|$)/.exec(path)?.[1];
  const isImage =
    headers.get("content-type") === `image/${format}` &&
    (method === "HEAD" || detectFormat(bytes) === format);
  return { ...outcome, path, cache: headers.get("x-cache"), isImage };
}

/** Follows links until each has its own image, for at most 60 s. Resolves with how many have not. */
async function followUntilReal(url, paths) {
  let rest = paths;
  const giveUpAt = performance.now() + 60_000;
  while (rest.length > 0 && performance.now() < giveUpAt) {
    const outcomes = [];
    for (let i = 0; i < rest.length; i += 8)
      outcomes.push(...(await Promise.all(rest.slice(i, i + 8).map((path) => get(url, path)))));
    rest = outcomes
      .filter(({ status, cache, isImage }) => status !== 200 || !isImage || cache === "FALLBACK")
      .map(({ path }) => path);
  }
  return rest.length;
}

/** Renders new images, and returns the paths of their links. */
async function renderPaths(account, count) {
  const outcomes = await Promise.all(Array.from({ length: count }, () => generate(account)));
  return outcomes.map((outcome) => {
    if (outcome.url === undefined) throw new Error(`generate responded with ${outcome.status}`);
    return new URL(outcome.url).pathname;
  });
}

function idOf(path) {
  return path.replace(/^.*og\/|\.\w+$/g, "");
}
