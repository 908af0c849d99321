import { createCeremonyStore } from "@placard/accounts";
import { renderKeys } from "@placard/contracts";
import { createSharedClock, openRedis, readGatewaySettings, readOperatorSettings } from "@placard/runtime";
import { openImageStore } from "@placard/storage";
import type { Environment } from "../command.ts";
import { checkClocks } from "./clock-check.ts";
import { describeError } from "../format.ts";
import { failed, ok, type Finding } from "./finding.ts";
import {
  checkRedisEviction,
  checkRedisPersistence,
  checkRedisVersion,
  readRedisInfo,
} from "./redis-checks.ts";
import { checkProxy } from "./proxy-check.ts";
import { checkPublicUrl } from "./public-url-check.ts";
import { checkFonts, checkRenderers, readRendererStatus } from "./renderer-checks.ts";
import { checkStorage } from "./storage-check.ts";

export interface CheckResult extends Finding {
  /** The name of the check: "redis-version". */
  check: string;
}

const connectTimeoutMs = 5_000;

/**
 * Runs all checks with the settings of a gateway. Checks that need a service that is unavailable, or settings
 * that are invalid, are left out. Throws SettingsError if REDIS_URL is missing or invalid.
 */
export async function runChecks(env: Environment["env"]): Promise<CheckResult[]> {
  // Without the other settings: the check of the settings reports invalid ones.
  const { REDIS_URL } = readOperatorSettings({ REDIS_URL: env["REDIS_URL"] });
  const results: CheckResult[] = [];

  async function check(name: string, find: () => Finding | Promise<Finding>): Promise<void> {
    try {
      const { status, message } = await find();
      results.push({ check: name, status, message });
    } catch (error) {
      results.push({ check: name, ...failed(describeError(error)) });
    }
  }

  /** Resolves with what other checks need; undefined if it is not available. */
  async function provide<T>(
    name: string,
    find: () => T | Promise<T>,
    message: string,
  ): Promise<T | undefined> {
    let found: T | undefined;
    await check(name, async () => {
      found = await find();
      return ok(message);
    });
    return found;
  }

  const settings = await provide("settings", () => readGatewaySettings(env), "All settings are valid.");
  const redis = await provide("redis", () => openRedis(REDIS_URL, connectTimeoutMs), "Redis responds.");
  const clock = redis && createSharedClock(redis, renderKeys.rendererAlive);
  const store = settings && (await openImageStore(settings.storage));
  try {
    if (redis) {
      const info = readRedisInfo(redis);
      await check("redis-version", async () => checkRedisVersion(await info));
      await check("redis-persistence", async () => checkRedisPersistence(redis, await info));
      await check("redis-eviction", async () => checkRedisEviction(await info));
    }
    await clock?.sample();
    const now = clock?.now ?? Date.now;
    const hostMs = Date.now() - now();
    let storageMs: number | undefined;
    if (store)
      await check("storage", async () => {
        const finding = await checkStorage(store, { isS3: !!settings.storage.s3, now });
        storageMs = finding.clockOffsetMs;
        return finding;
      });
    if (redis) {
      await check("clocks", () => checkClocks({ hostMs, storageMs }));
      let status: Awaited<ReturnType<typeof readRendererStatus>>;
      await check("renderers", async () => checkRenderers((status = await readRendererStatus(redis))));
      if (status) await check("fonts", () => checkFonts(status!));
    }
    if (settings && redis) {
      const { hasCeremony } = createCeremonyStore(redis);
      await check("public-url", () => checkPublicUrl(settings.PUBLIC_URL, hasCeremony));
    }
    if (settings) await check("proxy", () => checkProxy(settings));
  } finally {
    clock?.stop();
    redis?.disconnect();
    store?.close();
  }
  return results;
}
