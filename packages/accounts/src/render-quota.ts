import { createWebhookEvent, renderKeys, webhookKeys } from "@placard/contracts";
import { dailyQuotaExceeded, defineScript, startOfNextDay, utcDay } from "@placard/runtime";
import type { RedisAndClock } from "./account-options.ts";
import { quotaKeys } from "./redis-keys.ts";

interface Options extends RedisAndClock {
  /** DAILY_RENDERS: the renders of one account per UTC day; 0 disables the quota. */
  perDay: number;
}

/** A render that an account wants to enqueue. */
export interface RenderToCharge {
  /** The id of the account. */
  account: string;
  imageId: string;
  /** The Redis key of its job. While it exists, another request has been charged for the render. */
  jobKey: string;
  /** How many renders it counts as. */
  price: number;
  /** Whether a visitor of a site caused it. These renders have a separate quota of the same size. */
  isVisit?: boolean | undefined;
}

/** The key of the counter of a render. */
function counterOf({ account, isVisit = false }: RenderToCharge, day: string): string {
  return isVisit ? quotaKeys.visitorRenders(day, account) : quotaKeys.renders(day, account);
}

/** Limits the renders of each account per UTC day, by price. Methods reject while Redis is unavailable. */
export interface RenderQuota {
  /**
   * Charges a render to its account, unless another request has been charged for it: the image has a job or
   * is rendered, or was charged just before. Returns whether this call charged it. The last render of the
   * quota emits the event `quota.reached`, once a day, except for visits. Rejects with AppError
   * `quota_exceeded` if the account has used up its quota.
   */
  charge: (render: RenderToCharge) => Promise<boolean>;
  /** Takes back a charge of the same day, for a render that was not enqueued. */
  refund: (render: RenderToCharge) => Promise<void>;
  /** Forgets that the render of an image was just charged. Call this before its result is deleted. */
  forget: (imageId: string) => Promise<void>;
}

/**
 * How long a charge is remembered, in ms: until the job is in Redis, which takes no longer than the timeout
 * of a command.
 */
const markerTtlMs = 2_000;

// Redis runs a script atomically, so concurrent calls at several gateways never exceed the quota.
const chargeScript = defineScript(`
if redis.call("EXISTS", keys.charged, keys.job) > 0 then return "joined" end
local result = redis.call("GET", keys.result)
if result and cjson.decode(result).image then return "joined" end
if tonumber(redis.call("GET", keys.renders) or "0") >= args.perDay then return "exceeded" end
local count = redis.call("INCRBY", keys.renders, args.price)
redis.call("PEXPIREAT", keys.renders, args.resetsAt)
redis.call("SET", keys.charged, "1", "PX", args.markerTtlMs)
if args.event and count >= args.perDay and redis.call("SET", keys.reached, "1", "NX", "PXAT", args.resetsAt) then
  redis.call("LPUSH", keys.outbox, args.event)
end
return "charged"`);

const refundScript = defineScript(`
if tonumber(redis.call("GET", keys.renders) or "0") >= args.price then
  redis.call("DECRBY", keys.renders, args.price)
end
redis.call("DEL", keys.charged)`);

/** Creates the quota of renders. */
export function createRenderQuota({ redis, now, perDay }: Options): RenderQuota {
  if (perDay === 0)
    return {
      charge: () => Promise.resolve(false),
      refund: () => Promise.resolve(),
      forget: () => Promise.resolve(),
    };

  return {
    async charge(render) {
      const { account, imageId, jobKey, price, isVisit } = render;
      const time = now();
      const outcome = await chargeScript(
        redis,
        {
          renders: counterOf(render, utcDay(time)),
          reached: quotaKeys.reached(utcDay(time), account),
          charged: quotaKeys.charged(imageId),
          job: jobKey,
          result: renderKeys.result(imageId),
          outbox: webhookKeys.outbox,
        },
        {
          perDay,
          price,
          resetsAt: startOfNextDay(time),
          markerTtlMs,
          event: isVisit ? undefined : JSON.stringify(reachedEvent(account, perDay, time)),
        },
      );
      if (outcome === "exceeded")
        throw dailyQuotaExceeded(`The account has used up its ${perDay} renders of the day`, time);
      return outcome === "charged";
    },

    async refund(render) {
      const renders = counterOf(render, utcDay(now()));
      await refundScript(
        redis,
        { renders, charged: quotaKeys.charged(render.imageId) },
        { price: render.price },
      );
    },

    async forget(imageId) {
      await redis.del(quotaKeys.charged(imageId));
    },
  };
}

function reachedEvent(account: string, limit: number, at: number) {
  const resetsAt = new Date(startOfNextDay(at)).toISOString();
  const data = { quota: "daily_renders", limit, resetsAt };
  return createWebhookEvent({ type: "quota.reached", account, at, data });
}
