import type { Logger, readRendererSettings, RedisClient } from "@placard/runtime";
import type { ImageStore } from "@placard/storage";

/** What all parts of a renderer share: connections, settings, and ways to report. */
export interface Platform {
  readonly settings: ReturnType<typeof readRendererSettings>;
  readonly logger: Logger;
  /** For commands. */
  readonly redis: RedisClient;
  /** For queues and their workers: it waits for Redis during an outage. */
  readonly queueRedis: RedisClient;
  readonly store: ImageStore;
  /** The time of all gateways and renderers, in epoch ms. */
  readonly now: () => number;
}
