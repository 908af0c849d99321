import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import {
  createAccounts,
  createAssets,
  createBrands,
  createRemoteQuotaCheck,
  createRenderQuota,
  createSecurityEvents,
  createSitePages,
  createSites,
  createUsageStore,
} from "@placard/accounts";
import { renderKeys } from "@placard/contracts";
import { createMailQueue, createMailTransport } from "@placard/mail";
import {
  connectRedis,
  connectSubscriber,
  countRedisOutages,
  createLogger,
  createRegistry,
  createRenderResults,
  createSharedClock,
  createStoreInstrumentation,
  exportHealthChecks,
  waitUntilConnected,
  listen,
  localUrlOf,
  parseTrustProxy,
  readGatewaySettings,
  run,
  startTracing,
  type RunningProcess,
} from "@placard/runtime";
import { createDnsLookups } from "@placard/safe-fetch";
import { openImageStore, instrumentStore } from "@placard/storage";
import { readPlainFallbacks } from "@placard/template-store";
import { startAdmin } from "./admin.ts";
import { readConsole } from "./console/console.ts";
import { createApp } from "./app.ts";
import { createAssetUploads } from "./assets/asset-uploads.ts";
import { readGuides } from "./docs/guides.ts";
import { createLimits } from "./http/rate-limit.ts";
import { createHttpServer } from "./http/server.ts";
import { traceRequests } from "./http/trace-requests.ts";
import { createAccountImages } from "./images/account-images.ts";
import { createImageMemory } from "./images/image-memory.ts";
import { createImageRequests } from "./images/image-requests.ts";
import { createQueueAdmission } from "./images/queue-admission.ts";
import { createRenderJobs } from "./images/render-jobs.ts";
import { createStoredImages } from "./images/stored-images.ts";
import { createPlainFallbacks } from "./links/plain-fallbacks.ts";
import { createAccountMails } from "./mail/account-mails.ts";
import { createGatewayMetrics } from "./metrics/gateway-metrics.ts";
import { exportQueues } from "./metrics/queue-metrics.ts";
import { createCheckPage } from "./page-check/check-page.ts";
import { openQueues } from "./queues.ts";
import { createSiteAccess } from "./sites/site-access.ts";
import { createProofs } from "./templates/proofs.ts";
import { createTemplateSources } from "./templates/template-sources.ts";
import { createUsageRecorder } from "./account/usage-recorder.ts";
import { createWebhookServices } from "./webhooks/webhook-services.ts";

const logger = createLogger("gateway");
const consoleDirectory = fileURLToPath(new URL("../../console/dist/public", import.meta.url));

/** Part of the time that the gateway has to close its connections. */
const mailDrainTimeoutMs = 3_000;

/** Part of the same time: webhook attempts that take longer are repeated by another gateway. */
const webhookStopTimeoutMs = 2_000;

