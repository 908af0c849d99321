import type { RenderJob } from "@placard/contracts";
import { defineScript, utcDay, utcDays } from "@placard/runtime";
import Type, { type Static } from "typebox";
import type { RedisAndClock } from "./account-options.ts";
import { usageKeys, userKeys } from "./redis-keys.ts";

const counter = (description: string) => Type.Integer({ minimum: 0, description, examples: [12] });

/** The members of the schema of what was used. */
export const usageCounts = {
  renders: counter("images rendered"),
  cacheHits: counter("requests for images that existed, or that another request was rendering"),
  bytes: counter("bytes of the images rendered"),
  remoteBytes: counter(
    "bytes fetched for remote images, page checks and pages of sites, including failed fetches",
  ),
};
const countsSchema = Type.Object(usageCounts);

export type UsageCounts = Static<typeof countsSchema>;

/** No usage. */
export const noUsage: Readonly<UsageCounts> = { renders: 0, cacheHits: 0, bytes: 0, remoteBytes: 0 };

/** What an account used on one UTC day through one key. */
export interface Usage extends UsageCounts {
  /** The id of the account. */
  account: string;
  /** The id of an API key or signing key; undefined for the renders of expired images for their links. */
  keyId: string | undefined;
  /** UTC, as `2027-01-31`. */
  day: string;
}

/** What an account used on one UTC day: in total, and through each key. */
export interface DailyUsage extends UsageCounts {
  /** UTC, as `2027-01-31`. */
  date: string;
  /** The keys that were used, the busiest first, at most 200. The total includes all others. */
  keys: ({ keyId: string } & UsageCounts)[];
}

/** How many days the usage is kept. */
export const usageDays = 90;

const ttlSeconds = usageDays * 86_400;
const maxKeysPerDay = 200;
const maxTopAccounts = 1_000;

const counters = Object.keys(noUsage) as (keyof UsageCounts)[];

// The counters of a key have its ID as a prefix. A day has at most `maxFields` fields: an account that
// creates and revokes keys all day cannot fill Redis. Nothing is stored of a deleted account.
const addScript = defineScript(`
if redis.call("EXISTS", keys.user) == 0 then return end
local function add(prefix)
  for name, count in pairs(args.counts) do redis.call("HINCRBY", keys.usage, prefix .. name, count) end
end
add("")
local keyPrefix = args.keyId and args.keyId .. "/"
if keyPrefix and (redis.call("HEXISTS", keys.usage, keyPrefix .. "renders") == 1
  or redis.call("HLEN", keys.usage) < args.maxFields) then add(keyPrefix) end
redis.call("EXPIRE", keys.usage, args.ttlSeconds)
local renders = redis.call("HGET", keys.usage, "renders")
if renders ~= "0" then
  redis.call("ZADD", keys.topAccounts, renders, args.account)
  redis.call("ZREMRANGEBYRANK", keys.topAccounts, 0, -args.maxAccounts - 1)
  redis.call("EXPIRE", keys.topAccounts, args.ttlSeconds)
end`);

/** The usage of accounts. Every method rejects while Redis is unavailable. */
export function createUsageStore({ redis, now }: RedisAndClock) {
  return {
    /** Adds to the counters. Takes one round trip. */
    async add(usage: readonly Usage[]): Promise<void> {
      await Promise.all(
        usage.map(async ({ account, keyId, day, ...counts }) => {
          const keys = {
            user: userKeys.user(account),
            usage: usageKeys.usageOf(account, day),
            topAccounts: usageKeys.topAccounts(day),
          };
          const limits = {
            ttlSeconds,
            maxAccounts: maxTopAccounts,
            maxFields: counters.length * (1 + maxKeysPerDay),
          };
          await addScript(redis, keys, { account, keyId, counts, ...limits });
        }),
      );
    },

    /** The usage of an account on the last `days` UTC days, oldest first, with today and empty days. */
    async list(account: string, days: number): Promise<DailyUsage[]> {
      const dates = utcDays(now(), days);
      const hashes = await Promise.all(dates.map((day) => redis.hgetall(usageKeys.usageOf(account, day))));
      return dates.map((date, i) => parseDay(date, hashes[i] ?? {}));
    },

    /** The renders of an account today (UTC), as far as they have been added. */
    async rendersToday(account: string): Promise<number> {
      return Number(await redis.hget(usageKeys.usageOf(account, utcDay(now())), "renders"));
    },

    /** The accounts with the most renders of a UTC day, at most 1,000. */
    async top(day: string, count: number): Promise<{ account: string; renders: number }[]> {
      const replies = await redis.zrevrange(usageKeys.topAccounts(day), 0, count - 1, "WITHSCORES");
      return Array.from({ length: replies.length / 2 }, (_, i) => ({
        account: replies[2 * i] ?? "",
        renders: Number(replies[2 * i + 1]),
      }));
    },
  };
}
export type UsageStore = ReturnType<typeof createUsageStore>;

/** How long the result of an image is kept past `cachedResults`, in seconds. */
const uncachedTtlSeconds = 600;

/**
 * Creates the function that applies `cachedResults` (DAILY_CACHED_RESULTS; 0 is no limit) to a job. It
 * rejects while Redis is unavailable.
 */
export function createResultLimit(usage: Pick<UsageStore, "rendersToday">, cachedResults: number) {
  return async (job: RenderJob): Promise<RenderJob> => {
    if (cachedResults === 0 || (await usage.rendersToday(job.recipe.owner)) < cachedResults) return job;
    return { ...job, resultTtlSeconds: Math.min(job.resultTtlSeconds ?? Infinity, uncachedTtlSeconds) };
  };
}

/** The Redis keys that may contain the usage of an account at a time (epoch ms). */
export function usageKeysOf(account: string, time: number): { own: string[]; shared: string[] } {
  const days = utcDays(time, usageDays + 1); // a key expires 90 days after its last change
  return {
    own: days.map((day) => usageKeys.usageOf(account, day)),
    shared: days.map((day) => usageKeys.topAccounts(day)),
  };
}

function parseDay(date: string, fields: Readonly<Record<string, string>>): DailyUsage {
  const suffix = "/renders";
  const keyIds = Object.keys(fields).flatMap((name) =>
    name.endsWith(suffix) ? [name.slice(0, -suffix.length)] : [],
  );
  const keys = keyIds.map((keyId) => ({ keyId, ...parseCounts(fields, `${keyId}/`) }));
  const requests = ({ renders, cacheHits }: UsageCounts) => renders + cacheHits;
  return {
    date,
    ...parseCounts(fields, ""),
    keys: keys.toSorted((a, b) => requests(b) - requests(a) || (a.keyId < b.keyId ? -1 : 1)),
  };
}

function parseCounts(fields: Readonly<Record<string, string>>, prefix: string): UsageCounts {
  const counts = counters.map((name) => [name, Number(fields[prefix + name] ?? 0)]);
  return { ...noUsage, ...Object.fromEntries(counts) };
}
