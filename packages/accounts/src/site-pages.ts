import { hash } from "node:crypto";
import { defineScript, type RedisClient } from "@placard/runtime";
import { siteKeys } from "./redis-keys.ts";
import type { Site } from "./sites.ts";

/** What a card is rendered from: a template, and values of its fields. */
export interface PageCard {
  /** `ID` or `ID@version`. */
  template: string;
  data: Readonly<Record<string, string>>;
  /** A BCP 47 tag. */
  locale?: string;
}

/**
 * The result of reading a page: its card (`read`), or why it has none. `gone`: 404 or 410; `private`: 401 or 403; `not_html`:
 * another media type; `untitled`: no title; `unreachable`: any other failure.
 */
export type PageResult = "read" | "gone" | "private" | "not_html" | "untitled" | "unreachable";

/** A cached page. */
export interface SitePage {
  result: PageResult;
  /** Epoch ms: until then, the page is not requested again. */
  freshUntil: number;
  /** Epoch ms: until then, it is cached. */
  expiresAt: number;
  /** Only with the result `read`. */
  card?: PageCard;
  /** The validators of the page (RFC 9110, section 8.8), if it has any. */
  etag?: string | undefined;
  lastModified?: string | undefined;
}

/** The state of a page in the cache. */
export interface KnownPage {
  /** Undefined if the page is not cached. */
  page: SitePage | undefined;
  /** Identifies the last purge of the page, if it was recent; "" otherwise. */
  purge: string;
}

interface Deps {
  redis: RedisClient;
  /** Epoch ms. */
  now: () => number;
}

/** How long the marker of a purge is kept, in ms: longer than a page can take to be read. */
const purgeTtlMs = 30_000;

// What was read before a purge must not be cached after it.
const storeScript = defineScript(`
local current = redis.call("GET", KEYS[1])
local purge = current and string.match(current, '^{"purge":"([^"]+)"}$')
if purge and purge ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "PX", ARGV[3])
return 1`);

/** The cached pages of sites. Every method rejects while Redis is unavailable. */
export function createSitePages({ redis, now }: Deps) {
  const keyOf = ({ id, generation }: Pick<Site, "id" | "generation">, path: string) =>
    siteKeys.page(id, generation, hash("sha256", path, "base64url"));

  return {
    /** The cached page with a path. */
    async find(site: Pick<Site, "id" | "generation">, path: string): Promise<KnownPage> {
      const json = await redis.get(keyOf(site, path));
      if (json === null) return { page: undefined, purge: "" };
      const stored = JSON.parse(json) as SitePage | { purge: string };
      return "purge" in stored ? { page: undefined, purge: stored.purge } : { page: stored, purge: "" };
    },

    /** Caches a page, unless it was purged after `purge`, the last one before the page was read. */
    async store(
      site: Pick<Site, "id" | "generation">,
      path: string,
      page: SitePage,
      purge: string,
    ): Promise<void> {
      const ttlMs = Math.max(1, page.expiresAt - now());
      await storeScript(redis, [keyOf(site, path)], [purge, JSON.stringify(page), ttlMs]);
    },

    /** Purges a page, also if it is being read. `id` identifies this purge. */
    async purge(site: Pick<Site, "id" | "generation">, path: string, id: string): Promise<void> {
      await redis.set(keyOf(site, path), JSON.stringify({ purge: id }), "PX", purgeTtlMs);
    },
  };
}
export type SitePages = ReturnType<typeof createSitePages>;
