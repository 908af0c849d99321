import { replaceRecord } from "@placard/accounts";
import { webhookKeys, type WebhookEvent } from "@placard/contracts";
import { defineScript } from "@placard/runtime";
import type { Platform } from "../platform.ts";

/** One event for one webhook, and the state of its delivery. Times are epoch ms. */
export interface WebhookDelivery {
  /** The id of the event, and the `webhook-id` of its requests. */
  id: string;
  /** The account of the webhook. */
  owner: string;
  type: WebhookEvent["type"] | "webhook.test";
  /** The body of its requests. */
  payload: string;
  createdAt: number;
  /** `waiting`: for its first attempt or for the next one. */
  state: "waiting" | "delivered" | "failed";
  /** How often it was redelivered. Each run has a job of its own. */
  run: number;
  /** Requests sent since it was created or redelivered. */
  attempts: number;
  /** Undefined unless it waits. */
  nextAttemptAt?: number | undefined;
  lastAttempt?: WebhookAttempt | undefined;
}

/** One request to the server of a webhook. */
export interface WebhookAttempt {
  /** Epoch ms. */
  at: number;
  durationMs: number;
  /** The status of the response; undefined if there was none. */
  status?: number | undefined;
  /** Why there was no response, for the user. */
  error?: string | undefined;
}

/** How long a delivery is kept, in ms. */
const deliveryRetentionMs = 30 * 86_400_000;

/** The deliveries of a webhook that are kept, including those that wait. */
const maxDeliveries = 1_000;

// A deleted webhook gets no deliveries. Deliveries past the limits are deleted, and returned.
const addScript = defineScript(`
local delivery = args.delivery
if redis.call("HEXISTS", keys.webhooks, args.webhookId) == 0 then return { "no_webhook" } end
local stored = redis.call("HGET", keys.deliveries, delivery.id)
if stored then return { "exists", stored } end
redis.call("HSET", keys.deliveries, delivery.id, args.json)
redis.call("ZADD", keys.times, delivery.createdAt, delivery.id)
local deleted = redis.call("ZRANGEBYSCORE", keys.times, "-inf", delivery.createdAt - args.retentionMs)
local surplus = redis.call("ZCARD", keys.times) - #deleted - args.max
if surplus > 0 then
  for _, id in ipairs(redis.call("ZRANGE", keys.times, #deleted, #deleted + surplus - 1)) do table.insert(deleted, id) end
end
local reply = { "added" }
for _, id in ipairs(deleted) do
  table.insert(reply, redis.call("HGET", keys.deliveries, id))
  redis.call("HDEL", keys.deliveries, id)
  redis.call("ZREM", keys.times, id)
end
redis.call("PEXPIRE", keys.deliveries, args.retentionMs)
redis.call("PEXPIRE", keys.times, args.retentionMs)
return reply`);

/** The deliveries of webhooks. Every method rejects while Redis is unavailable. */
export function createWebhookDeliveries({ redis, now }: Pick<Platform, "redis" | "now">) {
  /** Undefined if the webhook does not have this delivery. */
  async function find(webhookId: string, id: string): Promise<WebhookDelivery | undefined> {
    const json = await redis.hget(webhookKeys.deliveriesOf(webhookId), id);
    return json === null ? undefined : parse(json);
  }

  /** Replaces a delivery. Returns false if it was deleted or changed after `previous` was read. */
  function replace(webhookId: string, previous: WebhookDelivery, next: WebhookDelivery) {
    const texts = { id: next.id, previous: JSON.stringify(previous), next: JSON.stringify(next) };
    return replaceRecord(redis, webhookKeys.deliveriesOf(webhookId), texts);
  }

  return {
    find,
    replace,

    /**
     * Stores a delivery that waits, unless it is stored already. Returns whether it waits, and the
     * deliveries that were deleted because they are too many or too old.
     */
    async add(
      owner: string,
      webhookId: string,
      { id, type, payload }: Pick<WebhookDelivery, "id" | "type" | "payload">,
    ): Promise<{ isWaiting: boolean; deleted: WebhookDelivery[] }> {
      const time = now();
      const delivery: WebhookDelivery = {
        id,
        owner,
        type,
        payload,
        createdAt: time,
        state: "waiting",
        run: 0,
        attempts: 0,
        nextAttemptAt: time,
      };
      const keys = {
        webhooks: webhookKeys.webhooksOf(owner),
        deliveries: webhookKeys.deliveriesOf(webhookId),
        times: webhookKeys.deliveryTimesOf(webhookId),
      };
      const [outcome, ...rest] = (await addScript(redis, keys, {
        webhookId,
        delivery: { id, createdAt: time },
        json: JSON.stringify(delivery),
        retentionMs: deliveryRetentionMs,
        max: maxDeliveries,
      })) as string[];
      const found = rest.map(parse);
      if (outcome !== "exists") return { isWaiting: outcome === "added", deleted: found };
      return { isWaiting: found[0]?.state === "waiting", deleted: [] };
    },

    /**
     * Starts a run of a delivery, with all attempts, unless it or a later one has started. Returns the delivery,
     * or undefined if the webhook does not have it.
     */
    async startRun(webhookId: string, id: string, run: number): Promise<WebhookDelivery | undefined> {
      for (;;) {
        const delivery = await find(webhookId, id);
        if (!delivery || delivery.run >= run) return delivery;
        const started = { ...delivery, run, state: "waiting", attempts: 0, nextAttemptAt: now() } as const;
        if (await replace(webhookId, delivery, started)) return started;
      }
    },

    /** The ids and times (epoch ms) of the deliveries of a webhook. */
    async list(webhookId: string): Promise<{ id: string; createdAt: number }[]> {
      const since = now() - deliveryRetentionMs;
      const replies = await redis.zrangebyscore(
        webhookKeys.deliveryTimesOf(webhookId),
        since,
        "+inf",
        "WITHSCORES",
      );
      return Array.from({ length: replies.length / 2 }, (_, i) => ({
        id: replies[2 * i] ?? "",
        createdAt: Number(replies[2 * i + 1]),
      }));
    },

    /** The deliveries with these ids, without deleted ones. */
    async read(webhookId: string, ids: readonly string[]): Promise<WebhookDelivery[]> {
      if (ids.length === 0) return [];
      const found = await redis.hmget(webhookKeys.deliveriesOf(webhookId), ...ids);
      return found.flatMap((json) => (json === null ? [] : [parse(json)]));
    },
  };
}
export type WebhookDeliveries = ReturnType<typeof createWebhookDeliveries>;

function parse(json: string): WebhookDelivery {
  return JSON.parse(json) as WebhookDelivery;
}

/** The delivery of an event, with the body that Standard Webhooks recommends in "Payload structure". */
export function toMessage({
  id,
  type,
  at,
  data,
}: Omit<WebhookEvent, "type" | "account"> & Pick<WebhookDelivery, "type">): Pick<
  WebhookDelivery,
  "id" | "type" | "payload"
> {
  return { id, type, payload: JSON.stringify({ type, timestamp: new Date(at).toISOString(), data }) };
}
