import {
  queuePrefix,
  rendererBeat,
  renderKeys,
  renderQueue,
  renderWorkerPolicy,
  type RenderJob,
} from "@placard/contracts";
import {
  connectRedis,
  createLogger,
  createSharedClock,
  isRedisOutage,
  readRendererSettings,
  run,
  type Running,
} from "@placard/runtime";
import { openImageStore } from "@placard/storage";
import { Worker } from "bullmq";
import { createAnnouncer } from "./jobs/announce.ts";
import { createRenderProcessor, renderFailureOf } from "./jobs/render.ts";
import { createImageSweeper, createSweepProcessor, sweepQueue } from "./jobs/sweep.ts";
import { drawImage, warmUp } from "./jobs/draw-image.ts";

const logger = createLogger("renderer");

async function start(): Promise<Running> {
  const settings = readRendererSettings(process.env);
  const commands = connectRedis(settings.REDIS_URL, "commands", logger);
  const queueRedis = connectRedis(settings.REDIS_URL, "patient", logger);
  const clock = createSharedClock(commands, renderKeys.rendererAlive);
  const { now } = clock;
  const store = openImageStore(settings.storage);
  const ttls = { imageTtlSeconds: settings.IMAGE_TTL, recipeTtlSeconds: settings.RECIPE_TTL };
  const announcer = createAnnouncer(commands);
  const sweeper = createImageSweeper({ connection: queueRedis, ...ttls });
  await warmUp();
  await sweeper.start();
  await clock.sample(); // before the first job, which has a deadline

  const workerOptions = { connection: queueRedis, prefix: queuePrefix };
  const render = new Worker<RenderJob>(
    renderQueue,
    createRenderProcessor({
      draw: drawImage,
      store,
      announcer,
      removeLater: sweeper.removeLater,
      logger,
      now,
      ...ttls,
    }),
    { ...workerOptions, ...renderWorkerPolicy, concurrency: settings.RENDER_CONCURRENCY },
  );
  const sweep = new Worker(sweepQueue, createSweepProcessor({ store, logger, now }), workerOptions);
  for (const worker of [render, sweep]) {
    worker.on("error", (error) => {
      if (!isRedisOutage(error)) logger.error({ err: error, queue: worker.name }, "worker error"); // the connection tells those
    });
  }
  sweep.on("failed", (_job, error) => logger.error({ err: error }, "sweep failed"));
  render.on("failed", (job, error) => {
    if (!job) return;
    const { id, requestId } = job.data;
    const final = job.finishedOn !== undefined;
    logger.error({ requestId, imageId: id, final, err: error }, "image not drawn");
    if (!final) return;
    announcer.failed(id, renderFailureOf(error)).catch((cause: unknown) => {
      logger.error({ requestId, imageId: id, err: cause }, "failure not announced");
    });
  });

  const beat = setInterval(sayAlive, rendererBeat.everyMs);
  sayAlive();
  function sayAlive(): void {
    commands.set(renderKeys.rendererAlive, "1", "PX", rendererBeat.lifeMs).catch(() => {}); // logged by the connection
  }
  function isReachable(): Promise<boolean> {
    return commands.exists(renderKeys.rendererAlive).then(
      () => true,
      () => false,
    );
  }
  await Promise.all([render.waitUntilReady(), sweep.waitUntilReady()]);
  logger.info({ concurrency: settings.RENDER_CONCURRENCY }, "renderer is ready");

  return {
    async stop() {
      clearInterval(beat);
      clock.stop();
      if (await isReachable()) {
        await Promise.all([render.close(), sweep.close()]);
        await sweeper.close();
      } // else there is no one to hand jobs back to: those under way are redone elsewhere
      for (const connection of [commands, queueRedis]) connection.disconnect();
      store.close();
    },
  };
}

await run(logger, start);
