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
import type { ChainableCommander } from "ioredis";

/** Keeps and publishes a failure, and emits its event if it has one, unless the image has been rendered meanwhile. */
const failureScript = defineScript(`${emitFunction}
local json = redis.call("GET", KEYS[1])
if json and cjson.decode(json).image then return end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
redis.call("PUBLISH", ARGV[3], ARGV[4])
if ARGV[5] ~= "" then emit(KEYS[2], KEYS[3], ARGV[5]) end`);

/** As text, because a pipeline cannot send it again if Redis does not have it. */
const emitScript = `${emitFunction}
emit(KEYS[1], KEYS[2], ARGV[1])`;

/** Keeps the results of jobs in Redis and publishes them to the gateways. Every method rejects if Redis is unavailable. */
export function createResults(redis: RedisClient) {
  return {
    /** The result of an image's latest job; undefined if there is none or it has expired. */
    async find(imageId: string): Promise<RenderResult | undefined> {
      const json = await redis.get(renderKeys.result(imageId));
      return json === null ? undefined : decodeResult(json);
    },

    /**
     * Keeps the result of an image for `ttlMs`, publishes it, reports the usage, and emits the event if there is one. The image
     * must be stored before.
     */
    async publish(
      id: string,
      result: RenderSuccess,
      {
        ttlMs,
        timings,
        usage,
        event,
      }: { ttlMs: number; timings: RenderTimings; usage: UsageReport; event: WebhookEvent | undefined },
    ): Promise<void> {
      const pipeline = redis
        .pipeline()
        .set(renderKeys.result(id), encodeResult(result), "PX", ttlMs)
        .publish(renderKeys.results, toJson({ id, result, timings }));
      addUsage(pipeline, usage);
      if (event)
        pipeline.eval(
          emitScript,
          2,
          webhookKeys.webhooksOf(event.account),
          webhookKeys.outbox,
          JSON.stringify(event),
        );
      throwPipelineError(await pipeline.exec());
    },

    /** Reports what a job that failed has used. */
    async reportUsage(usage: UsageReport): Promise<void> {
      throwPipelineError(await addUsage(redis.pipeline(), usage).exec());
    },

    /** Publishes the result of an image that was rendered before. */
    async republish(id: string, result: RenderSuccess): Promise<void> {
      await redis.publish(renderKeys.results, toJson({ id, result }));
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

/** Adds the report of a usage to a pipeline. The oldest reports are dropped if no gateway takes them. */
function addUsage(pipeline: ChainableCommander, usage: UsageReport): ChainableCommander {
  return pipeline
    .lpush(renderKeys.usageReports, JSON.stringify(usage))
    .ltrim(renderKeys.usageReports, 0, maxUsageReports - 1);
}

function toJson(message: PublishedResult): string {
  return JSON.stringify(message);
}
