import { SafeFetchError } from "@placard/safe-fetch";
import type { FetchFileDeps } from "./fetch-image.ts";
import type { BlockedCrawler } from "./page-facts.ts";
import { platforms } from "./platforms.ts";
import { isDisallowed } from "./robots-txt.ts";

const timeoutMs = 3_000;
/** Matching takes time in proportion to the product of both: more is not checked. */
const maxRobotsChars = 32 * 1024;
const maxPathChars = 1_000;

/**
 * The crawlers that robots.txt (RFC 9309) blocks from a page or from its image. A file that cannot be fetched
 * blocks none: then the page or the image cannot be fetched either, which is another problem.
 */
export async function findBlockedCrawlers(
  deps: FetchFileDeps,
  pageUrl: string,
  imageUrl: string | undefined,
): Promise<BlockedCrawler[]> {
  const files = new Map<string, Promise<string>>();
  const list = async (
    url: string | undefined,
    blocks: BlockedCrawler["blocks"],
  ): Promise<BlockedCrawler[]> => {
    if (url === undefined) return [];
    const { origin, pathname, search } = new URL(url);
    if ((pathname + search).length > maxPathChars) return [];
    const file = files.get(origin) ?? fetchRobots(deps, origin);
    files.set(origin, file);
    const robotsTxt = await file;
    return platforms.flatMap(({ name, robot }) =>
      robot !== undefined && isDisallowed(robotsTxt, robot, pathname + search)
        ? [{ platform: name, robot, blocks }]
        : [],
    );
  };
  return (await Promise.all([list(pageUrl, "page"), list(imageUrl, "image")])).flat();
}

/** Resolves with the beginning of an origin's robots.txt, or with an empty text if there is none. */
async function fetchRobots(
  { safeFetch, userAgent, signal, onChunk }: FetchFileDeps,
  origin: string,
): Promise<string> {
  try {
    const { body } = await safeFetch(`${origin}/robots.txt`, {
      timeoutMs,
      signal,
      headers: { accept: "text/plain", "user-agent": userAgent },
      truncatesBody: true,
      onChunk,
    });
    return body.toString("utf8", 0, maxRobotsChars);
  } catch (error) {
    if (error instanceof SafeFetchError) return "";
    throw error;
  }
}
