import { imageDeletionRuns, renderKeys, webhookKeys } from "@placard/contracts";
import { defineScript, type RedisClient } from "@placard/runtime";
import {
  assetKeys,
  eventKeys,
  quotaKeys,
  recoveryKeys,
  sessionKeys,
  siteKeys,
  templateKeys,
  userKeys,
} from "./redis-keys.ts";
import { secretKeys } from "./secret-kinds.ts";
import { usageKeysOf } from "./usage.ts";
import { utcDay } from "./utc-day.ts";

// One script deletes the account and adds the runs that delete its images, so that neither can happen without the other:
// there is no moment at which a crash, or the loss of Redis, would leave images of an account that no longer exists.
const deleteScript = defineScript(`
local email = redis.call("HGET", KEYS[1], "email")
if not email then return "no_user" end
local function deleteRecords(prefix, ids)
  for _, id in ipairs(ids) do redis.call("DEL", prefix .. id) end
end
deleteRecords(ARGV[2], { email })
deleteRecords(ARGV[3], redis.call("HKEYS", KEYS[4]))
deleteRecords(ARGV[4], redis.call("ZRANGE", KEYS[5], 0, -1))
deleteRecords(ARGV[5], redis.call("HVALS", KEYS[6]))
deleteRecords(ARGV[6], redis.call("HVALS", KEYS[7]))
deleteRecords(ARGV[8], redis.call("ZRANGE", KEYS[8], 0, -1))
deleteRecords(ARGV[9], redis.call("HKEYS", KEYS[9]))
deleteRecords(ARGV[10], redis.call("ZRANGE", KEYS[10], 0, -1))
deleteRecords(ARGV[11], redis.call("HKEYS", KEYS[11]))
deleteRecords(ARGV[12], redis.call("HKEYS", KEYS[11]))
redis.call("ZREM", KEYS[2], ARGV[1])
for _, key in ipairs(cjson.decode(ARGV[7])) do redis.call("ZREM", key, ARGV[1]) end
redis.call("ZADD", KEYS[3], unpack(ARGV, 13))
redis.call("DEL", KEYS[1], unpack(KEYS, 4))
return "done"`);

/**
 * Deletes an account at the time `at` (epoch ms), atomically and at every gateway: its user, email address, passkeys,
 * sessions, keys, webhooks, templates, assets, brands, sites, recovery codes, events and usage. Renderers then delete its objects
 * in storage. The jobs of its webhooks are those of `listWebhookJobs`. Rejects while Redis is unavailable.
 */
export async function deleteAccount(
  redis: RedisClient,
  userId: string,
  at: number,
): Promise<"done" | "no_user"> {
  const usage = usageKeysOf(userId, at);
  const keys = [
    userKeys.user(userId),
    userKeys.users,
    renderKeys.imageDeletions,
    userKeys.passkeysOf(userId),
    sessionKeys.sessionsOf(userId),
    ...secretKeys.map(({ ofOwner }) => ofOwner(userId)),
    templateKeys.templatesOf(userId),
    templateKeys.versionsOf(userId),
    siteKeys.sitesOf(userId),
    webhookKeys.webhooksOf(userId),
    assetKeys.assetsOf(userId),
    assetKeys.totalsOf(userId),
    assetKeys.brandsOf(userId),
    eventKeys.eventsOf(userId),
    recoveryKeys.codesOf(userId),
    recoveryKeys.issuedCodeOf(userId),
    sessionKeys.byLastUse(userId),
    quotaKeys.renders(utcDay(at), userId),
    quotaKeys.reached(utcDay(at), userId),
    ...usage.own,
  ];
  const prefixes = [
    userKeys.email(""),
    userKeys.passkey(""),
    sessionKeys.session(""),
    ...secretKeys.map(({ record }) => record("")),
  ];
  const sharedKeys = JSON.stringify(usage.shared);
  const runs = imageDeletionRuns(userId, at).flatMap(({ entry, dueAt }) => [dueAt, entry]);
  return (await deleteScript(redis, keys, [
    userId,
    ...prefixes,
    sharedKeys,
    templateKeys.template(userId, ""),
    renderKeys.recentCards(userId, ""),
    siteKeys.site(""),
    webhookKeys.deliveriesOf(""),
    webhookKeys.deliveryTimesOf(""),
    ...runs,
  ])) as "done";
}
