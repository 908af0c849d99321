import {
  decodeResult,
  encodeResult,
  maxUsageReports,
  renderKeys,
  virtualTime,
  webhookKeys,
  type RenderResult,
  type UsageReport,
  type WebhookEvent,
} from "@placard/contracts";
import type { Redis } from "ioredis";
import { defineScript } from "./redis-script.ts";
import type { Logger } from "./logger.ts";
import { keepSubscribed, type RedisClient } from "./redis.ts";

/** What is stored with a result. */
interface Publication {
  /** How long the result is kept. */
  ttlMs: number;
  usage?: UsageReport;
  event?: WebhookEvent | undefined;
}

// Atomic, so that two attempts of one job count once. A rendered image is never replaced by a failure.
const publishScript = defineScript(`
local json = redis.call("GET", keys.result)
if json and cjson.decode(json).image then return end
redis.call("SET", keys.result, args.result, "PX", args.ttlMs)
if args.usage then
  redis.call("LPUSH", keys.usageReports, args.usage)
  redis.call("LTRIM", keys.usageReports, 0, args.maxUsageReports - 1)
end
redis.call("PUBLISH", args.channel, args.message)`);

const evictScript = defineScript(`
local json = redis.call("GET", keys.result)
if json and cjson.decode(json).flightId == args.flightId then redis.call("DEL", keys.result) end`);

/**
 * The results of render jobs: renderers keep and publish them, gateways look them up and receive them. Every
 * method rejects while Redis is unavailable.
 */
export function createRenderResults(redis: RedisClient) {
  return {
    /** The result of an image's latest job; undefined if there is none or it has expired. */
    async find(imageId: string): Promise<RenderResult | undefined> {
      return parse(await redis.get(renderKeys.result(imageId)));
    },

    /** The results of several images, in their order. */
    async findAll(imageIds: readonly string[]): Promise<(RenderResult | undefined)[]> {
      return (await redis.mget(imageIds.map((id) => renderKeys.result(id)))).map(parse);
    },

    /** Records the turn of a job that has ended: the next jobs of other accounts have no earlier one. */
    async endTurn(turn: number): Promise<void> {
      await redis.zadd(renderKeys.turns, "GT", turn, virtualTime);
    },

    /** Moves the next turn of an account, if it has one, after a job that has cost more than its price. */
    async delayTurns(account: string, price: number): Promise<void> {
      await redis.zadd(renderKeys.turns, "XX", "INCR", price, account);
    },

    /**
     * Keeps a result and publishes it to the gateways, with the usage and the event of its job. Does nothing
     * if the image has been rendered already. The image must be stored before.
     *
     * The event is added first, so that a crash loses none. Gateways deliver an event ID once. It is no part
     * of the script, because the keys of a script must be readable, and renderers may only add events.
     */
    async publish(
      imageId: string,
      result: RenderResult,
      { ttlMs, usage, event }: Publication,
    ): Promise<void> {
      const keys = {
        result: renderKeys.result(imageId),
        usageReports: renderKeys.usageReports,
      };
      const publication = {
        result: encodeResult(result),
        ttlMs,
        usage: usage && JSON.stringify(usage),
        maxUsageReports,
        channel: renderKeys.results,
        message: JSON.stringify([imageId, result]),
      };
      await Promise.all([
        event && redis.lpush(webhookKeys.renderOutbox, JSON.stringify(event)),
        publishScript(redis, keys, publication),
      ]);
    },

    /** Publishes a kept result again. */
    async republish(imageId: string, result: RenderResult): Promise<void> {
      await redis.publish(renderKeys.results, JSON.stringify([imageId, result]));
    },

    /** Reports the usage of a failed job. The oldest reports are dropped if no gateway takes them. */
    async reportUsage(usage: UsageReport): Promise<void> {
      await redis.lpush(renderKeys.usageReports, JSON.stringify(usage));
      await redis.ltrim(renderKeys.usageReports, 0, maxUsageReports - 1);
    },

    /** Calls `receive` for every published result. `subscriber` is a connection that only subscribes. */
    subscribe(
      subscriber: Redis,
      logger: Logger,
      receive: (imageId: string, result: RenderResult) => void,
    ): void {
      keepSubscribed(subscriber, renderKeys.results, logger, (message) =>
        receive(...(JSON.parse(message) as [string, RenderResult])),
      );
    },

    /** Deletes the result of an image. */
    async delete(imageId: string): Promise<void> {
      await redis.del(renderKeys.result(imageId));
    },

    /**
     * Deletes the result of an image whose bytes no longer exist, unless another flight has rendered it
     * again.
     */
    async evict(imageId: string, flightId: string): Promise<void> {
      await evictScript(redis, { result: renderKeys.result(imageId) }, { flightId });
    },
  };
}
export type RenderResults = ReturnType<typeof createRenderResults>;

function parse(json: string | null): RenderResult | undefined {
  return json === null ? undefined : decodeResult(json);
}
