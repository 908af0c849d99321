import {
  createSafeFetch,
  SafeFetchError,
  type SafeFetchOptions,
  type SafeRequest,
  type SafeResponse,
} from "@placard/safe-fetch";
import { decodeHtml } from "./decode-html.ts";

export interface PageRequest {
  /** `ETag` and `Last-Modified` of the caller's copy, for a conditional request. */
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** Whether a redirect to another host fails with `host_not_allowed`. Default: false. */
  staysOnHost?: boolean | undefined;
  /** See SafeRequest. */
  signal?: AbortSignal | undefined;
  onChunk?: SafeRequest["onChunk"];
}

interface PageResponse {
  /** The URL that sent the page, after redirects. */
  url: string;
  /** The redirects that were followed, in order: the URL that redirects, and its status. */
  redirects: readonly { url: string; status: number }[];
  /** Undefined if the response has none. */
  etag: string | undefined;
  lastModified: string | undefined;
  /** From the first request until the last byte, in ms. */
  durationMs: number;
}

export interface FetchedPage extends PageResponse {
  status: 200;
  /** The page, or its first `maxBytes`. */
  html: string;
}

/** A page that is still the one whose `ETag` or `Last-Modified` was sent. */
export interface UnmodifiedPage extends PageResponse {
  status: 304;
}

/**
 * Fetches the beginning of an HTML page. Rejects with SafeFetchError, or with the reason of the request's
 * signal. `status` is 304 only if the request has an `etag` or a `lastModified`.
 */
export type FetchPage = (url: string, request?: PageRequest) => Promise<FetchedPage | UnmodifiedPage>;

/** The rules of SafeFetch apply to all pages, except that larger pages are cut off. */
export interface FetchPageOptions extends SafeFetchOptions {
  /** Bytes read of a page. Default: 1 MiB. */
  maxBytes?: number | undefined;
  /** Time for one page with its redirects, in ms. Default: 5000. */
  timeoutMs?: number | undefined;
  /** The `User-Agent`. Default: `Placard`. */
  userAgent?: string | undefined;
}

const htmlTypes: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

/** Creates a function that fetches pages named by clients; see SafeFetch for the protection against SSRF. */
export function createFetchPage({
  maxBytes = 1024 * 1024,
  timeoutMs = 5_000,
  userAgent = "Placard",
  ...options
}: FetchPageOptions = {}): FetchPage {
  const safeFetch = createSafeFetch({ ...options, maxBytes });

  return async (url, { etag, lastModified, staysOnHost, signal, onChunk } = {}) => {
    const isConditional = etag !== undefined || lastModified !== undefined;
    const headers = {
      accept: "text/html,application/xhtml+xml",
      "user-agent": userAgent,
      ...(etag !== undefined && { "if-none-match": etag }),
      ...(lastModified !== undefined && { "if-modified-since": lastModified }),
    };
    const startedAt = performance.now();
    const response = await safeFetch(url, {
      timeoutMs,
      signal,
      headers,
      otherStatuses: isConditional ? [304] : [],
      staysOnHost,
      truncatesBody: true,
      onChunk,
    });
    return toPage(response, performance.now() - startedAt);
  };
}

/** Throws SafeFetchError if the response is not an HTML page. */
function toPage(
  { url, status, redirects, headers, body }: SafeResponse,
  durationMs: number,
): FetchedPage | UnmodifiedPage {
  const common = {
    url: url.href,
    redirects: redirects.map((redirect) => ({ url: redirect.url.href, status: redirect.status })),
    etag: headers.etag,
    lastModified: headers["last-modified"],
    durationMs,
  };
  if (status === 304) return { ...common, status };
  const contentType = headers["content-type"] ?? "";
  const [type = ""] = contentType.toLowerCase().split(";");
  if (!htmlTypes.has(type.trim())) throw new SafeFetchError("not_html", "Content-Type is not HTML");
  const coding = headers["content-encoding"] ?? "identity";
  if (coding.toLowerCase() !== "identity") throw new SafeFetchError("encoded_body", "the page is compressed");
  return { ...common, status: 200, html: decodeHtml(body, contentType) };
}
