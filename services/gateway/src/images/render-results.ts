import { decodeResult, renderKeys, type RenderResult } from "@placard/contracts";
import { defineScript, type RedisClient } from "@placard/runtime";

/** Deletes a success if its job was enqueued by a given flight. */
const evictScript = defineScript(`local json = redis.call("GET", KEYS[1])
if json and cjson.decode(json).flightId == ARGV[1] then redis.call("DEL", KEYS[1]) end`);

/** Creates access to the render results in Redis. Every method rejects while Redis is unavailable. */
export function createRenderResults(redis: RedisClient) {
  return {
    /** The result of an image's latest job; undefined if there is none or it has expired. */
    async find(id: string): Promise<RenderResult | undefined> {
      return parse(await redis.get(renderKeys.result(id)));
    },

    /** The results of several images, in their order. */
    async findAll(ids: readonly string[]): Promise<(RenderResult | undefined)[]> {
      return (await redis.mget(ids.map((id) => renderKeys.result(id)))).map(parse);
    },

    /** Deletes the result of an image. Returns false if there was none. */
    async delete(id: string): Promise<boolean> {
      return (await redis.del(renderKeys.result(id))) > 0;
    },

    /** Deletes the result of an image whose bytes no longer exist, unless it has been rendered again. */
    async evict(id: string, flightId: string): Promise<void> {
      await evictScript(redis, [renderKeys.result(id)], [flightId]);
    },
  };
}
export type RenderResults = ReturnType<typeof createRenderResults>;

function parse(json: string | null): RenderResult | undefined {
  return json === null ? undefined : decodeResult(json);
}
