import { renderKeys } from "@placard/contracts";
import { createEngine, fontRegistry, listMissingScripts } from "@placard/engine";
import {
  connectRedis,
  countRedisOutages,
  createRegistry,
  createRemoteBytes,
  createRenderResults,
  createSharedClock,
  createStoreInstrumentation,
  exportHealthChecks,
  healthHandlers,
  healthPaths,
  metricsHandler,
  readRendererSettings,
  startAdminServer,
  startParts,
  startTracing,
  waitUntilConnected,
  withSpan,
  type Logger,
  type RunningProcess,
} from "@placard/runtime";
import { openImageStore, instrumentStore } from "@placard/storage";
import {
  createCompileInTurn,
  createBuiltInDocuments,
  createCompiledTemplates,
  createDocumentProvider,
  createTemplateDocuments,
  readBuiltInTemplates,
} from "@placard/template-store";
import { createFixedProvider, createTemplateCatalog, type Template } from "@placard/templates";
import sharp from "sharp";
import { createAssetImages } from "./assets/asset-images.ts";
import { createFontAssets } from "./assets/font-assets.ts";
import { createCardRenderer } from "./card-renderer.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { createAccountImageDeletion } from "./jobs/delete-account-images.ts";
import { createJobRenderer, warmUp } from "./jobs/job-renderer.ts";
import { createFailureHandler } from "./jobs/render-failures.ts";
import { createRenderProcessor } from "./jobs/render.ts";
import { createUploadProcessor } from "./jobs/sanitize-upload.ts";
import { createStoreRecipe } from "./jobs/stored-recipes.ts";
import { createSweepProcessor, createSweepQueue } from "./jobs/sweep.ts";
import { traceRender } from "./jobs/trace-render.ts";
import { startWorkers } from "./jobs/workers.ts";
import { createRenderMetrics } from "./metrics.ts";
import { createDecoder } from "./decoder/decoder.ts";
import { detectDecoderIsolation, requireIsolation } from "./decoder/decoder-isolation.ts";
import type { Platform } from "./platform.ts";
import { createQuarantine } from "./quarantine/quarantine.ts";
import { createProofProcessor } from "./jobs/proof.ts";
import { createRecentCards } from "./proof/recent-cards.ts";
import { createRemoteImages } from "./remote-images/remote-images.ts";

const maxDecoderProcesses = 2;
const maxQuarantineProcesses = 2;

/**
 * For the admin server without ADMIN_PORT, since several renderers may share a host: the ports after the
 * gateway's 3001, as many as the launcher can start renderers.
 */
const adminPorts = Array.from({ length: 64 }, (_, i) => 3002 + i);

/**
 * Starts a renderer with the settings in `env`. It calls `restart` when another process must replace it.
 * Rejects with StartError.
 */
