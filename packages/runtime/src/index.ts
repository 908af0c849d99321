export { createLogger, type Logger } from "./logger.ts";
export { connectRedis, firstContact, isRedisOutage } from "./redis.ts";
export { run, type Running } from "./run.ts";
export {
  parseTrustProxy,
  readGatewaySettings,
  readLauncherSettings,
  readRendererSettings,
  SettingsError,
} from "./settings.ts";
