export { startAdminListener, type AdminListener, type AdminPage } from "./admin/admin-listener.ts";
export { sendAdminFailure } from "./admin/admin-answers.ts";
export { healthPages, healthPaths, metricsPage } from "./admin/admin-pages.ts";
export { listen } from "./listen.ts";
export { createLogger, type Logger } from "./logger.ts";
export { createRegistry, exportParts, scrapeWaitMs } from "./metrics/process-metrics.ts";
export { countRedisOutages } from "./metrics/redis-metrics.ts";
export { createStorageWatch, type StorageWatch } from "./metrics/storage-metrics.ts";
export { partsOut, type Parts } from "./parts.ts";
export { redisHosts } from "./redis-address.ts";
export { isRedisOutage } from "./redis-outage.ts";
export { connectRedis, connectSubscriber, firstContact, type RedisClient } from "./redis.ts";
export { run, type Running } from "./run.ts";
export {
  parseTrustProxy,
  readGatewaySettings,
  readLauncherSettings,
  readRendererSettings,
  SettingsError,
} from "./settings.ts";
export { createSharedClock, type SharedClock } from "./shared-clock.ts";
export { inSpan, traceHere, traceOf } from "./tracing/spans.ts";
export { startTracing, type Tracing } from "./tracing/tracing.ts";
export { within } from "./within.ts";
