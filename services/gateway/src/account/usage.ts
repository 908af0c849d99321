import { createUsageStore, type UsageStore, noUsage, type Usage as CountedUsage } from "@placard/accounts";
import { parseJson, remoteBytesQuota, renderKeys, validateUsageReport } from "@placard/contracts";
import { createRemoteBytes, isRedisOutage, utcDay } from "@placard/runtime";
import type { Feature } from "../feature.ts";
import { createPeriodicTask } from "../periodic-task.ts";
import type { Platform } from "../platform.ts";

/** Who fetches from other servers. */
interface Fetcher {
  account: string;
  /** The API key or the site. */
  keyId: string | undefined;
  /** Whether a visitor of a site causes it: it is then charged to the daily quota of visitors. */
  isVisit?: boolean;
}

/** Counts the bytes of a chunk. Throws AppError `quota_exceeded` past the daily quota. */
export type CountBytes = (bytes: number) => void;

/** What accounts have used, day by day. */
export interface Usage extends Feature {
  readonly store: UsageStore;
  /** Counts a request whose image existed or was being rendered. A session has no `keyId`. */
  readonly recordCacheHit: (account: string, keyId: string | undefined) => void;
  /** Starts a task that fetches from other servers. Rejects with AppError `quota_exceeded`. */
  readonly startFetches: (fetcher: Fetcher) => Promise<CountBytes>;
  /** Writes what has been counted, and stops. */
  readonly stop: () => Promise<void>;
}

type Counted = Omit<CountedUsage, "day">;

/** How often the counters are written to Redis, in ms. A crash loses what was counted since. */
const flushIntervalMs = 1_000;

/** The reports of renderers that are taken at a time. Other gateways and the next flush take the rest. */
const maxReports = 5_000;

/**
 * Counts the usage of accounts in memory, and writes it to Redis once a second: requests don't wait for it.
 * It counts this gateway's cache hits, and the renders that renderers report. One gateway takes each report.
 */
export function createUsage(
  platform: Pick<Platform, "redis" | "logger" | "now" | "settings">,
  store: UsageStore = createUsageStore(platform),
): Usage {
  const { redis, logger, now, settings } = platform;
  const remoteBytes = createRemoteBytes(platform);
  let counts = new Map<string, Counted>();
  const flushes = createPeriodicTask(write, {
    intervalMs: flushIntervalMs,
    logger,
    failure: "usage flush failed",
  });

  /** The counters of an account and a key. They belong to the day on which they are written. */
  function countersOf(account: string, keyId: string | undefined): Counted {
    const id = `${account} ${keyId ?? ""}`;
    let counters = counts.get(id);
    if (!counters) counts.set(id, (counters = { account, keyId, ...noUsage }));
    return counters;
  }

  function add({ account, keyId, ...added }: Counted): void {
    const counters = countersOf(account, keyId);
    counters.renders += added.renders;
    counters.cacheHits += added.cacheHits;
    counters.bytes += added.bytes;
    counters.remoteBytes += added.remoteBytes;
  }

  async function takeReports(): Promise<void> {
    const reports = (await redis.rpop(renderKeys.usageReports, maxReports)) ?? [];
    for (const json of reports) {
      const report = validateUsageReport(parseJson(json));
      if (report.ok) add({ ...noUsage, keyId: undefined, ...report.value });
      else logger.warn("usage report is invalid");
    }
  }

  async function write(): Promise<void> {
    await takeReports();
    const written = [...counts.values()];
    counts = new Map();
    const day = utcDay(now());
    try {
      await store.add(written.map((counters) => ({ ...counters, day })));
    } catch (error) {
      if (isRedisOutage(error)) written.forEach(add); // for the next flush
      throw error;
    }
  }

  return {
    store,
    recordCacheHit(account, keyId) {
      countersOf(account, keyId).cacheHits++;
    },
    async startFetches({ account, keyId, isVisit }) {
      const quota = remoteBytesQuota(settings.DAILY_REMOTE_BYTES, account, isVisit);
      const count = await remoteBytes.open(quota);
      return (bytes) => {
        countersOf(account, keyId).remoteBytes += bytes;
        count(bytes);
      };
    },
    routes: [],
    start: flushes.start,
    async stop() {
      await flushes.stop();
      await flushes.run();
    },
  };
}
