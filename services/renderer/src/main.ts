import {
  pictureQueue,
  queuePrefix,
  rendererBeat,
  renderKeys,
  renderQueue,
  renderWorkerPolicy,
  sweepQueue,
  type RenderJob,
} from "@placard/contracts";
import {
  connectRedis,
  countRedisOutages,
  createLogger,
  createRegistry,
  createSharedClock,
  createStoreInstrumentation,
  exportHealthChecks,
  withSpan,
  isRedisOutage,
  readRendererSettings,
  run,
  startTracing,
  type RunningProcess,
} from "@placard/runtime";
import { openImageStore, instrumentStore } from "@placard/storage";
import { Worker, type Job } from "bullmq";
import { startAdmin } from "./admin.ts";
import { fontCoverage } from "./fonts/coverage.ts";
import { createAnnouncer } from "./jobs/announce.ts";
import { createJobRenderer, warmUp } from "./jobs/job-renderer.ts";
import { createRenderProcessor, renderFailureOf } from "./jobs/render.ts";
import { createImageSweeper, createSweepProcessor } from "./jobs/sweep.ts";
import { traceRender } from "./jobs/trace-render.ts";
import { createRenderMetrics } from "./metrics.ts";
import { createRemoteImages } from "./remote-images/remote-images.ts";

const logger = createLogger("renderer");

/**
 * Jobs at a time that wait for a picture. Waiting costs next to nothing, and each takes up to 6 s: with fewer, those
 * behind a crowd of slow ones would be late for their requests.
 */
const pictureConcurrency = 64;

async function start(): Promise<RunningProcess> {
  const settings = readRendererSettings(process.env);
  const tracing = await startTracing("renderer", process.env, logger);
  const tracer = tracing?.tracer;
  const registry = createRegistry();
  const metrics = createRenderMetrics(registry);
  const commands = connectRedis(settings.REDIS_URL, "commands", logger);
  const queueRedis = connectRedis(settings.REDIS_URL, "patient", logger);
  countRedisOutages(registry, { commands, queue: queueRedis });
  const clock = createSharedClock(commands, renderKeys.rendererAlive);
  const { now } = clock;
  const store = instrumentStore(
    openImageStore(settings.storage),
    createStoreInstrumentation(registry, tracer),
  );
  let taking = false;
  const parts = {
    redis: () => commands.exists(renderKeys.rendererAlive), // at the node that has our keys, if it is a cluster
    storage: () => store.check(),
    queue: () => (taking ? Promise.resolve() : Promise.reject(new Error("no jobs are taken"))),
  };
  exportHealthChecks(registry, parts);
  const { ADMIN_PORT: port, ADMIN_HOST: host, ADMIN_TOKEN: token } = settings;
  const admin = await startAdmin({ port, host, token, registry, parts, logger });
  const ttls = { imageTtlSeconds: settings.IMAGE_TTL, recipeTtlSeconds: settings.RECIPE_TTL };
  const announcer = createAnnouncer(commands);
  const sweeper = createImageSweeper({ connection: queueRedis, ...ttls });
  await warmUp();
  if (!fontCoverage()) logger.warn("fc-list or fc-query can't be run: no image will warn of missing glyphs");
  await sweeper.start();
  await clock.sample(); // before the first job, which has a deadline

  const workerOptions = { connection: queueRedis, prefix: queuePrefix };
  const concurrency = settings.RENDER_CONCURRENCY;
  const remoteImages = createRemoteImages({
    allowedHosts: settings.IMAGE_HOSTS_ALLOW,
    allowPrivateAddresses: settings.IMAGE_ALLOW_PRIVATE,
  });
  const renderJob = createJobRenderer({ remoteImages, logger, now, concurrency });
  const processor = traceRender(
    tracer,
    createRenderProcessor({
      draw: (job, signal) => withSpan(tracer, "draw", {}, () => renderJob(job, signal)),
      store,
      announcer,
      removeLater: sweeper.removeLater,
      noteDrawn: metrics.noteDrawn,
      logger,
      now,
      ...ttls,
    }),
  );
  const renderOptions = { ...workerOptions, ...renderWorkerPolicy };
  const renders = [
    new Worker<RenderJob>(renderQueue, processor, { ...renderOptions, concurrency }),
    new Worker<RenderJob>(pictureQueue, processor, { ...renderOptions, concurrency: pictureConcurrency }),
  ];
  const sweep = new Worker(sweepQueue, createSweepProcessor({ store, logger, now }), workerOptions);
  const workers = [...renders, sweep];
  for (const worker of workers) {
    worker.on("error", (error) => {
      if (!isRedisOutage(error)) logger.error({ err: error, queue: worker.name }, "worker error"); // the connection tells those
    });
  }
  sweep.on("failed", (_job, error) => logger.error({ err: error }, "sweep failed"));
  for (const render of renders) render.on("failed", announceFailure);
  function announceFailure(job: Job<RenderJob> | undefined, error: Error): void {
    if (!job) return;
    const { id, requestId } = job.data;
    const final = job.finishedOn !== undefined;
    logger.error({ requestId, imageId: id, final, err: error }, "image not drawn");
    metrics.noteFailure(renderFailureOf(error), final);
    if (!final) return;
    announcer.failed(id, renderFailureOf(error)).catch((cause: unknown) => {
      logger.error({ requestId, imageId: id, err: cause }, "failure not announced");
    });
  }

  const beat = setInterval(sayAlive, rendererBeat.everyMs);
  sayAlive();
  function sayAlive(): void {
    commands.set(renderKeys.rendererAlive, "1", "PX", rendererBeat.lifeMs).catch(() => {}); // logged by the connection
  }
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));
  taking = true;
  logger.info({ concurrency }, "renderer is ready");

  return {
    stopTimeoutMs: settings.stopTimeoutMs,
    async stop() {
      taking = false;
      clearInterval(beat);
      clock.stop();
      const redisIsThere = await parts.redis().then(
        () => true,
        () => false,
      );
      if (redisIsThere) {
        await Promise.all(workers.map((worker) => worker.close()));
        await sweeper.close();
      } // else there is no one to hand jobs back to: those under way are redone elsewhere
      remoteImages.stop();
      admin.close();
      await tracing?.stop();
      for (const connection of [commands, queueRedis]) connection.disconnect();
      store.close();
    },
  };
}

await run(logger, start);
