import { hash } from "node:crypto";
import { defineScript } from "@placard/runtime";
import type { Platform } from "../platform.ts";
import type { Site } from "./site-store.ts";

/** What a card is rendered from: a template, and values of its fields. */
export interface PageCard {
  /** `ID` or `ID@version`. */
  template: string;
  data: Readonly<Record<string, string>>;
  /** A BCP 47 tag. */
  locale?: string;
}

/**
 * The result of reading a page: its card (`read`), or why it has none. `gone`: 404 or 410; `private`: 401 or
 * 403; `not_html`: another media type; `untitled`: no title; `unreachable`: any other failure.
 */
export const pageResults = ["read", "gone", "private", "not_html", "untitled", "unreachable"] as const;
export type PageResult = (typeof pageResults)[number];

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

/** The bytes that an account can add to the cache before they are counted from 0 again. */
const maxCachedBytes = 16 * 1024 * 1024;

/** Overhead of a cached page in Redis, in bytes. */
const overheadBytes = 256;

/** How long the marker of a purge is kept, in ms: longer than a page can take to be read. */
const purgeTtlMs = 30_000;

/**
 * The Redis key of a page: JSON of a `SitePage`. Expires after 2 × PAGE_TTL without a new reading, at least
 * PAGE_TTL and an hour. Without a card, expires after a minute. Or JSON of the last purge of the page,
 * `{"purge":"<id>"}`; expires after 30 s. The keys of former generations are never read again.
 */
function pageKey({ id, generation }: Pick<Site, "id" | "generation">, path: string): string {
  return `{placard}:page:${id}:${generation}:${hash("sha256", path, "base64url")}`;
}

/**
 * Integer: the bytes that an account has added to the cache, whether its sites still exist or not. Expires
 * after the longest time that a page is cached, so at most twice `maxCachedBytes` are cached.
 */
const bytesKey = (owner: string) => `{placard}:page-bytes-of:${owner}`;

// What was read before a purge must not be cached after it.
const storeScript = defineScript(`
local current = redis.call("GET", keys.page)
local purge = current and string.match(current, '^{"purge":"([^"]+)"}$')
if purge and purge ~= args.purge then return 0 end
local bytes = #args.json + args.overheadBytes
if tonumber(redis.call("GET", keys.bytes) or "0") + bytes > args.maxBytes then return 0 end
if redis.call("INCRBY", keys.bytes, bytes) == bytes then redis.call("PEXPIRE", keys.bytes, args.maxTtlMs) end
redis.call("SET", keys.page, args.json, "PX", args.ttlMs)
return 1`);

/** The cached pages of sites, each for at most `maxTtlMs`. Methods reject while Redis is unavailable. */
export function createSitePages({ redis, now }: Pick<Platform, "redis" | "now">, maxTtlMs: number) {
  return {
    async find(site: Pick<Site, "id" | "generation">, path: string): Promise<KnownPage> {
      const json = await redis.get(pageKey(site, path));
      if (json === null) return { page: undefined, purge: "" };
      const stored = JSON.parse(json) as SitePage | { purge: string };
      return "purge" in stored ? { page: undefined, purge: stored.purge } : { page: stored, purge: "" };
    },

    /**
     * Caches a page, unless it was purged after `purge`, or its account has cached too many bytes. `purge` is
     * the last purge before the page was read.
     */
    async store(
      site: Pick<Site, "id" | "generation" | "owner">,
      path: string,
      page: SitePage,
      purge: string,
    ): Promise<void> {
      const ttlMs = Math.max(1, page.expiresAt - now());
      await storeScript(
        redis,
        { page: pageKey(site, path), bytes: bytesKey(site.owner) },
        { purge, json: JSON.stringify(page), ttlMs, maxTtlMs, overheadBytes, maxBytes: maxCachedBytes },
      );
    },

    /** Purges a page, even if it is being read. `id` identifies this purge. */
    async purge(site: Pick<Site, "id" | "generation">, path: string, id: string): Promise<void> {
      await redis.set(pageKey(site, path), JSON.stringify({ purge: id }), "PX", purgeTtlMs);
    },
  };
}