export function startRenderer(
  env: NodeJS.ProcessEnv,
  logger: Logger,
  restart: (reason: string) => void,
): Promise<RunningProcess> {
  return startParts(async (onStop) => {
    const settings = readRendererSettings(env);
    sharp.concurrency(1); // there is a renderer for each core
    sharp.cache(false); // no image is encoded twice
    logger.level = settings.LOG_LEVEL;
    const isolation = await detectDecoderIsolation();
    logger.info({ isolation: isolation.kind }, "decoder isolation detected");
    requireIsolation(isolation, settings.DECODER_ISOLATION);
    const { RENDER_CONCURRENCY: concurrency } = settings;
    const tracing = await startTracing("renderer", env, logger);
    onStop(() => tracing?.stop());
    const tracer = tracing?.tracer;
    const registry = createRegistry();
    const builtInTemplates = readBuiltInTemplates();
    const { recordRender, recordFailure } = createRenderMetrics(
      registry,
      builtInTemplates.map(({ id }) => id),
    );
    const redis = connectRedis(settings.REDIS_URL, "commands", logger);
    const queueRedis = connectRedis(settings.REDIS_URL, "worker", logger);
    onStop(() => [redis, queueRedis].forEach((each) => each.disconnect()));
    countRedisOutages(registry, { commands: redis, queue: queueRedis });
    const clock = createSharedClock(redis, renderKeys.rendererAlive);
    onStop(clock.stop);
    const { now } = clock;
    const store = instrumentStore(
      await openImageStore(settings.storage),
      createStoreInstrumentation(registry, tracer),
    );
    onStop(store.close);
    const platform: Platform = { settings, logger, redis, queueRedis, store, now };

    const documents = createTemplateDocuments({ store, now });
    const compile = createCompileInTurn();
    const catalog = createTemplateCatalog<Template>([
      createFixedProvider(builtInTemplates),
      createDocumentProvider(createCompiledTemplates({ documents, compile })),
    ]);

    let isReady = false;
    const healthChecks = {
      redis: () => redis.exists(renderKeys.rendererAlive), // in a cluster, the node that has our keys
      storage: () => store.check(),
      queue: () => (isReady ? Promise.resolve() : Promise.reject(new Error("workers are not ready"))),
    };
    exportHealthChecks(registry, healthChecks);
    const admin = await startAdminServer({
      ports: settings.ADMIN_PORT === undefined ? adminPorts : [settings.ADMIN_PORT],
      host: settings.ADMIN_HOST,
      tokens: { admin: settings.ADMIN_TOKEN, metrics: settings.METRICS_TOKEN },
      handlers: { "/metrics": metricsHandler(registry), ...healthHandlers(healthChecks) },
      publicPaths: healthPaths,
      logger,
    });
    onStop(admin.close);

    // Early, because a renderer that replaces one that crashed needs it at once.
    const quarantine = createQuarantine({ maxProcesses: maxQuarantineProcesses });
    onStop(quarantine.stop);
    // Painting blocks the event loop, and a connection being opened would time out.
    await waitUntilConnected(redis);
    const engine = createEngine({ concurrency, cacheBytes: settings.RENDER_CACHE_MB * 1024 * 1024 });
    // Not again for another renderer in one process, as in tests.
    if (fontRegistry.faceCount === 0) await warmUp(engine, builtInTemplates);
    const { coverage } = fontRegistry;
    if (!coverage) logger.warn("fc-list or fc-query failed: missing glyphs will not be reported");
    const sweepQueue = createSweepQueue(platform);
    onStop(sweepQueue.close);
    await sweepQueue.start();
    await clock.sample(); // before the first job, which has a deadline

    const decoder = createDecoder({ maxProcesses: maxDecoderProcesses, isolation });
    onStop(decoder.stop);
    const assetImages = createAssetImages(store, decoder);
    const remoteImages = createRemoteImages({
      decoder,
      readAsset: assetImages.readFile,
      allowedHosts: settings.IMAGE_HOSTS_ALLOW,
      allowedPorts: settings.IMAGE_PORTS,
      allowPrivateAddresses: settings.IMAGE_ALLOW_PRIVATE,
    });
    // A slow upload must not delay remote images.
    const uploadDecoder = createDecoder({ maxProcesses: 1, isolation });
    onStop(uploadDecoder.stop);
    const fontAssets = createFontAssets(platform, restart);
    const renderCard = createCardRenderer(platform, engine, fontAssets, quarantine);
    const remoteBytes = createRemoteBytes({ redis, now });
    const renderJob = createJobRenderer(platform, { renderCard, remoteImages, remoteBytes, assetImages });
    const results = createRenderResults(redis);
    const recentCards = createRecentCards(platform, (hash) =>
      builtInTemplates.some((template) => template.hash === hash),
    );
    const storeRecipe = createStoreRecipe(platform, createBuiltInDocuments(builtInTemplates, documents));
    const processRenderJob = createRenderProcessor(platform, {
      catalog,
      compile,
      storeRecipe,
      render: (...args) => withSpan(tracer, "render image", {}, () => renderJob(...args)),
      results,
      addRecentCard: recentCards.add,
      deleteLater: sweepQueue.deleteLater,
      recordRender,
    });
    const workers = startWorkers(platform, {
      processRenderJob: traceRender(tracer, processRenderJob),
      onRenderFailed: createFailureHandler(platform, { results, storeRecipe, recordFailure }),
      processSweepJob: createSweepProcessor(platform, sweepQueue, createAccountImageDeletion(platform)),
      processUpload: createUploadProcessor(platform, uploadDecoder),
      processProof: createProofProcessor(platform, {
        catalog,
        compile,
        recentCards,
        renderCard,
        assetImages,
      }),
    });
    onStop(async () => {
      const isRedisAvailable = await healthChecks.redis().then(
        () => true,
        () => false,
      );
      await workers.close(!isRedisAvailable); // without Redis, other renderers retry the jobs in progress
    });
    const heartbeat = startHeartbeat(redis, {
      missingScripts: coverage ? listMissingScripts(coverage) : null,
    });
    onStop(heartbeat.stop);
    await workers.waitUntilReady();
    isReady = true;
    onStop(() => (isReady = false));
    logger.info({ concurrency }, "renderer ready");

    return settings.stopTimeoutMs;
  });
}
