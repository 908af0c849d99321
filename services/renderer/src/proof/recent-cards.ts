import { maxRecentCards, renderKeys, type Recipe } from "@placard/contracts";
import { defineScript, type RedisClient } from "@placard/runtime";

interface Deps {
  redis: RedisClient;
  /** Whether the document is a built-in template: accounts can't publish versions of it. */
  isBuiltIn: (hash: string) => boolean;
  /** RECIPE_TTL. */
  ttlSeconds: number;
}

const addScript = defineScript(`
redis.call("LREM", keys.recentCards, 0, args.imageId)
redis.call("LPUSH", keys.recentCards, args.imageId)
redis.call("LTRIM", keys.recentCards, 0, args.max - 1)
redis.call("EXPIRE", keys.recentCards, args.ttlSeconds)`);

/** The last images rendered with each template of an account. Methods reject if Redis is unavailable. */
export function createRecentCards({ redis, isBuiltIn, ttlSeconds }: Deps) {
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
