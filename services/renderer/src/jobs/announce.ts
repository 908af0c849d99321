import {
  failureLifeMs,
  renderKeys,
  type RenderFailure,
  type RenderOutcome,
  type RenderRecord,
  type RenderTimes,
} from "@placard/contracts";
import { throwPipelineError, type RedisClient } from "@placard/runtime";

/** Tells the gateways what became of jobs, by Redis. Every method rejects where Redis is out of reach. */
export function createAnnouncer(redis: RedisClient) {
  return {
    /** The record of an image that has been announced and is good still, or why there was none of late. */
    async find(imageId: string): Promise<RenderRecord | RenderFailure | undefined> {
      const [json, failure] = await redis.mget(renderKeys.record(imageId), renderKeys.failure(imageId));
      if (json) return JSON.parse(json) as RenderRecord;
      return (failure as RenderFailure | null | undefined) ?? undefined;
    },

    /** Remembers a drawn image for `lifeMs` and tells all who wait for it. Its bytes have to be stored by now. */
    async drawn(imageId: string, record: RenderRecord, lifeMs: number, times: RenderTimes): Promise<void> {
      const replies = await redis
        .pipeline()
        .set(renderKeys.record(imageId), JSON.stringify(record), "PX", lifeMs)
        .del(renderKeys.failure(imageId))
        .publish(renderKeys.outcomes, outcome({ id: imageId, record, times }))
        .exec();
      throwPipelineError(replies);
    },

    /** Tells all who wait for an image that it was drawn before they asked. */
    async again(imageId: string, record: RenderRecord): Promise<void> {
      await redis.publish(renderKeys.outcomes, outcome({ id: imageId, record }));
    },

    /** Tells all who wait for an image that its job has ended without one, and remembers it for who asks later. */
    async failed(imageId: string, failure: RenderFailure): Promise<void> {
      const replies = await redis
        .pipeline()
        .set(renderKeys.failure(imageId), failure, "PX", failureLifeMs)
        .publish(renderKeys.outcomes, outcome({ id: imageId, failure }))
        .exec();
      throwPipelineError(replies);
    },
  };
}

function outcome(of: RenderOutcome): string {
  return JSON.stringify(of);
}

export type Announcer = ReturnType<typeof createAnnouncer>;
