import {
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
  createStorageWatch,
  exportParts,
  inSpan,
  isRedisOutage,
  readRendererSettings,
  run,
  startTracing,
  type Running,
} from "@placard/runtime";
import { openImageStore, watchStore } from "@placard/storage";
import { Worker } from "bullmq";
import { startAdmin } from "./admin.ts";
import { createAnnouncer } from "./jobs/announce.ts";
import { createRenderProcessor, renderFailureOf } from "./jobs/render.ts";
import { createImageSweeper, createSweepProcessor } from "./jobs/sweep.ts";
import { drawImage, warmUp } from "./jobs/draw-image.ts";
import { traceRender } from "./jobs/trace-render.ts";
import { createRenderMetrics } from "./metrics.ts";

const logger = createLogger("renderer");
const now = Date.now;

async function start(): Promise<Running> {
  const settings = readRendererSettings(process.env);
  const tracing = await startTracing("renderer", process.env, logger);
  const tracer = tracing?.tracer;
  const registry = createRegistry();
  const metrics = createRenderMetrics(registry);
  const commands = connectRedis(settings.REDIS_URL, "commands", logger);
  const queueRedis = connectRedis(settings.REDIS_URL, "patient", logger);
  countRedisOutages(registry, { commands, queue: queueRedis });
  const store = watchStore(openImageStore(settings.storage), createStorageWatch(registry, tracer));
  let taking = false;
  const parts = {
    redis: () => commands.ping(),
    storage: () => store.check(),
    queue: () => (taking ? Promise.resolve() : Promise.reject(new Error("no jobs are taken"))),
  };
  exportParts(registry, parts);
  const { ADMIN_PORT: port, ADMIN_HOST: host, ADMIN_TOKEN: token } = settings;
  const admin = await startAdmin({ port, host, token, registry, parts, logger });
  const ttls = { imageTtlSeconds: settings.IMAGE_TTL, recipeTtlSeconds: settings.RECIPE_TTL };
  const announcer = createAnnouncer(commands);
  const sweeper = createImageSweeper({ connection: queueRedis, ...ttls });
  await warmUp();
  await sweeper.start();

  const workerOptions = { connection: queueRedis, prefix: queuePrefix };
  const render = new Worker<RenderJob>(
    renderQueue,
    traceRender(
      tracer,
      createRenderProcessor({
        draw: (recipe) => inSpan(tracer, "draw", {}, () => drawImage(recipe)),
        store,
        announcer,
        removeLater: sweeper.removeLater,
        noteDrawn: metrics.noteDrawn,
        logger,
        now,
        ...ttls,
      }),
    ),
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
    metrics.noteFailure(renderFailureOf(error), final);
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
  await Promise.all([render.waitUntilReady(), sweep.waitUntilReady()]);
  taking = true;
  logger.info({ concurrency: settings.RENDER_CONCURRENCY }, "renderer is ready");

  return {
    async stop() {
      taking = false;
      clearInterval(beat);
      if (queueRedis.status === "ready") {
        await Promise.all([render.close(), sweep.close()]);
        await sweeper.close();
      } // else there is no one to hand jobs back to: those under way are redone elsewhere
      admin.close();
      await tracing?.stop();
      for (const connection of [commands, queueRedis]) connection.disconnect();
      store.close();
    },
  };
}

await run(logger, start);
