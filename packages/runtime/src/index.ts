export { createLogger, type Logger } from "./logger.ts";
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
