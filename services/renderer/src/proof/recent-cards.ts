import { maxRecentCards, renderKeys, type Recipe } from "@placard/contracts";
import { defineScript } from "@placard/runtime";
import type { Platform } from "../platform.ts";

const addScript = defineScript(`
redis.call("LREM", keys.recentCards, 0, args.imageId)
redis.call("LPUSH", keys.recentCards, args.imageId)
redis.call("LTRIM", keys.recentCards, 0, args.max - 1)
redis.call("EXPIRE", keys.recentCards, args.ttlSeconds)`);

/**
 * The last images rendered with each template of an account. Methods reject if Redis is unavailable.
 * @param isBuiltIn whether a document is a built-in template: accounts can't publish versions of it
 */
export function createRecentCards(
  { redis, settings: { RECIPE_TTL: ttlSeconds } }: Platform,
  isBuiltIn: (hash: string) => boolean,
) {
  return {
    async add(
      { owner, template: { id, hash } }: Pick<Recipe, "owner" | "template">,
      imageId: string,
    ): Promise<void> {
      if (isBuiltIn(hash)) return;
      const keys = { recentCards: renderKeys.recentCards(owner, id) };
      await addScript(redis, keys, { imageId, max: maxRecentCards, ttlSeconds });
    },

    /** The image ids, newest first. */
    list: (owner: string, templateId: string): Promise<string[]> =>
      redis.lrange(renderKeys.recentCards(owner, templateId), 0, -1),
  };
}
export type RecentCards = ReturnType<typeof createRecentCards>;
