import { createUsageStore, type UsageStore } from "@placard/accounts";
import type { Feature } from "../feature.ts";
import type { Platform } from "../platform.ts";
import { createUsageRecorder, type UsageRecorder } from "./usage-recorder.ts";

/** What accounts have used, day by day. */
export interface Usage extends Feature {
  readonly store: UsageStore;
  readonly recordCacheHit: UsageRecorder["recordCacheHit"];
}

export function createUsage(platform: Platform): Usage {
  const store = createUsageStore(platform);
  const { recordCacheHit, start, stop } = createUsageRecorder(platform, store);
  return { store, recordCacheHit, routes: [], start, stop };
}
