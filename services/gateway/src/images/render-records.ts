import { renderKeys, type RenderFailure, type RenderRecord } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";

const forgetScript = `local record = redis.call("GET", KEYS[1])
if record and cjson.decode(record).ticket == ARGV[1] then redis.call("DEL", KEYS[1]) end`;

/** What renderers have announced and Redis remembers. Every method rejects where Redis is out of reach. */
export function createRenderRecords(redis: RedisClient) {
  return {
    /** The record of an image that was drawn and is good still. */
    async find(id: string): Promise<RenderRecord | undefined> {
      return parse(await redis.get(renderKeys.record(id)));
    },

    /** The same for many ids, in their order. */
    async findAll(ids: readonly string[]): Promise<(RenderRecord | undefined)[]> {
      return (await redis.mget(ids.map((id) => renderKeys.record(id)))).map(parse);
    },

    /** The record of an image, or why its latest job ended without one, where either is known still. */
    async findEnd(id: string): Promise<RenderRecord | RenderFailure | undefined> {
      const [json = null, failure] = await redis.mget(renderKeys.record(id), renderKeys.failure(id));
      return parse(json) ?? (failure as RenderFailure | null) ?? undefined;
    },

    /** Forgets all that is remembered of an image; false where that was nothing. */
    async forgetAll(id: string): Promise<boolean> {
      return (await redis.del(renderKeys.record(id), renderKeys.failure(id))) > 0;
    },

    /** Forgets a record whose bytes are gone, unless the image has been drawn again since. */
    async forget(id: string, ticket: string): Promise<void> {
      await redis.eval(forgetScript, 1, renderKeys.record(id), ticket);
    },
  };
}
export type RenderRecords = ReturnType<typeof createRenderRecords>;

function parse(json: string | null): RenderRecord | undefined {
  return json === null ? undefined : (JSON.parse(json) as RenderRecord);
}
