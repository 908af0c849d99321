import { randomUUID } from "node:crypto";
import { AppError, lanes, type ErrorCode } from "@placard/contracts";
import { readMetadata, type FetchPage, type PageMetadata } from "@placard/page-metadata";
import { Lane, TimeoutError, withTimeout } from "@placard/runtime";
import { SafeFetchError } from "@placard/safe-fetch";
import type { Usage } from "../account/usage.ts";
import type { RateLimiter } from "../http/rate-limit.ts";
import type { Platform } from "../platform.ts";
import type { CreatePageCard } from "./page-card.ts";
import { readPageValues, templateOf, type IsOwnUrl } from "./page-values.ts";
import { originOf } from "./site-domain.ts";
import { createSitePages, pageResults, type PageCard, type PageResult, type SitePage } from "./page-store.ts";
import type { Site } from "./site-store.ts";

/** The result of a request for a page, in metrics. `limited`: past a limit. */
export const pageRequestResults = [...pageResults, "not_modified", "limited"] as const;
export type PageRequestResult = (typeof pageRequestResults)[number];

interface Deps {
  fetchPage: FetchPage;
  createCard: CreatePageCard;
  isOwnUrl: IsOwnUrl;
  /** Counts requests for pages by account, so that another site does not reset the limit. */
  limiter: Pick<RateLimiter, "take">;
  startFetches: Usage["startFetches"];
}

/** A request of a visitor for the card of a page. */
interface Visit {
  requestId: string;
  /** Counts a request for a page. Returns false if this visitor has caused too many. */
  takeRead: () => Promise<boolean>;
}

/** A page as a link shows it: its card, or none, and how long that is valid. */
export interface ShownPage {
  result: PageResult | "limited";
  card: PageCard | undefined;
  /** Epoch ms. */
  freshUntil: number;
}

/** How long a page without a card, or that could not be read again, is not requested, in ms. */
const retryMs = 60_000;

/** The least time for which a card is kept while its page can't be read again, in ms. */
const minKeptMs = 3_600_000;

/** How long a link waits for a page, in ms. Then it shows the card of the last reading. */
const maxRevalidationMs = 1_000;

/** The longest `ETag` or `Last-Modified` that is kept. */
const maxValidatorLength = 256;

/** The errors past a limit of all accounts, and of one. */
const limitCodes: ReadonlySet<ErrorCode> = new Set(["overloaded", "quota_exceeded"]);

const validatorOf = (value = "") => (value.length <= maxValidatorLength && value !== "" ? value : undefined);

