import { webhookJobId, webhookKeys, type WebhookEvent, type WebhookJob } from "@placard/contracts";
import { defineScript, type RedisClient } from "@placard/runtime";
import { userKeys } from "./redis-keys.ts";
import type { Webhook } from "./webhooks.ts";

/** One event for one webhook, and the state of its delivery. Times are epoch ms. */
export interface WebhookDelivery {
  /** The id of the event, and the `webhook-id` of its requests. */
  id: string;
  type: WebhookEvent["type"] | "webhook.test";
  /** The body of its requests. */
  payload: string;
  createdAt: number;
  /** `waiting`: for its first attempt or for the next one. */
  state: "waiting" | "delivered" | "failed";
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

interface Deps {
  redis: RedisClient;
  /** Epoch ms. */
  now: () => number;
}

/** How long a delivery is kept, in ms. */
const deliveryRetentionMs = 30 * 86_400_000;

/** The deliveries of a webhook that are kept, including those that wait. */
const maxDeliveries = 1_000;

// A webhook that was deleted in the meantime gets no deliveries. Deliveries past the limits are deleted, and returned.
const addScript = defineScript(`
if redis.call("HEXISTS", KEYS[1], ARGV[1]) == 0 then return { "no_webhook" } end
local stored = redis.call("HGET", KEYS[2], ARGV[2])
if stored then return { "exists", stored } end
redis.call("HSET", KEYS[2], ARGV[2], ARGV[3])
redis.call("ZADD", KEYS[3], ARGV[4], ARGV[2])
local deleted = redis.call("ZRANGEBYSCORE", KEYS[3], "-inf", tonumber(ARGV[4]) - tonumber(ARGV[5]))
local surplus = redis.call("ZCARD", KEYS[3]) - #deleted - tonumber(ARGV[6])
if surplus > 0 then
  for _, id in ipairs(redis.call("ZRANGE", KEYS[3], #deleted, #deleted + surplus - 1)) do table.insert(deleted, id) end
end
for _, id in ipairs(deleted) do
  redis.call("HDEL", KEYS[2], id)
  redis.call("ZREM", KEYS[3], id)
end
redis.call("PEXPIRE", KEYS[2], ARGV[5])
redis.call("PEXPIRE", KEYS[3], ARGV[5])
return { "added", unpack(deleted) }`);

const replaceScript = defineScript(`
if redis.call("HGET", KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call("HSET", KEYS[1], ARGV[1], ARGV[3])
return 1`);

/** The deliveries of webhooks. Every method rejects while Redis is unavailable. */
export function createWebhookDeliveries({ redis, now }: Deps) {
  return {
    /**
     * Stores a delivery that waits, unless it is stored already. Returns whether it waits, and the ids of the deliveries that
     * were deleted because there are too many, or because they are too old.
     */
    async add(
      owner: string,
      webhookId: string,
      { id, type, payload }: Pick<WebhookDelivery, "id" | "type" | "payload">,
    ): Promise<{ isWaiting: boolean; deletedIds: string[] }> {
      const time = now();
      const delivery: WebhookDelivery = {
        id,
        type,
        payload,
        createdAt: time,
        state: "waiting",
        attempts: 0,
        nextAttemptAt: time,
      };
      const keys = [
        webhookKeys.webhooksOf(owner),
        webhookKeys.deliveriesOf(webhookId),
        webhookKeys.deliveryTimesOf(webhookId),
      ];
      const limits = [deliveryRetentionMs, maxDeliveries];
      const [outcome, ...rest] = (await addScript(redis, keys, [
        webhookId,
        id,
        JSON.stringify(delivery),
        time,
        ...limits,
      ])) as string[];
      if (outcome !== "exists") return { isWaiting: outcome === "added", deletedIds: rest };
      return { isWaiting: parse(rest[0] ?? "").state === "waiting", deletedIds: [] };
    },

    /** What an attempt needs. The webhook or the delivery is undefined if it was deleted in the meantime. */
    async load({ owner, webhookId, eventId }: WebhookJob): Promise<{
      webhook: Webhook | undefined;
      delivery: WebhookDelivery | undefined;
      isAccountDisabled: boolean;
    }> {
      const [webhook, delivery, disabledAt] = await Promise.all([
        redis.hget(webhookKeys.webhooksOf(owner), webhookId),
        redis.hget(webhookKeys.deliveriesOf(webhookId), eventId),
        redis.hget(userKeys.user(owner), "disabledAt"),
      ]);
      return {
        webhook: webhook === null ? undefined : (JSON.parse(webhook) as Webhook),
        delivery: delivery === null ? undefined : parse(delivery),
        isAccountDisabled: disabledAt !== null,
      };
    },

    /** Undefined if the webhook has no such delivery. */
    async find(webhookId: string, id: string): Promise<WebhookDelivery | undefined> {
      const json = await redis.hget(webhookKeys.deliveriesOf(webhookId), id);
      return json === null ? undefined : parse(json);
    },

    /** Replaces a delivery. Returns false if it was deleted or changed after `previous` was read. */
    async replace(webhookId: string, previous: WebhookDelivery, next: WebhookDelivery): Promise<boolean> {
      const keys = [webhookKeys.deliveriesOf(webhookId)];
      return (
        (await replaceScript(redis, keys, [next.id, JSON.stringify(previous), JSON.stringify(next)])) === 1
      );
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

    /** The deliveries with these ids, without those that were deleted in the meantime. */
    async read(webhookId: string, ids: readonly string[]): Promise<WebhookDelivery[]> {
      if (ids.length === 0) return [];
      const found = await redis.hmget(webhookKeys.deliveriesOf(webhookId), ...ids);
      return found.flatMap((json) => (json === null ? [] : [parse(json)]));
    },
  };
}
export type WebhookDeliveries = ReturnType<typeof createWebhookDeliveries>;

/**
 * The ids of the BullMQ jobs that may exist for the deliveries of an account: list them before it is deleted, to remove them
 * afterwards. Rejects while Redis is unavailable.
 */
export async function listWebhookJobs(redis: RedisClient, owner: string): Promise<string[]> {
  const webhookIds = await redis.hkeys(webhookKeys.webhooksOf(owner));
  const eventIds = await Promise.all(webhookIds.map((id) => redis.hkeys(webhookKeys.deliveriesOf(id))));
  return webhookIds.flatMap((webhookId, i) =>
    (eventIds[i] ?? []).map((eventId) => webhookJobId({ webhookId, eventId })),
  );
}

function parse(json: string): WebhookDelivery {
  return JSON.parse(json) as WebhookDelivery;
}
