import { renderKeys } from "@placard/contracts";
import {
  connectRedis,
  connectSubscriber,
  countRedisOutages,
  createRegistry,
  createSharedClock,
  createStoreInstrumentation,
  readGatewaySettings,
  startTracing,
  waitUntilConnected,
  type GatewaySettings,
  type Logger,
  type OnStop,
  type RedisClient,
} from "@placard/runtime";
import { createDnsLookups, type DnsLookups } from "@placard/safe-fetch";
import { instrumentStore, openImageStore, type ImageStore } from "@placard/storage";
import { createGatewayMetrics, type GatewayMetrics } from "./metrics/gateway-metrics.ts";
import { openQueues, type Queues } from "./queues.ts";

/** What all features share: connections, settings, and ways to report. */
export interface Platform {
  readonly settings: GatewaySettings;
  readonly logger: Logger;
  readonly metrics: GatewayMetrics;
  /** For commands. */
  readonly redis: RedisClient;
  /** For the worker of a queue, whose commands block. */
  readonly workerRedis: RedisClient;
  readonly subscriber: ReturnType<typeof connectSubscriber>;
  readonly store: ImageStore;
  readonly queues: Queues;
  readonly dns: DnsLookups;
  /** The time of all gateways, in epoch ms. */
  readonly now: () => number;
}

/** Opens the connections of a gateway. Throws SettingsError. */
export async function openPlatform(env: NodeJS.ProcessEnv, logger: Logger, onStop: OnStop) {
  const settings = readGatewaySettings(env);
  logger.level = settings.LOG_LEVEL;
  const tracing = await startTracing("gateway", env, logger);
  onStop(() => tracing?.stop());
  const registry = createRegistry();
  const redis = connectRedis(settings.REDIS_URL, "commands", logger);
  const queueRedis = connectRedis(settings.REDIS_URL, "queue", logger);
  const workerRedis = connectRedis(settings.REDIS_URL, "worker", logger);
  const subscriber = connectSubscriber(settings.REDIS_URL, logger);
  onStop(() => [redis, queueRedis, workerRedis, subscriber].forEach((each) => each.disconnect()));
  countRedisOutages(registry, { commands: redis, queue: queueRedis, worker: workerRedis, subscriber });
  const clock = createSharedClock(redis, renderKeys.rendererAlive);
  onStop(clock.stop);
  const instrumentation = createStoreInstrumentation(registry, tracing?.tracer);
  const store = instrumentStore(await openImageStore(settings.storage), instrumentation);
  onStop(store.close);
  const queues = openQueues(queueRedis);
  onStop(() => Promise.all(queues.all.map((queue) => queue.close())));
  const metrics = createGatewayMetrics(registry);
  const dns = createDnsLookups(settings.DNS_SERVERS);
  const { now } = clock;
  const platform: Platform = {
    settings,
    logger,
    metrics,
    redis,
    workerRedis,
    subscriber,
    store,
    queues,
    dns,
    now,
  };

  return {
    platform,
    registry,
    tracer: tracing?.tracer,
    /** Resolves when Redis is connected and its clock is known. */
    async connect(): Promise<void> {
      await Promise.all([redis, queueRedis, subscriber].map(waitUntilConnected));
      await clock.sample();
    },
  };
}
