import {
  failureLifeMs,
  renderKeys,
  type RenderFailure,
  type RenderOutcome,
  type RenderRecord,
  type RenderTimes,
} from "@placard/contracts";
import { throwPipelineError, type RedisClient } from "@placard/runtime";

/**
 * Keeps the results of jobs in Redis and publishes them to the gateways. Every method rejects if Redis is unavailable.
 */
export function createResults(redis: RedisClient) {
  return {
    /** The record of an image that has not expired, or the failure of its latest job if that is still kept. */
    async find(imageId: string): Promise<RenderRecord | RenderFailure | undefined> {
      const [json, failure] = await redis.mget(renderKeys.record(imageId), renderKeys.failure(imageId));
      if (json) return JSON.parse(json) as RenderRecord;
      return (failure as RenderFailure | null | undefined) ?? undefined;
    },

    /** Keeps the record of an image for `ttlMs` and publishes it. The image has to be stored before. */
    async publish(imageId: string, record: RenderRecord, ttlMs: number, times: RenderTimes): Promise<void> {
      const replies = await redis
        .pipeline()
        .set(renderKeys.record(imageId), JSON.stringify(record), "PX", ttlMs)
        .del(renderKeys.failure(imageId))
        .publish(renderKeys.outcomes, toJson({ id: imageId, record, times }))
        .exec();
      throwPipelineError(replies);
    },

    /** Publishes the record of an image that was rendered before. */
    async republish(imageId: string, record: RenderRecord): Promise<void> {
      await redis.publish(renderKeys.outcomes, toJson({ id: imageId, record }));
    },

    /** Keeps a failure that is final for later requests, and publishes it. */
    async publishFailure(imageId: string, failure: RenderFailure): Promise<void> {
      const replies = await redis
        .pipeline()
        .set(renderKeys.failure(imageId), failure, "PX", failureLifeMs)
        .publish(renderKeys.outcomes, toJson({ id: imageId, failure }))
        .exec();
      throwPipelineError(replies);
    },
  };
}
export type Results = ReturnType<typeof createResults>;

function toJson(outcome: RenderOutcome): string {
  return JSON.stringify(outcome);
}
