import { renderKeys, type RenderResult } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";

/** Deletes a success that a given flight enqueued. */
const evictScript = `local json = redis.call("GET", KEYS[1])
if json and cjson.decode(json).flightId == ARGV[1] then redis.call("DEL", KEYS[1]) end`;

/** The results of renders that Redis keeps. Every method rejects while Redis is unavailable. */
export function createRenderResults(redis: RedisClient) {
  return {
    /** How the latest job of an image ended, while that is kept. */
    async find(id: string): Promise<RenderResult | undefined> {
      return parse(await redis.get(renderKeys.result(id)));
    },

    /** The same for several images, in their order. */
    async findAll(ids: readonly string[]): Promise<(RenderResult | undefined)[]> {
      return (await redis.mget(ids.map((id) => renderKeys.result(id)))).map(parse);
    },

    /** Deletes the result of an image; false if there was none. */
    async delete(id: string): Promise<boolean> {
      return (await redis.del(renderKeys.result(id))) > 0;
    },

    /** Deletes the result of an image whose bytes are gone, unless it has been rendered again since. */
    async evict(id: string, flightId: string): Promise<void> {
      await redis.eval(evictScript, 1, renderKeys.result(id), flightId);
    },
  };
}
export type RenderResults = ReturnType<typeof createRenderResults>;

function parse(json: string | null): RenderResult | undefined {
  return json === null ? undefined : (JSON.parse(json) as RenderResult);
}
