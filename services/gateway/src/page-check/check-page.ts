import { imageFormatNames, lanes, type Warning } from "@placard/contracts";
import { createFetchPage, firstContent, readMetadata, type FetchedPage } from "@placard/page-metadata";
import { createSafeFetch, SafeFetchError } from "@placard/safe-fetch";
import { Lane } from "@placard/runtime";
import type { CountBytes, Usage } from "../account/usage.ts";
import type { AccountImages } from "../images/account-images.ts";
import type { Platform } from "../platform.ts";
import { fetchImage } from "./fetch-image.ts";
import { listImageProblems } from "./image-problems.ts";
import { severities, type CheckedImage, type PageCheck, type PageProblem } from "./page-check.ts";
import type { ImageFacts, PageFacts } from "./page-facts.ts";
import { listPageProblems, unavailablePage } from "./page-problems.ts";
import { listPreviews } from "./previews.ts";
import { listTagProblems } from "./tag-problems.ts";

/** A check of a page for an account, which ends when the signal aborts. */
interface CheckRequest {
  owner: string;
  keyId: string | undefined;
  url: string;
  hasImage: boolean;
  signal: AbortSignal;
}

/** What page checks need of other features. */
export interface PageCheckDependencies {
  usage: Pick<Usage, "startFetches">;
  images: Pick<AccountImages, "find">;
}

/** Fetches a page and its images as a crawler does, and says what platforms show of them. */
export type CheckPage = (request: CheckRequest) => Promise<PageCheck>;

const maxEmbeddedBytes = 2 * 1024 * 1024;

/**
 * Creates the function that checks pages. It rejects with AppError `overloaded` while too many checks are
 * waiting, and `quota_exceeded`. A page that cannot be fetched is a problem in the result, not an error.
 */
export function createCheckPage(
  { settings, dns, metrics }: Platform,
  { usage: { startFetches }, images: accountImages }: PageCheckDependencies,
): CheckPage {
  const { IMAGE_ALLOW_PRIVATE: allowPrivateAddresses } = settings;
  const rules = {
    allowPrivateAddresses,
    allowedPorts: allowPrivateAddresses ? ([[1, 65_535]] as const) : undefined,
    resolveHost: dns.resolveHost,
  };
  const userAgent = `Placard (+${settings.PUBLIC_URL})`; // websites can identify the service
  const fetchPage = createFetchPage({ ...rules, userAgent });
  const imageDeps = { safeFetch: createSafeFetch(rules), userAgent };
  const lane = new Lane(lanes.pageChecks);

  async function check({ owner, keyId, url, hasImage, signal }: CheckRequest): Promise<PageCheck> {
    const onChunk = await startFetches({ account: owner, keyId });
    try {
      const page = await fetchPage(url, { signal, onChunk });
      if (page.status === 304) throw new Error("a page was answered as not modified without a condition");
      const facts = await findFacts(page, owner, { signal, onChunk });
      metrics.countPageCheck("checked");
      return toCheck(facts, hasImage);
    } catch (error) {
      if (!(error instanceof SafeFetchError)) throw error;
      metrics.countPageCheck("page_unavailable");
      return { url, redirects: [], previews: [], problems: [unavailablePage(error)], images: [] };
    }
  }

  async function findFacts(
    page: FetchedPage,
    owner: string,
    request: { signal: AbortSignal; onChunk: CountBytes },
  ): Promise<PageFacts> {
    const metadata = await readMetadata(page.html, page.url);
    const chosen = (["og:image", "twitter:image"] as const).flatMap(
      (source) => metadata.images.find((image) => image.source === source) ?? [],
    );
    const addWarnings = async (image: ImageFacts): Promise<ImageFacts> => ({
      ...image,
      warnings: await findWarnings(image, owner),
    });
    const images = await Promise.all(
      chosen.map((image) => fetchImage({ ...imageDeps, ...request }, image).then(addWarnings)),
    );
    const tag = (name: string) => firstContent(metadata.metaTags, [name]);
    return { page, metadata, images, tag };
  }

  /** The warnings about an image of the account: of its own link, a signed one, or one of a site. */
  async function findWarnings({ url = "", file }: ImageFacts, owner: string): Promise<readonly Warning[]> {
    const link = [file?.location ?? "", url].find((each) => each.startsWith(`${settings.PUBLIC_URL}/og/`));
    const [, id = ""] = /\/og\/([^/.]+)\.\w+$/.exec(link ?? "") ?? [];
    return (await accountImages.find(id, owner))?.report?.warnings ?? [];
  }

  return (request) => lane.run(request.owner, () => check(request), request.signal);
}

function toCheck(facts: PageFacts, hasImage: boolean): PageCheck {
  const { page, images } = facts;
  return {
    url: page.url,
    redirects: [...page.redirects],
    durationMs: Math.round(page.durationMs),
    previews: listPreviews(facts),
    problems: listProblems(facts),
    images: images.map(describeImage),
    ...(hasImage && embedImage(images[0])),
  };
}

/** The problems of a page, errors first. */
export function listProblems(facts: PageFacts): PageProblem[] {
  return [...listImageProblems(facts), ...listTagProblems(facts), ...listPageProblems(facts)]
    .filter((problem) => problem !== false && problem !== undefined)
    .toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}

function describeImage({ tag, href, url, file }: ImageFacts): CheckedImage {
  return {
    tag,
    url: url ?? href,
    ...(file && {
      bytes: file.content.length,
      ...(file.format && { format: file.format }),
      ...file.size,
      durationMs: Math.round(file.durationMs),
    }),
  };
}

/** The file of an image that browsers and assistants can show. */
function embedImage(image: ImageFacts | undefined): Pick<PageCheck, "image" | "format"> {
  const { file } = image ?? {};
  const format = imageFormatNames.find((name) => name === file?.format);
  if (!file || !format || file.content.length > maxEmbeddedBytes) return {};
  return { image: file.content.toString("base64"), format };
}
