import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { detectFormat, imageFormatNames, imageKey, randomImageId } from "@placard/contracts";
import { openImageStore } from "@placard/storage";
import { poll, sendRedisCommand } from "@placard/testing";
import { startDelayedS3 } from "./delayed-s3.mjs";
import { readableLink, shortLink } from "./links.mjs";
import { generate, sendAtRate, summarize } from "./load.mjs";

export const fault =
  "renderers are frozen (SIGSTOP) and stopped, Redis hangs and is killed (SIGKILL), S3 is frozen (SIGSTOP) and refuses connections";
export const guarantee =
  "every valid link gets 200 and an image in its format within LINK_BUDGET_MS (2 s, + 0.5 s); forged and unknown ones 403 and 404 while Redis and storage work; afterwards, every link gets its own image";

const budgetMs = 2_000;
const marginMs = 500;
const perSecond = 16;
const phaseMs = 5_000;
/** Links to images whose bytes are lost, for each phase. */
const lostPerPhase = 12;

/**
 * @typedef {import("./load.mjs").Outcome & { path: string, isImage: boolean }} LinkOutcome
 */

export const options = { appendOnly: true, gateways: 0, renderers: 0 };

/** @param {import("./drill.mjs").Placard} placard */
export async function run(placard) {
  const { s3, proxy, bucket, env, stop } = await startDelayedS3();
  const settings = { ...env, LINK_BUDGET_MS: String(budgetMs), RATE_LIMIT_NOT_FOUND: "0" };
  const startRenderers = () => [placard.startRenderer(settings), placard.startRenderer(settings)];
  const store = openImageStore({ s3: { ...s3Settings(s3), bucket }, directory: placard.directory });
  try {
    const { url } = await placard.startGateway(settings);
    let renderers = startRenderers();
    const account = await placard.createAccount();
    const isRendered = async () => (await generate(url, account.key)).status === 200;
    const recover = () => poll("images to be rendered", isRendered, { timeoutMs: 60_000 });
    await recover();
    const signingKey = await account.createSigningKey();
    await saveBrand(url, account.key);
    const stored = await renderPaths(url, account.key, 12);
    for (const path of stored) await get(url, path);

    /** @type {string[]} */
    let lost = [];
    let serial = 0;
    const nextPath = () => {
      const i = serial++;
      const format = imageFormatNames[i % 3] ?? "png";
      const title = `Link ${i}`;
      const kinds = [
        () => stored[i % stored.length] ?? "",
        () => lost.pop() ?? stored[0] ?? "",
        () => readableLink(signingKey, title, format),
        () => shortLink(signingKey, title, format),
      ];
      return kinds[i % 4]?.() ?? "";
    };
    /** @type {Map<string, LinkOutcome[]>} */
    const phases = new Map();
    const phase = async (/** @type {string} */ name) => {
      /** @type {LinkOutcome[]} */
      const outcomes = [];
      await sendAtRate(
        async () => {
          const outcome = await get(url, nextPath(), serial % 8 === 0 ? "HEAD" : "GET");
          outcomes.push(outcome);
          return outcome;
        },
        { perSecond, durationMs: phaseMs },
      );
      phases.set(name, outcomes);
    };
    const loseImages = async () => {
      lost = await renderPaths(url, account.key, lostPerPhase);
      await Promise.all(lost.map((path) => store.delete(imageKey(idOf(path), "jpeg"))));
    };
    const invalid = [
      `/og/${randomImageId("nobody")}.png`,
      readableLink({ ...signingKey, secret: "plks_other" }, "Forged", "png"),
      shortLink({ ...signingKey, secret: "plks_other" }, "Forged", "png"),
    ];
    const statusesOfInvalid = async () =>
      (await Promise.all(invalid.map((path) => get(url, path)))).map(({ status }) => status).join(", ");
    const signal = (/** @type {NodeJS.Signals} */ name) => {
      for (const { pid } of renderers) process.kill(pid, name);
    };

    await loseImages();
    await phase("healthy");

    await loseImages();
    signal("SIGSTOP");
    await phase("renderers frozen");
    const invalidWithoutRenderers = await statusesOfInvalid();
    signal("SIGCONT");
    await recover();

    await loseImages();
    await Promise.all(renderers.map((renderer) => renderer.stop()));
    await phase("renderers stopped");
    renderers = startRenderers();
    await recover();

    await loseImages();
    await sendRedisCommand(placard.redis.port, `CLIENT PAUSE ${phaseMs} ALL`).catch(() => {}); // it does not reply to QUIT
    await phase("Redis hangs");
    await recover();

    await loseImages();
    await delay(1_500); // the append-only file is synchronized every second
    await placard.redis.kill();
    await phase("Redis killed");
    await placard.redis.restart();
    await recover();

    await loseImages();
    s3.pause();
    await phase("storage frozen");
    s3.resume();
    await recover();

    await loseImages();
    proxy.refuse();
    await phase("storage refuses");
    await proxy.accept();
    await recover();

    await loseImages();
    await phase("recovered");
    const all = [...phases.values()].flat();
    const links = [...new Set(all.map(({ path }) => path))];
    const notReal = await followUntilReal(url, links);
    const invalidAfter = await statusesOfInvalid();

    const withoutFault = [...(phases.get("healthy") ?? []), ...(phases.get("recovered") ?? [])];
    return {
      held:
        all.every(({ status, isImage }) => status === 200 && isImage) &&
        all.every(({ ms }) => ms <= budgetMs + marginMs) &&
        withoutFault.every(({ cache }) => cache !== "FALLBACK") &&
        notReal === 0 &&
        [invalidWithoutRenderers, invalidAfter].every((statuses) => statuses === "404, 403, 403"),
      observed: [
        ...Array.from(phases, ([name, outcomes]) => `${name}: ${describe(outcomes)}`),
        `unknown and forged links: ${invalidWithoutRenderers} while renderers were frozen, ${invalidAfter} at the end`,
        `${links.length} links followed again at the end, ${links.length - notReal} real`,
      ].join("; "),
    };
  } finally {
    s3.resume();
    store.close();
    await placard.stop();
    await stop();
  }
}

