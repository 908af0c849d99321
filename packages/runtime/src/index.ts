export { ByteBudget } from "./byte-budget.ts";
export { healthHandlers, healthPaths, metricsHandler, sendAdminError } from "./admin/admin-handlers.ts";
export { startAdminServer, type AdminServer } from "./admin/admin-server.ts";
export { failingHealthChecks, type HealthChecks } from "./health-checks.ts";
export { Lane } from "./lane.ts";
export { hostInUrl, listen } from "./listen.ts";
export { createLogger, type Logger } from "./logger.ts";
export { parseMailbox, type Mailbox } from "./mail-settings.ts";
export {
  countRedisOutages,
  createRegistry,
  createStoreInstrumentation,
  exportHealthChecks,
  scrapeTimeoutMs,
} from "./metrics.ts";
export { isRedisOutage } from "./redis-errors.ts";
export { defineScript, type RedisScript } from "./redis-script.ts";
export {
  connectRedis,
  connectSubscriber,
  keepSubscribed,
  openRedis,
  waitUntilConnected,
  type RedisClient,
} from "./redis.ts";
export { createRemoteBytes, type RemoteBytes } from "./remote-bytes.ts";
export { createRenderResults, type RenderResults } from "./render-results.ts";
export { restartStatus, run, startParts, StartError, type OnStop, type RunningProcess } from "./run.ts";
export { parseTrustProxy } from "./setting-formats.ts";
export {
  isThisMachine,
  readGatewaySettings,
  readLauncherSettings,
  readOperatorSettings,
  readRendererSettings,
  SettingsError,
  type GatewaySettings,
} from "./settings.ts";
export { createSharedClock } from "./shared-clock.ts";
export { extractTraceContext, getTraceCarrier, withSpan } from "./tracing/spans.ts";
export { startTracing, type Tracing } from "./tracing/tracing.ts";
export { dailyQuotaExceeded, startOfNextDay, utcDay, utcDays } from "./utc-day.ts";
export { TimeoutError, withTimeout } from "./with-timeout.ts";
