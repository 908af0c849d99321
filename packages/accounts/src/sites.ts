import { randomBytes } from "node:crypto";
import { AppError } from "@placard/contracts";
import { defineScript, type RedisClient } from "@placard/runtime";
import { limitReached } from "./account-errors.ts";
import { operatorAccountKey, siteKeys, userKeys } from "./redis-keys.ts";
import { randomBase62 } from "./random-base62.ts";

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

interface Deps {
  redis: RedisClient;
  /** Epoch ms. */
  now: () => number;
  /** MAX_SITES. */
  maxPerAccount: number;
}

const createScript = defineScript(`
if redis.call("HEXISTS", KEYS[3], "disabledAt") == 1 then return "no_account" end
if redis.call("EXISTS", KEYS[3]) == 0 and redis.call("GET", KEYS[4]) ~= ARGV[1] then return "no_account" end
if redis.call("ZCARD", KEYS[2]) >= tonumber(ARGV[3]) then return "limit_reached" end
redis.call("HSET", KEYS[1], "owner", ARGV[1], "createdAt", ARGV[4], "generation", 1, unpack(ARGV, 5))
redis.call("ZADD", KEYS[2], ARGV[4], ARGV[2])
return "created"`);

// Only a site of the account, so that a late write can't recreate part of a deleted one.
const changeScript = defineScript(`
if redis.call("HGET", KEYS[1], "owner") ~= ARGV[1] then return 0 end
if ARGV[2] == "purge" then redis.call("HINCRBY", KEYS[1], "generation", 1) end
if ARGV[3] then redis.call("HSET", KEYS[1], unpack(ARGV, 3)) end
return 1`);

const deleteScript = defineScript(`
if redis.call("HGET", KEYS[1], "owner") ~= ARGV[1] then return 0 end
redis.call("ZREM", KEYS[2], ARGV[2])
return redis.call("DEL", KEYS[1])`);

const idPattern = /^[0-9A-Za-z]{16}$/;

/** The sites of accounts. Every method rejects while Redis is unavailable. */
export function createSites({ redis, now, maxPerAccount }: Deps) {
  async function find(id: string): Promise<Site | undefined> {
    if (!idPattern.test(id)) return undefined;
    return parse(id, await redis.hgetall(siteKeys.site(id)));
  }

  async function change(
    owner: string,
    id: string,
    pages: "keep" | "purge",
    fields: readonly (string | number)[] = [],
  ): Promise<boolean> {
    return (await changeScript(redis, [siteKeys.site(id)], [owner, pages, ...fields])) === 1;
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
     * Adds a site to an account. Several accounts can have sites with one domain: each verifies it with a token of its own.
     * Throws AppError `limit_reached` past MAX_SITES, or `unauthorized` if the account does not exist.
     */
    async create(owner: string, domain: string, settings: SiteSettings): Promise<Site> {
      const id = randomBase62(16);
      const token = `placard-${randomBytes(24).toString("base64url")}`;
      const createdAt = now();
      const outcome = await createScript(
        redis,
        [siteKeys.site(id), siteKeys.sitesOf(owner), userKeys.user(owner), operatorAccountKey],
        [owner, id, maxPerAccount, createdAt, "domain", domain, "token", token, ...settingsField(settings)],
      );
      if (outcome === "no_account") throw new AppError("unauthorized");
      if (outcome === "limit_reached") throw limitReached(maxPerAccount, "site", "Delete");
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
      return await change(owner, id, "purge", settingsField(settings));
    },

    /** Marks the domain as verified. Returns false if the account has no such site. */
    async setVerified(owner: string, id: string): Promise<boolean> {
      return await change(owner, id, "keep", ["verifiedAt", String(now())]);
    },

    /** Purges all pages from the cache, in constant time. Returns false if the account has no such site. */
    async purgePages(owner: string, id: string): Promise<boolean> {
      return await change(owner, id, "purge");
    },

    /** Deletes a site. Returns false if the account has no such site. */
    async delete(owner: string, id: string): Promise<boolean> {
      return (await deleteScript(redis, [siteKeys.site(id), siteKeys.sitesOf(owner)], [owner, id])) === 1;
    },
  };
}
export type Sites = ReturnType<typeof createSites>;

function settingsField(settings: SiteSettings): [name: string, json: string] {
  return ["settings", JSON.stringify(settings)];
}

function parse(id: string, fields: Readonly<Record<string, string>>): Site | undefined {
  const { owner, domain, settings, token, createdAt, verifiedAt, isDisabled, generation } = fields;
  if (owner === undefined || domain === undefined || token === undefined) return undefined;
  return {
    id,
    owner,
    domain,
    settings: JSON.parse(settings ?? "{}") as SiteSettings,
    token,
    createdAt: Number(createdAt),
    verifiedAt: verifiedAt === undefined ? undefined : Number(verifiedAt),
    isDisabled: isDisabled === "true",
    generation: Number(generation),
  };
}