/** @param {readonly LinkOutcome[]} outcomes */
function describe(outcomes) {
  const fallbacks = outcomes.filter(({ cache }) => cache === "FALLBACK").length;
  const failed = outcomes.filter(({ status, isImage }) => status !== 200 || !isImage).length;
  const { median, p99, slowest } = summarize(outcomes);
  return `${outcomes.length} requests, ${outcomes.length - fallbacks - failed} real, ${fallbacks} fallback, ${failed} without an image, p50 ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, max ${slowest.toFixed(0)} ms`;
}

/**
 * Follows a link. Never rejects.
 * @param {string} url of the gateway
 * @param {string} path
 * @param {"GET" | "HEAD"} [method]
 * @returns {Promise<LinkOutcome>}
 */
async function get(url, path, method = "GET") {
  const at = performance.now();
  try {
    const response = await fetch(url + path, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(60_000),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const ms = performance.now() - at;
    const format = /\.(\w+)(\?|$)/.exec(path)?.[1];
    const isImage =
      response.headers.get("content-type") === `image/${format}` &&
      (method === "HEAD" || detectFormat(bytes) === format);
    const cache = response.headers.get("x-cache") ?? undefined;
    return { path, status: response.status, ms, at, cache, isImage };
  } catch {
    return { path, status: 0, ms: performance.now() - at, at, isImage: false };
  }
}

/**
 * Follows links until each has its own image, for at most 60 s. Resolves with the number of those that have not.
 * @param {string} url
 * @param {readonly string[]} paths
 */
async function followUntilReal(url, paths) {
  let rest = [...paths];
  const giveUpAt = performance.now() + 60_000;
  while (rest.length > 0 && performance.now() < giveUpAt) {
    /** @type {string[]} */
    const again = [];
    for (let i = 0; i < rest.length; i += 8) {
      const outcomes = await Promise.all(rest.slice(i, i + 8).map((path) => get(url, path)));
      for (const { path, status, cache, isImage } of outcomes)
        if (status !== 200 || !isImage || cache === "FALLBACK") again.push(path);
    }
    rest = again;
  }
  return rest.length;
}

/**
 * Saves a brand, and waits until a link with it gets its own image.
 * @param {string} url
 * @param {string} key
 */
async function saveBrand(url, key) {
  const response = await fetch(`${url}/api/v1/brands/default`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({ displayName: "Drill", colors: { accent: "#5b34c4" } }),
  });
  if (!response.ok) throw new Error(`the brand was not saved: ${response.status}`);
}

/**
 * Renders new images, and returns the paths of their links.
 * @param {string} url
 * @param {string} key
 * @param {number} count
 */
async function renderPaths(url, key, count) {
  const outcomes = await Promise.all(Array.from({ length: count }, () => generate(url, key)));
  return outcomes.map((outcome) => {
    if (outcome.url === undefined) throw new Error(`generate responded with ${outcome.status}`);
    return new URL(outcome.url).pathname;
  });
}

/** @param {string} path */
function idOf(path) {
  return /og\/(.+)\./.exec(path)?.[1] ?? "";
}

/** @param {Awaited<ReturnType<typeof import("@placard/testing").startS3>>} s3 */
function s3Settings({ endpoint, region, accessKeyId, secretAccessKey }) {
  return { endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } };
}
