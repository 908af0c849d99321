export { startAdminServer, type AdminServer, type AdminHandler } from "./admin/admin-server.ts";
export { sendAdminError } from "./admin/admin-answers.ts";
export { healthHandlers, healthPaths, metricsHandler } from "./admin/admin-pages.ts";
export { listen } from "./listen.ts";
export { createLogger, type Logger } from "./logger.ts";
export { createRegistry, exportHealthChecks, scrapeTimeoutMs } from "./metrics/process-metrics.ts";
export { countRedisOutages } from "./metrics/redis-metrics.ts";
export { createStoreInstrumentation, type StoreInstrumentation } from "./metrics/storage-metrics.ts";
export { failingHealthChecks, type HealthChecks } from "./health-checks.ts";
export { formatRedisHosts } from "./redis-address.ts";
export { isRedisOutage, throwPipelineError } from "./redis-errors.ts";
export { connectRedis, connectSubscriber, waitUntilConnected, type RedisClient } from "./redis.ts";
export { run, type RunningProcess } from "./run.ts";
export {
  parseTrustProxy,
  readGatewaySettings,
  readLauncherSettings,
  readRendererSettings,
  SettingsError,
} from "./settings.ts";
export { createSharedClock, type SharedClock } from "./shared-clock.ts";
export { withSpan, getTraceCarrier, extractTraceContext } from "./tracing/spans.ts";
export { startTracing, type Tracing } from "./tracing/tracing.ts";
export { TimeoutError, withTimeout } from "./with-timeout.ts";
