// How listing, sweeping and deleting grow with the number of stored images, on files and on S3, and what a sweep costs renders.
import { execFileSync, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { imageDeletionRuns, imageKey, randomImageId, recipeKey, renderKeys } from "@placard/contracts";
import { createS3Store, openImageStore } from "@placard/storage";
import { createTempDirectory, startRedis, startS3 } from "@placard/testing";
import { Redis } from "ioredis";
import { report } from "./report.mjs";

const { values } = parseArgs({
  options: {
    images: { type: "string", default: "100000" },
    "s3-images": { type: "string", default: "10000" },
  },
});

const day = 86_400_000;
const now = Date.now();
const account = "a".repeat(22); // owns a tenth of the images
const bytes = randomBytes(200);

const openStore = ({ s3, directory }) => (s3 ? createS3Store(s3) : openImageStore({ directory }));

/** Stores images, half of which have expired, and the recipes of those of the account. */
async function fill(store, count) {
  let next = 0;
  const recipe = (owner) =>
    Buffer.from(
      JSON.stringify({
        owner,
        template: { id: "blog", version: 1 },
        data: { title: `Image ${next}` },
        width: 1200,
        height: 630,
        format: "png",
        quality: 100,
      }),
    );
  const writer = async () => {
    while (next < count) {
      const i = next++;
      const owner = i % 10 === 0 ? account : randomBytes(16).toString("base64url");
      const id = randomImageId(owner);
      const isExpired = i % 20 < 10;
      const attributes = {
        storedAt: now - day,
        expiresAt: isExpired ? now - 1 : now + day,
        userMetadata: { owner, template: "blog@1" },
      };
      await store.put(
        imageKey(id, "png"),
        bytes,
        { contentType: "image/png", ...attributes },
        { durable: false },
      );
      if (owner === account)
        await store.put(
          recipeKey(id),
          recipe(owner),
          { contentType: "application/json", ...attributes },
          { durable: false },
        );
    }
  };
  await Promise.all(Array.from({ length: 16 }, writer));
}

/** The work that is measured, each in a process of its own. Resolves with the number of objects. */
const tasks = {
  async list(store) {
    let count = 0;
    for await (const _ of store.list("images/")) count++;
    return { count };
  },
  "sweep of which nothing has expired": (store) => sweep(store, day / 1000),
  "sweep of which half has expired": (store) => sweep(store, 0),
  async "gallery listing of the account"(store) {
    const { createAccountImages } = await import("../services/gateway/dist/images/account-images.js");
    const { createImageGallery } = await import("../services/gateway/dist/images/image-gallery.js");
    const gallery = createImageGallery({ store, accountImages: createAccountImages({ store }) });
    const listed = await gallery.list(account);
    await gallery.read(listed.slice(0, 50), account);
    return { count: listed.length };
  },
  async "export of the account"(store) {
    const { createAccountImages } = await import("../services/gateway/dist/images/account-images.js");
    let count = 0;
    for await (const batch of createAccountImages({ store }).list(account)) count += batch.length;
    return { count };
  },
  async "deletion of the account"(store) {
    const { createAccountImageDeletion } =
      await import("../services/renderer/dist/jobs/delete-account-images.js");
    const server = await startRedis();
    const redis = new Redis(server.url);
    let count = 0;
    let slices = 0;
    const logger = { info: ({ objects }) => void (count += objects) };
    for (const { entry, dueAt } of imageDeletionRuns(account, now))
      await redis.zadd(renderKeys.imageDeletions, dueAt, entry);
    const deleteImages = createAccountImageDeletion({ redis, store, logger, now: Date.now });
    for (; (await redis.zcard(renderKeys.imageDeletions)) > 1; slices++) await deleteImages();
    redis.disconnect();
    await server.stop();
    return { count, slices };
  },
};

/** Sweeps the images that were stored at least `ttlSeconds` ago, in as many jobs as it takes. */
async function sweep(store, ttlSeconds) {
  const { createSweepProcessor } = await import("../services/renderer/dist/jobs/sweep.js");
  let count = 0;
  let slices = 0;
  let rest = { prefix: "images/", ttlSeconds };
  const process = createSweepProcessor({
    store,
    deleteAccountImages: async () => {},
    queue: { isContinuing: async () => false, continueLater: async (_job, more) => void (rest = more) },
    logger: { info: ({ deleted }) => void (count += deleted) },
    now: Date.now,
  });
  while (rest) {
    const data = rest;
    rest = undefined;
    await process({ data });
    slices++;
  }
  return { count, slices };
}

/** Images per second that this process renders alone, and while it sweeps again and again. */
async function renderBesideSweep(store) {
  const { readBuiltInTemplates } = await import("@placard/template-store");
  const { renderImage } = await import("../packages/engine/dist/index.js");
  const { card } = await import("./cards.mjs");
  const { blog } = readBuiltInTemplates();
  let done = 0;
  async function renderFor(ms) {
    const startedAt = performance.now();
    const first = done;
    const loop = async () => {
      while (performance.now() - startedAt < ms) await renderImage(blog, card(done++, "jpeg"));
    };
    await Promise.all([loop(), loop()]);
    return (done - first) / ((performance.now() - startedAt) / 1000);
  }
  await renderFor(3_000); // warm-up
  const alone = await renderFor(3_000);
  let isOver = false;
  const sweeps = (async () => {
    while (!isOver) await sweep(store, day / 1000);
  })();
  const beside = await renderFor(3_000);
  isOver = true;
  await sweeps;
  return { alone, beside };
}

if (process.send && process.env.LARGE_STORE_TASK) {
  const { task, ...location } = JSON.parse(process.env.LARGE_STORE_TASK);
  const store = openStore(location);
  if (task === "render") {
    process.send(await renderBesideSweep(store));
  } else {
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const result = await tasks[task](store);
    const seconds = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(cpuBefore);
    const rss = process.resourceUsage().maxRSS / 1024;
    process.send({ ...result, seconds, cpu: (user + system) / 1e6, rss });
  }
  process.exit(0);
}

async function runTask(task, location) {
  const env = { ...process.env, LARGE_STORE_TASK: JSON.stringify({ task, ...location }) };
  const child = fork(fileURLToPath(import.meta.url), { env });
  const [result] = await once(child, "message");
  return result;
}

async function measure(name, location, count) {
  const store = openStore(location);
  await fill(store, count);
  store.close();
  const rows = [];
  for (const task of Object.keys(tasks)) {
    const { count: objects, slices, seconds, cpu, rss } = await runTask(task, location);
    rows.push({
      store: name,
      images: count,
      task,
      objects,
      jobs: slices,
      seconds: Number(seconds.toFixed(2)),
      "CPU s": Number(cpu.toFixed(2)),
      "peak MB": Math.round(rss),
    });
  }
  console.table(rows);
  return Object.fromEntries(rows.map((row) => [row.task, row]));
}

const images = Number(values.images);
const [large, small] = [await createTempDirectory(), await createTempDirectory()];
const ofTenth = await measure("files", { directory: small.path }, images / 10);
await small.remove();

const directory = large.path;
const store = openStore({ directory });
await fill(store, images / 1000); // creates the directories
store.close();
const ofAll = await measure("files", { directory }, images);
execFileSync("find", [directory, "-type", "f", "-printf", "%T@ %p\n"], { maxBuffer: 2 ** 30 });
const startedAt = performance.now();
execFileSync("find", [directory, "-type", "f", "-printf", "%T@ %p\n"], { maxBuffer: 2 ** 30 });
const findSeconds = (performance.now() - startedAt) / 1000;
const { alone, beside } = await runTask("render", { directory });
await large.remove();

if (Number(values["s3-images"]) > 0) {
  const server = await startS3();
  const { endpoint, region, accessKeyId, secretAccessKey } = server;
  const credentials = { accessKeyId, secretAccessKey };
  const bucket = await server.createBucket();
  const s3 = { bucket, endpoint, region, forcePathStyle: true, credentials };
  await measure("S3", { s3 }, Number(values["s3-images"]));
  await server.stop();
}

const task = "sweep of which half has expired";
report({
  name: "peak memory of a sweep, relative to one over a tenth of the images",
  value: ofAll[task]["peak MB"] / ofTenth[task]["peak MB"],
  goal: { atMost: 1.2 },
});
report({
  name: "listing of a large file store, relative to find -printf",
  value: ofAll.list.seconds / findSeconds,
});
report({ name: "renders per second beside a sweep, relative to those without", value: beside / alone });
process.exit(0);