/** The pages of sites. A link reads its page if the cached copy is missing or older than PAGE_TTL. */
export function createSitePageReader(
  { settings: { PAGE_TTL }, redis, metrics, logger, now }: Platform,
  { fetchPage, createCard, isOwnUrl, limiter, startFetches }: Deps,
) {
  const { countPageRequest } = metrics;
  const lane = new Lane(lanes.pageReads);
  const ttlMs = 1000 * PAGE_TTL;
  const cachedMs = ttlMs + Math.max(ttlMs, minKeptMs);
  const records = createSitePages({ redis, now }, cachedMs);
  /** The readings in progress in this process: one for each page (single-flight). */
  const readings = new Map<string, Promise<ShownPage>>();

  /** What to cache of a page without a card. Keeps the last card if the page may still exist. */
  function withoutCard(result: Exclude<PageResult, "read">, last: SitePage | undefined): SitePage {
    const freshUntil = now() + Math.min(retryMs, ttlMs);
    if (last?.card && result === "unreachable") return { ...last, freshUntil };
    return { result, freshUntil, expiresAt: freshUntil };
  }

  async function cardOf({ owner, settings }: Site, metadata: PageMetadata): Promise<PageCard | undefined> {
    const values = readPageValues(metadata, isOwnUrl);
    return await createCard({ owner, settings, values, template: templateOf(metadata) });
  }

  /** Requests a page; undefined past a limit. Rejects only if Redis or storage fails. */
  async function request(
    site: Site,
    path: string,
    last: SitePage | undefined,
    requestId: string,
  ): Promise<{ page: SitePage; result: PageRequestResult } | undefined> {
    const validators = last?.card && { etag: last.etag, lastModified: last.lastModified };
    const times = { freshUntil: now() + ttlMs, expiresAt: now() + cachedMs };
    const fetchMetadata = async () => {
      const onChunk = await startFetches({ account: site.owner, keyId: site.id, isVisit: true });
      const url = originOf(site.domain) + path;
      const response = await fetchPage(url, { ...validators, staysOnHost: true, onChunk });
      const html = response.status === 200 ? response.html : "";
      return { response, metadata: await readMetadata(html, response.url) };
    };
    try {
      const { response, metadata } = await lane.run(site.owner, fetchMetadata);
      const [etag, lastModified] = [validatorOf(response.etag), validatorOf(response.lastModified)];
      if (response.status === 304 && last) return { page: { ...last, ...times }, result: "not_modified" };
      const card = await cardOf(site, metadata);
      if (!card) return { page: withoutCard("untitled", last), result: "untitled" };
      return { page: { result: "read", ...times, card, etag, lastModified }, result: "read" };
    } catch (error) {
      if (error instanceof AppError && limitCodes.has(error.code)) return undefined;
      if (!(error instanceof SafeFetchError)) throw error;
      const result = resultOf(error);
      logger.info({ requestId, siteId: site.id, result, err: error }, "page could not be read");
      return { page: withoutCard(result, last), result };
    }
  }

  async function read(
    site: Site,
    path: string,
    last: SitePage | undefined,
    purge: string,
    { requestId, takeRead }: Visit,
  ): Promise<ShownPage> {
    const isPermitted = (await takeRead()) && (await limiter.take(site.owner));
    const reading = isPermitted ? await request(site, path, last, requestId) : undefined;
    if (!reading) {
      countPageRequest("limited");
      return { result: "limited", card: last?.card, freshUntil: now() + retryMs };
    }
    const { page, result } = reading;
    countPageRequest(result);
    await records.store(site, path, page, purge);
    return toShown(page);
  }

  return {
    /**
     * Finds the card of a page. `onWait` is called if the page is not cached, while it waits for the site's
     * server. Rejects while Redis is unavailable.
     */
    async find(site: Site, path: string, visit: Visit, onWait: () => Promise<void>): Promise<ShownPage> {
      const { page, purge } = await records.find(site, path);
      if (page && page.freshUntil > now()) return toShown(page);
      const key = JSON.stringify([site.id, site.generation, path, purge]);
      let reading = readings.get(key);
      if (!reading) {
        reading = read(site, path, page, purge, visit).finally(() => readings.delete(key));
        readings.set(key, reading);
      }
      if (!page?.card) return (await Promise.all([reading, onWait()]))[0];
      try {
        return await withTimeout(reading, maxRevalidationMs);
      } catch (error) {
        if (!(error instanceof TimeoutError)) throw error;
        reading.catch((late: unknown) => {
          logger.warn({ requestId: visit.requestId, siteId: site.id, err: late }, "page revalidation failed");
        });
        return { ...toShown(page), freshUntil: now() + retryMs };
      }
    },

    /** Purges a page, so that it is read when its link is next followed. */
    async purge(site: Site, path: string): Promise<void> {
      await records.purge(site, path, randomUUID());
    },
  };
}
export type SitePageReader = ReturnType<typeof createSitePageReader>;

function toShown({ result, card, freshUntil }: SitePage): ShownPage {
  return { result, card, freshUntil };
}

function resultOf({ code, status }: SafeFetchError): Exclude<PageResult, "read"> {
  if (status === 404 || status === 410) return "gone";
  if (status === 401 || status === 403) return "private";
  return code === "not_html" ? "not_html" : "unreachable";
}
