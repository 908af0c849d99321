import { randomBytes } from "node:crypto";
import { createOwnedRecords, isAccountDisabled, randomBase62 } from "@placard/accounts";
import type { Platform } from "../platform.ts";
import type { SiteSettings } from "./site-schemas.ts";

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
  verifiedAt?: number | undefined;
  /** Part of the keys of cached pages: an increment purges all of them. */
  generation: number;
}

const siteKeys = {
  /** Hash: site ID → JSON of a `Site`. Does not expire; deleted with the account. */
  sitesOf: (accountId: string) => `{placard}:sites-of:${accountId}`,
  /** String: the ID of the account of a site. Does not expire; deleted with the site or the account. */
  ownerOf: (siteId: string) => `{placard}:site-owner:${siteId}`,
} as const;

const belongingsOf = (id: string) => ({ ownerKeys: [siteKeys.ownerOf(id)] });

const idPattern = /^[0-9A-Za-z]{16}$/;

/** The sites of accounts. Every method rejects while Redis is unavailable. */
export function createSites({ redis, now, settings: { MAX_SITES: max } }: Platform) {
  const records = createOwnedRecords<Site>({ redis, keyOf: siteKeys.sitesOf, noun: "site", max });

  return {
    /** The site with an ID, of any account, and whether the account is disabled. */
    async find(id: string): Promise<(Site & { isDisabled: boolean }) | undefined> {
      const owner = idPattern.test(id) ? await redis.get(siteKeys.ownerOf(id)) : null;
      if (owner === null) return undefined;
      const [site, isDisabled] = await Promise.all([
        records.find(owner, id),
        isAccountDisabled(redis, owner),
      ]);
      return site && { ...site, isDisabled };
    },

    /** A site of an account; undefined if it does not exist. */
    findOwn: records.find,

    /** The sites of an account, the oldest first. */
    async list(owner: string): Promise<Site[]> {
      return (await records.list(owner)).toSorted((a, b) => a.createdAt - b.createdAt);
    },

    /**
     * Adds a site to an account. Several accounts can have one domain: each verifies it with its
     * own token. Throws the errors of `put`.
     */
    async create(owner: string, domain: string, settings: SiteSettings): Promise<Site> {
      const id = randomBase62(16);
      const token = `placard-${randomBytes(24).toString("base64url")}`;
      const site: Site = { id, owner, domain, settings, token, createdAt: now(), generation: 1 };
      await records.put(owner, id, site, belongingsOf(id));
      return site;
    },

    /** Replaces the settings, and purges all pages. Undefined if the site does not exist. */
    async update(owner: string, id: string, settings: SiteSettings): Promise<Site | undefined> {
      return records.change(owner, id, (site) => ({ ...site, settings, generation: site.generation + 1 }));
    },

    /** Marks the domain as verified. Undefined if the site does not exist. */
    async setVerified(owner: string, id: string): Promise<Site | undefined> {
      return records.change(owner, id, (site) => ({ ...site, verifiedAt: now() }));
    },

    /** Purges all pages from the cache, in constant time. Undefined if the site does not exist. */
    async purgePages(owner: string, id: string): Promise<Site | undefined> {
      return records.change(owner, id, (site) => ({ ...site, generation: site.generation + 1 }));
    },

    /** Deletes a site. Returns false if it does not exist. */
    async delete(owner: string, id: string): Promise<boolean> {
      return records.delete(owner, id, belongingsOf(id));
    },
  };
}
export type Sites = ReturnType<typeof createSites>;