async function start(): Promise<RunningProcess> {
  const settings = readGatewaySettings(process.env);
  logger.level = settings.LOG_LEVEL;
  const tracing = await startTracing("gateway", process.env, logger);
  const registry = createRegistry();
  const metrics = createGatewayMetrics(registry);
  const commands = connectRedis(settings.REDIS_URL, "commands", logger);
  const queueRedis = connectRedis(settings.REDIS_URL, "queue", logger);
  const workerRedis = connectRedis(settings.REDIS_URL, "worker", logger);
  const subscriber = connectSubscriber(settings.REDIS_URL, logger);
  countRedisOutages(registry, { commands, queue: queueRedis, worker: workerRedis, subscriber });
  const clock = createSharedClock(commands, renderKeys.rendererAlive);
  const { now } = clock;
  const store = instrumentStore(
    openImageStore(settings.storage),
    createStoreInstrumentation(registry, tracing?.tracer),
  );
  const queues = openQueues(queueRedis);
  const admission = createQueueAdmission({
    redis: commands,
    queues: queues.render,
    limit: settings.QUEUE_LIMIT,
    countRejection: metrics.countRenderRejection,
    now,
  });
  const assets = createAssets({ redis: commands, now, maxBytes: settings.MAX_ASSET_BYTES });
  const { checkRenderer } = admission;
  const assetUploads = createAssetUploads({
    store,
    assets,
    queue: queues.uploads,
    redis: commands,
    checkRenderer,
    logger,
    now,
  });
  const { folderTemplates, ...templates } = createTemplateSources({
    redis: commands,
    store,
    uploadShared: assetUploads.uploadShared,
    directory: settings.TEMPLATES_DIR,
    logger,
    now,
  });
  const { catalog } = templates;
  const results = createRenderResults(commands);
  const usage = createUsageStore({ redis: commands, now });
  const quota = createRenderQuota({ redis: commands, now, perDay: settings.DAILY_RENDERS });
  const jobs = createRenderJobs({
    queues: queues.render,
    results,
    admission,
    quota,
    isOverRemoteQuota: createRemoteQuotaCheck(usage, settings.DAILY_REMOTE_BYTES),
    countRejection: metrics.countRenderRejection,
    logger,
    now,
  });
  const requests = createImageRequests({
    results,
    subscriber,
    jobs,
    admission,
    logger,
    now,
    timeoutMs: settings.RENDER_TIMEOUT_MS,
  });
  const { requestImage } = requests;
  const memory = createImageMemory({
    store,
    redis: commands,
    subscriber,
    maxBytes: settings.IMAGE_MEMORY_MB * 1024 * 1024,
    logger,
    now,
  });
  metrics.exportImageMemory(memory.size);
  const images = createStoredImages({ store, memory, results, catalog, requestImage, quota, logger, now });
  const relyingParty = { id: settings.RP_ID, name: settings.RP_NAME, origins: settings.ORIGINS };
  const accounts = createAccounts({
    redis: commands,
    now,
    createSessionId: randomUUID,
    tokenSecrets: settings.JWT_SECRETS,
    tokenIssuer: settings.PUBLIC_URL,
    sessionTtlSeconds: settings.SESSION_TTL,
    relyingParty,
    limits: {
      apiKeys: settings.MAX_API_KEYS,
      signingKeys: settings.MAX_SIGNING_KEYS,
      passkeys: settings.MAX_PASSKEYS,
      sessions: settings.MAX_SESSIONS,
    },
    signUp: { mode: settings.SIGNUP, emails: settings.SIGNUP_EMAILS },
  });
  const dns = createDnsLookups(settings.DNS_SERVERS);
  const { resolveHost } = dns;
  const allowPrivateAddresses = settings.IMAGE_ALLOW_PRIVATE;
  const { outbox, startDeliveries, ...webhooks } = createWebhookServices({
    redis: commands,
    queue: queues.webhooks,
    deleteAccount: accounts.deleteAccount,
    maxPerAccount: settings.MAX_WEBHOOKS,
    publicUrl: settings.PUBLIC_URL,
    resolveHost,
    allowPrivateAddresses,
    countAttempt: metrics.countWebhookAttempt,
    countDropped: metrics.countDroppedWebhookEvents,
    logger,
    now,
  });
  const mailTransport = settings.mail && createMailTransport(settings.mail);
  const mails =
    mailTransport &&
    createAccountMails({
      ...accounts,
      queue: createMailQueue({ transport: mailTransport, logger, countMail: metrics.countMail }),
      site: { name: settings.RP_NAME, url: settings.PUBLIC_URL },
      logger,
    });
  const events = createSecurityEvents({
    redis: commands,
    logger,
    now,
    onRecorded: mails?.sendForEvent,
  });
  const usageRecorder = createUsageRecorder({ redis: commands, usage, logger, now });
  const healthChecks = {
    redis: () => commands.exists(renderKeys.rendererAlive), // on a cluster, this reaches the node that has our keys
    storage: () => store.check(),
    renderer: () => admission.checkRenderer(),
  };
  exportHealthChecks(registry, healthChecks);
  exportQueues(registry, queues.all);
  let isStopping = false;
  const accountImages = createAccountImages({ store });
  const app = createApp({
    localUrl: () => localUrlOf(server),
    logger,
    publicUrl: settings.PUBLIC_URL,
    trustProxy: parseTrustProxy(settings.TRUST_PROXY),
    accounts,
    relyingParty,
    apiKeyTtlSeconds: settings.API_KEY_TTL,
    events,
    signUpMode: settings.SIGNUP,
    mails,
    requiresVerifiedEmail: settings.REQUIRE_VERIFIED_EMAIL,
    usage,
    dailyRenders: settings.DAILY_RENDERS,
    usageRecorder,
    limits: createLimits(settings, commands),
    hasPublicPlayground: settings.PUBLIC_PLAYGROUND,
    ...templates,
    assets,
    assetUploads,
    proofs: createProofs({ store, queue: queues.proofs, redis: commands, checkRenderer, logger, now }),
    brands: createBrands({ redis: commands, now }),
    sites: createSites({ redis: commands, now, maxPerAccount: settings.MAX_SITES }),
    sitePages: createSitePages({ redis: commands, now }),
    ...createSiteAccess({ dns, allowPrivateAddresses, publicUrl: settings.PUBLIC_URL }),
    pageTtlSeconds: settings.PAGE_TTL,
    allowPrivateAddresses,
    checkPage: createCheckPage({
      publicUrl: settings.PUBLIC_URL,
      allowPrivateAddresses,
      resolveHost,
      countCheck: metrics.countPageCheck,
    }),
    store,
    templates: await catalog.list(),
    requests,
    images,
    accountImages,
    linkBudgetMs: settings.LINK_BUDGET_MS,
    plainFallbacks: createPlainFallbacks(readPlainFallbacks()),
    console: readConsole(consoleDirectory),
    guideGroups: readGuides(consoleDirectory),
    ...webhooks,
    emitWebhookEvent: outbox.emit,
    isStopping: () => isStopping,
    healthChecks,
    metrics,
    firstMiddleware: tracing ? [traceRequests(tracing.tracer)] : [],
    now,
  });

  const admin = await startAdmin({
    port: settings.ADMIN_PORT,
    host: settings.ADMIN_HOST,
    tokens: { admin: settings.ADMIN_TOKEN, metrics: settings.METRICS_TOKEN },
    registry,
    queues: queues.all,
    checkRedis: healthChecks.redis,
    logger,
  });
  await Promise.all([commands, queueRedis, subscriber].map(waitUntilConnected));
  await clock.sample();
  await folderTemplates?.start();
  requests.subscribe();
  const deliveryWorker = startDeliveries(workerRedis);
  const { server, drain } = createHttpServer({
    app,
    logger,
    metrics,
    maxConnections: settings.MAX_CONNECTIONS,
    maxConnectionsPerAddress: settings.MAX_CONNECTIONS_PER_ADDRESS,
  });
  const { PORT: port, HOST: host } = settings;
  await listen(server, { port, host, portSetting: "PORT", hostSetting: "HOST" });
  logger.info({ host, port, publicUrl: settings.PUBLIC_URL }, "gateway listening");

  return {
    stopTimeoutMs: settings.stopTimeoutMs,
    async stop() {
      isStopping = true;
      await delay(settings.DRAIN_DELAY_MS); // until load balancers have seen that this gateway is not ready
      await drain();
      await mails?.drain(mailDrainTimeoutMs);
      mailTransport?.close();
      await outbox.stop();
      const isRedisAvailable = await healthChecks.redis().then(
        () => true,
        () => false,
      );
      if (isRedisAvailable) await deliveryWorker.stop(webhookStopTimeoutMs); // otherwise other gateways repeat its attempts
      requests.close();
      folderTemplates?.stop();
      await usageRecorder.stop();
      clock.stop();
      admin.close();
      await tracing?.stop();
      await Promise.all(queues.all.map((queue) => queue.close()));
      for (const connection of [commands, queueRedis, workerRedis, subscriber]) connection.disconnect();
      store.close();
    },
  };
}

await run(logger, start);
