import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createAccounts } from "@placard/accounts";
import {
  pictureQueue,
  queuePrefix,
  renderKeys,
  renderQueue,
  sweepQueue,
  type RenderJob,
} from "@placard/contracts";
import {
  connectRedis,
  connectSubscriber,
  countRedisOutages,
  createLogger,
  createRegistry,
  createSharedClock,
  createStoreInstrumentation,
  exportHealthChecks,
  waitUntilConnected,
  listen,
  parseTrustProxy,
  readGatewaySettings,
  run,
  startTracing,
  type RunningProcess,
} from "@placard/runtime";
import { openImageStore, instrumentStore } from "@placard/storage";
import { Queue } from "bullmq";
import type { Request, Response } from "express";
import { startAdmin } from "./admin.ts";
import { createApp } from "./app.ts";
import { createHttpServer } from "./http/server.ts";
import { createGatewayMetrics } from "./metrics/gateway-metrics.ts";
import { exportQueues } from "./metrics/queue-metrics.ts";
import { accountIdOf, optionalSession, requireApiKey, requireSession } from "./http/authenticate.ts";
import { rateLimit } from "./http/rate-limit.ts";
import { traceRequests } from "./http/trace-requests.ts";
import { createQueueGauge } from "./images/queue-gauge.ts";
import { createRenderRecords } from "./images/render-records.ts";
import { createRenders } from "./images/renders.ts";
import { createStoredImages } from "./images/stored-images.ts";
import { batchCost } from "./api/batch.ts";
import { consoleRoutes } from "./api/console.ts";

const logger = createLogger("gateway");
const consoleDirectory = fileURLToPath(new URL("../../console/public", import.meta.url));
const clientDirectory = fileURLToPath(new URL("../../../packages/client/dist", import.meta.url));

async function start(): Promise<RunningProcess> {
  const settings = readGatewaySettings(process.env);
  const tracing = await startTracing("gateway", process.env, logger);
  const registry = createRegistry();
  const metrics = createGatewayMetrics(registry);
  const commands = connectRedis(settings.REDIS_URL, "commands", logger);
  const queueRedis = connectRedis(settings.REDIS_URL, "queue", logger);
  const subscriber = connectSubscriber(settings.REDIS_URL, logger);
  countRedisOutages(registry, { commands, queue: queueRedis, subscriber });
  const clock = createSharedClock(commands, renderKeys.rendererAlive);
  const { now } = clock;
  const store = instrumentStore(
    openImageStore(settings.storage),
    createStoreInstrumentation(registry, tracing?.tracer),
  );
  const queueOptions = { connection: queueRedis, prefix: queuePrefix };
  const queues = {
    [renderQueue]: new Queue<RenderJob>(renderQueue, queueOptions),
    [pictureQueue]: new Queue<RenderJob>(pictureQueue, queueOptions),
  };
  const watchedQueues: Queue[] = [...Object.values(queues), new Queue(sweepQueue, queueOptions)];
  for (const queue of watchedQueues) queue.on("error", () => {}); // the connection logs its outages itself

  const records = createRenderRecords(commands);
  const gauge = createQueueGauge({ redis: commands, queues, limit: settings.QUEUE_LIMIT, now });
  const renders = createRenders({
    records,
    subscriber,
    queues,
    gauge,
    logger,
    now,
    newTicket: randomUUID,
    timeoutMs: settings.RENDER_TIMEOUT_MS,
  });
  const images = createStoredImages({ store, records, requestImage: renders.requestImage, logger, now });
  const accounts = createAccounts({
    redis: commands,
    now,
    createSessionId: randomUUID,
    tokenSecrets: settings.JWT_SECRETS,
    tokenIssuer: settings.PUBLIC_URL,
    sessionTtlSeconds: settings.SESSION_TTL,
    relyingParty: { id: settings.RP_ID, name: settings.RP_NAME, origins: settings.ORIGINS },
  });
  const { apiKeys, sessions } = accounts;
  const authLimit = rateLimit({
    redis: commands,
    name: "auth",
    perMinute: settings.RATE_LIMIT_AUTH,
    subject: (req) => req.ip ?? "",
  });
  const parts = {
    redis: () => commands.exists(renderKeys.rendererAlive), // at the node that has our keys, if it is a cluster
    storage: () => store.check(),
    renderer: () => gauge.checkRenderer(),
  };
  exportHealthChecks(registry, parts);
  exportQueues(registry, watchedQueues);
  let stopping = false;
  const apiLimit = {
    redis: commands,
    name: "api",
    perMinute: settings.RATE_LIMIT_API,
    subject: (_req: Request, res: Response) => accountIdOf(res),
  };
  const app = createApp({
    logger,
    publicUrl: settings.PUBLIC_URL,
    trustProxy: parseTrustProxy(settings.TRUST_PROXY),
    authenticate: requireApiKey({ apiKeys, logger }),
    limit: rateLimit(apiLimit),
    batchLimit: rateLimit({ ...apiLimit, cost: batchCost }),
    session: requireSession({ sessions, logger }),
    optionalSession: optionalSession({ sessions }),
    authLimit,
    accounts,
    consoleRoutes: consoleRoutes({ directory: consoleDirectory, clientDirectory }),
    renders,
    images,
    parts,
    isStopping: () => stopping,
    metrics,
    outermost: tracing ? [traceRequests(tracing.tracer)] : [],
    now,
  });

  const admin = await startAdmin({
    port: settings.ADMIN_PORT,
    host: settings.ADMIN_HOST,
    token: settings.ADMIN_TOKEN,
    registry,
    queues: watchedQueues,
    checkRedis: parts.redis,
    logger,
  });
  await Promise.all([commands, queueRedis, subscriber].map(waitUntilConnected));
  await clock.sample();
  renders.listen();
  const { server, drain } = createHttpServer({ app, logger, countRefusal: metrics.countRefusal });
  const { PORT: port, HOST: host } = settings;
  await listen(server, { port, host, portSetting: "PORT", hostSetting: "HOST" });
  logger.info({ host, port, publicUrl: settings.PUBLIC_URL }, "gateway is listening");

  return {
    stopTimeoutMs: settings.stopTimeoutMs,
    async stop() {
      stopping = true;
      await delay(settings.DRAIN_DELAY_MS); // for whoever sends requests here to see it and send them elsewhere
      await drain();
      renders.close();
      clock.stop();
      admin.close();
      await tracing?.stop();
      await Promise.all(watchedQueues.map((queue) => queue.close()));
      for (const connection of [commands, queueRedis, subscriber]) connection.disconnect();
      store.close();
    },
  };
}

await run(logger, start);
