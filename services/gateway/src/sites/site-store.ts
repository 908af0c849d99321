import { randomBytes } from "node:crypto";
import {
  accountFunctions,
  accountKeysOf,
  isAccountDisabled,
  limitReached,
  randomBase62,
} from "@placard/accounts";
import { AppError } from "@placard/contracts";
import { defineScript } from "@placard/runtime";
import type { Platform } from "../platform.ts";

/** How the cards of a site look. */
export interface SiteSettings {
  /** The template of all cards, `ID` or `ID@version`; undefined: by the type of each page. */
  template?: string | undefined;
  /** The name of a brand; undefined: the default one. */
  brand?: string | undefined;
  /** Names of metadata by field of the template; undefined: by the names of the fields. */
  map?: Readonly<Record<string, string>> | undefined;
}

/** A domain of an account, whose pages have cards. */
export interface Site {
  /** 16 letters and digits. */
  id: string;
  owner: string;
  /** A host name in ASCII, with a port if it is a development server. */
  domain: string;
  settings: SiteSettings;
  /** What the domain publishes to prove that it belongs to the account. */
  token: string;
  /** Epoch ms. */
  createdAt: number;
  /** Epoch ms; undefined before the verification. */
  verifiedAt: number | undefined;
  /** Whether the account is disabled. */
  isDisabled: boolean;
  /** Part of the keys of cached pages: an increment purges all of them. */
  generation: number;
}

/** The Redis keys of sites. */
const siteKeys = {
  /**
   * Hash: `owner`, `domain`, `token`, `createdAt` and `verifiedAt` (epoch ms; the latter absent before the
   * verification), `settings` (JSON of `SiteSettings`) and `generation`. Does not expire; deleted with the
   * site or the account.
   */
  site: (siteId: string) => `{placard}:site:${siteId}`,
  /** Sorted set: the ids of an account's sites by creation (epoch ms). Does not expire; deleted with the account. */
  sitesOf: (accountId: string) => `{placard}:sites-of:${accountId}`,
} as const;

const createScript = defineScript(`${accountFunctions}
if not hasAccount(args.owner) or isDisabled() then return "no_account" end
if redis.call("ZCARD", keys.sitesOf) >= args.max then return "limit_reached" end
for name, value in pairs(args.fields) do redis.call("HSET", keys.site, name, value) end
redis.call("ZADD", keys.sitesOf, args.fields.createdAt, args.id)
addDataKey(keys.site)
addDataKey(keys.sitesOf)
return "created"`);

// Only a site of the account, so that a late write can't recreate part of a deleted one.
const changeScript = defineScript(`
if redis.call("HGET", keys.site, "owner") ~= args.owner then return 0 end
if args.isPurge then redis.call("HINCRBY", keys.site, "generation", 1) end
for name, value in pairs(args.fields) do redis.call("HSET", keys.site, name, value) end
return 1`);

const deleteScript = defineScript(`${accountFunctions}
if redis.call("HGET", keys.site, "owner") ~= args.owner then return 0 end
redis.call("ZREM", keys.sitesOf, args.id)
removeDataKey(keys.site)
return redis.call("DEL", keys.site)`);

const idPattern = /^[0-9A-Za-z]{16}$/;

/** The sites of accounts. Every method rejects while Redis is unavailable. */
export function createSites({ redis, now, settings: { MAX_SITES } }: Platform) {
  async function find(id: string): Promise<Site | undefined> {
    if (!idPattern.test(id)) return undefined;
    const site = parse(id, await redis.hgetall(siteKeys.site(id)));
    return site && { ...site, isDisabled: await isAccountDisabled(redis, site.owner) };
  }

  async function change(
    owner: string,
    id: string,
    update: { isPurge: boolean; fields?: Readonly<Record<string, string | number>> },
  ): Promise<boolean> {
    return (await changeScript(redis, { site: siteKeys.site(id) }, { owner, fields: {}, ...update })) === 1;
  }

  return {
    /** The site with an ID, of any account; undefined if there is none. */
    find,

    /** A site of an account; undefined if the account has no such site. */
    async findOwn(owner: string, id: string): Promise<Site | undefined> {
      const site = await find(id);
      return site?.owner === owner ? site : undefined;
    },

    /** The sites of an account, the oldest first. */
    async list(owner: string): Promise<Site[]> {
      const ids = await redis.zrange(siteKeys.sitesOf(owner), "0", "-1");
      const sites = await Promise.all(ids.map(find));
      return sites.filter((site) => site !== undefined);
    },

    /**
     * Adds a site to an account. Several accounts can have sites with one domain: each verifies it with a
     * token of its own. Throws AppError `limit_reached` past MAX_SITES, or `unauthorized` if the account does
     * not exist.
     */
    async create(owner: string, domain: string, settings: SiteSettings): Promise<Site> {
      const id = randomBase62(16);
      const token = `placard-${randomBytes(24).toString("base64url")}`;
      const createdAt = now();
      const fields = { owner, domain, token, createdAt, settings: JSON.stringify(settings), generation: 1 };
      const keys = { ...accountKeysOf(owner), site: siteKeys.site(id), sitesOf: siteKeys.sitesOf(owner) };
      const outcome = await createScript(redis, keys, { owner, id, fields, max: MAX_SITES });
      if (outcome === "no_account") throw new AppError("unauthorized");
      if (outcome === "limit_reached") throw limitReached(MAX_SITES, "site", "Delete");
      return {
        id,
        owner,
        domain,
        settings,
        token,
        createdAt,
        verifiedAt: undefined,
        isDisabled: false,
        generation: 1,
      };
    },

    /** Replaces the settings, and purges all pages. Returns false if the account has no such site. */
    async update(owner: string, id: string, settings: SiteSettings): Promise<boolean> {
      return change(owner, id, { isPurge: true, fields: { settings: JSON.stringify(settings) } });
    },

    /** Marks the domain as verified. Returns false if the account has no such site. */
    async setVerified(owner: string, id: string): Promise<boolean> {
      return change(owner, id, { isPurge: false, fields: { verifiedAt: now() } });
    },

    /** Purges all pages from the cache, in constant time. Returns false if the account has no such site. */
    async purgePages(owner: string, id: string): Promise<boolean> {
      return change(owner, id, { isPurge: true });
    },

    /** Deletes a site. Returns false if the account has no such site. */
    async delete(owner: string, id: string): Promise<boolean> {
      const keys = { ...accountKeysOf(owner), site: siteKeys.site(id), sitesOf: siteKeys.sitesOf(owner) };
      return (await deleteScript(redis, keys, { owner, id })) === 1;
    },
  };
}
export type Sites = ReturnType<typeof createSites>;

function parse(id: string, fields: Readonly<Record<string, string>>): Omit<Site, "isDisabled"> | undefined {
  const { owner, domain, settings, token, createdAt, verifiedAt, generation } = fields;
  if (owner === undefined || domain === undefined || token === undefined) return undefined;
  return {
    id,
    owner,
    domain,
    settings: JSON.parse(settings ?? "{}") as SiteSettings,
    token,
    createdAt: Number(createdAt),
    verifiedAt: verifiedAt === undefined ? undefined : Number(verifiedAt),
    generation: Number(generation),
  };
}
