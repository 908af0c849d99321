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
  readonly recordCacheHit: UsageRecorder["recordCacheHit"];
  /** Starts a task that fetches from other servers. Rejects with AppError `quota_exceeded`. */
  readonly startFetches: (fetcher: Fetcher) => Promise<CountBytes>;
}

export function createUsage(platform: Platform): Usage {
  const store = createUsageStore(platform);
  const { recordCacheHit, recordRemoteBytes, start, stop } = createUsageRecorder(platform, store);
  const remoteBytes = createRemoteBytes(platform);
  const { DAILY_REMOTE_BYTES: perDay } = platform.settings;
  return {
    store,
    recordCacheHit,
    async startFetches({ account, keyId, isVisit }) {
      const count = await remoteBytes.open(remoteBytesQuota(perDay, account, isVisit));
      return (bytes) => {
        recordRemoteBytes(account, keyId, bytes);
        count(bytes);
      };
    },
    routes: [],
    start,
    stop,
  };
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
export function createUsageRecorder(
  { redis, logger, now }: Pick<Platform, "redis" | "logger" | "now">,
  usage: Pick<UsageStore, "add">,
) {
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
      await usage.add(written.map((counters) => ({ ...counters, day })));
    } catch (error) {
      if (isRedisOutage(error)) written.forEach(add); // for the next flush
      throw error;
    }
  }

  return {
    /** Writes once a second from now on. */
    start: flushes.start,

    /** Counts a request whose image existed or was being rendered. A session has no `keyId`. */
    recordCacheHit(account: string, keyId: string | undefined): void {
      countersOf(account, keyId).cacheHits++;
    },

    /** Counts bytes that this gateway has fetched for an account. */
    recordRemoteBytes(account: string, keyId: string | undefined, bytes: number): void {
      countersOf(account, keyId).remoteBytes += bytes;
    },

    /** Writes what has been counted, and stops. */
    async stop(): Promise<void> {
      await flushes.stop();
      await flushes.run();
    },
  };
}
export type UsageRecorder = ReturnType<typeof createUsageRecorder>;
