import {
  decodeResult,
  emitFunction,
  encodeResult,
  failureTtlMs,
  maxUsageReports,
  renderKeys,
  webhookKeys,
  type PublishedResult,
  type Recipe,
  type RenderFailure,
  type RenderResult,
  type RenderSuccess,
  type RenderTimings,
  type UsageReport,
  type WebhookEvent,
} from "@placard/contracts";
import { defineScript, throwPipelineError, type RedisClient } from "@placard/runtime";

/** Keeps and publishes a failure, and emits its event if it has one, unless the image has been rendered meanwhile. */
const failureScript = defineScript(`${emitFunction}
local json = redis.call("GET", KEYS[1])
if json and cjson.decode(json).image then return end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
redis.call("PUBLISH", ARGV[3], ARGV[4])
if ARGV[5] ~= "" then emit(KEYS[2], KEYS[3], ARGV[5]) end`);

/** What a job that has succeeded publishes when it is completed: see `publishLua`. */
export interface Publication {
  keys: readonly string[];
  args: readonly (string | number)[];
}

/** The number of KEYS of `publishLua`, and of its ARGV. */
const publishKeyCount = 4;
const publishArgCount = 6;

/**
 * Lua that publishes a Publication, whose keys and arguments are the last ones of its script. KEYS: the result, the usage reports,
 * the account's webhooks, the outbox. ARGV: the result to keep and its TTL in ms, the channel and the message, the usage report, the
 * event. Without a result, only the message is published.
 */
export const publishLua = `do
${emitFunction}
local key, arg = #KEYS - ${publishKeyCount}, #ARGV - ${publishArgCount}
if ARGV[arg + 1] ~= "" then
  redis.call("SET", KEYS[key + 1], ARGV[arg + 1], "PX", ARGV[arg + 2])
  redis.call("LPUSH", KEYS[key + 2], ARGV[arg + 5])
  redis.call("LTRIM", KEYS[key + 2], 0, ${maxUsageReports - 1})
  if ARGV[arg + 6] ~= "" then emit(KEYS[key + 3], KEYS[key + 4], ARGV[arg + 6]) end
end
redis.call("PUBLISH", ARGV[arg + 3], ARGV[arg + 4])
end`;

/** Keeps the results of jobs in Redis and publishes them to the gateways. Every method rejects if Redis is unavailable. */
export function createResults(redis: RedisClient) {
  return {
    /** The result of an image's latest job; undefined if there is none or it has expired. */
    async find(imageId: string): Promise<RenderResult | undefined> {
      const json = await redis.get(renderKeys.result(imageId));
      return json === null ? undefined : decodeResult(json);
    },

    /** Reports what a job that failed has used. The oldest reports are dropped if no gateway takes them. */
    async reportUsage(usage: UsageReport): Promise<void> {
      const pipeline = redis
        .pipeline()
        .lpush(renderKeys.usageReports, JSON.stringify(usage))
        .ltrim(renderKeys.usageReports, 0, maxUsageReports - 1);
      throwPipelineError(await pipeline.exec());
    },

    /** Publishes a permanent failure, keeps it for later requests, and emits the event if there is one. */
    async publishFailure(
      id: string,
      { owner }: Pick<Recipe, "owner">,
      failure: RenderFailure,
      event: WebhookEvent | undefined,
    ): Promise<void> {
      const result: RenderResult = { owner, failure };
      const keys = [renderKeys.result(id), webhookKeys.webhooksOf(owner), webhookKeys.outbox];
      const message = toJson({ id, result });
      const args = [encodeResult(result), failureTtlMs, renderKeys.results, message];
      await failureScript(redis, keys, [...args, event ? JSON.stringify(event) : ""]);
    },
  };
}
export type Results = ReturnType<typeof createResults>;

/**
 * The publication of a rendered image: its result, which is kept for `ttlMs`, the usage, and the event if there is one. The image
 * must be stored before.
 */
export function publicationOf(
  id: string,
  result: RenderSuccess,
  {
    ttlMs,
    timings,
    usage,
    event,
  }: { ttlMs: number; timings: RenderTimings; usage: UsageReport; event: WebhookEvent | undefined },
): Publication {
  const message = toJson({ id, result, timings });
  return createPublication(id, result, [
    encodeResult(result),
    ttlMs,
    renderKeys.results,
    message,
    JSON.stringify(usage),
    event ? JSON.stringify(event) : "",
  ]);
}

/** The publication of an image that was rendered before, whose result is kept already. */
export function republicationOf(id: string, result: RenderSuccess): Publication {
  return createPublication(id, result, ["", "", renderKeys.results, toJson({ id, result }), "", ""]);
}

function createPublication(id: string, { owner }: RenderSuccess, args: Publication["args"]): Publication {
  const { usageReports } = renderKeys;
  const keys = [renderKeys.result(id), usageReports, webhookKeys.webhooksOf(owner), webhookKeys.outbox];
  return { keys, args };
}

function toJson(message: PublishedResult): string {
  return JSON.stringify(message);
}
