import { maxRecentCards, renderKeys, type Recipe } from "@placard/contracts";
import { throwPipelineError, type RedisClient } from "@placard/runtime";

interface Deps {
  redis: RedisClient;
  /** Whether the document is a built-in template: accounts can't publish versions of it. */
  isBuiltIn: (hash: string) => boolean;
  /** RECIPE_TTL. */
  ttlSeconds: number;
}

/** The last images rendered with each template of an account. Methods reject if Redis is unavailable. */
export function createRecentCards({ redis, isBuiltIn, ttlSeconds }: Deps) {
  return {
    async add(
      { owner, template: { id, hash } }: Pick<Recipe, "owner" | "template">,
      imageId: string,
    ): Promise<void> {
      if (isBuiltIn(hash)) return;
      const key = renderKeys.recentCards(owner, id);
      const pipeline = redis
        .pipeline()
        .lrem(key, 0, imageId)
        .lpush(key, imageId)
        .ltrim(key, 0, maxRecentCards - 1)
        .expire(key, ttlSeconds);
      throwPipelineError(await pipeline.exec());
    },

    /** The image ids, newest first. */
    list: (owner: string, templateId: string): Promise<string[]> =>
      redis.lrange(renderKeys.recentCards(owner, templateId), 0, -1),
  };
}
export type RecentCards = ReturnType<typeof createRecentCards>;
