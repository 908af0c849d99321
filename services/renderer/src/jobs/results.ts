import {
  decodeResult,
  encodeResult,
  failureTtlMs,
  maxUsageReports,
  renderKeys,
  type PublishedResult,
  type Recipe,
  type RenderFailure,
  type RenderResult,
  type RenderSuccess,
  type RenderTimings,
  type UsageReport,
} from "@placard/contracts";
import { defineScript, throwPipelineError, type RedisClient } from "@placard/runtime";
import type { ChainableCommander } from "ioredis";

/** Keeps and publishes a failure, unless the image has been rendered meanwhile. */
const failureScript = defineScript(`local json = redis.call("GET", KEYS[1])
if json and cjson.decode(json).image then return end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
redis.call("PUBLISH", ARGV[3], ARGV[4])`);

/** Keeps the results of jobs in Redis and publishes them to the gateways. Every method rejects if Redis is unavailable. */
export function createResults(redis: RedisClient) {
  return {
    /** The result of an image's latest job; undefined if there is none or it has expired. */
    async find(imageId: string): Promise<RenderResult | undefined> {
      const json = await redis.get(renderKeys.result(imageId));
      return json === null ? undefined : decodeResult(json);
    },

    /**
     * Keeps the result of an image for `ttlMs`, publishes it, and reports the usage. The image must be stored before.
     */
    async publish(
      id: string,
      result: RenderSuccess,
      { ttlMs, timings, usage }: { ttlMs: number; timings: RenderTimings; usage: UsageReport },
    ): Promise<void> {
      const pipeline = redis
        .pipeline()
        .set(renderKeys.result(id), encodeResult(result), "PX", ttlMs)
        .publish(renderKeys.results, toJson({ id, result, timings }));
      throwPipelineError(await addUsage(pipeline, usage).exec());
    },

    /** Reports what a job that failed has used. */
    async reportUsage(usage: UsageReport): Promise<void> {
      throwPipelineError(await addUsage(redis.pipeline(), usage).exec());
    },

    /** Publishes the result of an image that was rendered before. */
    async republish(id: string, result: RenderSuccess): Promise<void> {
      await redis.publish(renderKeys.results, toJson({ id, result }));
    },

    /** Publishes a permanent failure, and keeps it for later requests. */
    async publishFailure(
      id: string,
      { owner }: Pick<Recipe, "owner">,
      failure: RenderFailure,
    ): Promise<void> {
      const result: RenderResult = { owner, failure };
      const args = [encodeResult(result), failureTtlMs, renderKeys.results, toJson({ id, result })];
      await failureScript(redis, [renderKeys.result(id)], args);
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
