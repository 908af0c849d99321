import { createUsageStore, type UsageStore } from "@placard/accounts";
import { remoteBytesQuota } from "@placard/contracts";
import { createRemoteBytes } from "@placard/runtime";
import type { Feature } from "../feature.ts";
import type { Platform } from "../platform.ts";
import { createUsageRecorder, type UsageRecorder } from "./usage-recorder.ts";

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
