import type { IncomingHttpHeaders } from "node:http";
import {
  createSafeFetch,
  SafeFetchError,
  type Redirect,
  type SafeFetchOptions,
  type SafeRequest,
  type SafeResponse,
} from "@placard/safe-fetch";
import { decodeHtml } from "./decode-html.ts";
import { PageUnavailableError } from "./page-unavailable.ts";

export interface PageRequest {
  /** `ETag` and `Last-Modified` of the caller's copy, for a conditional request. */
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** Whether a redirect to another host fails with `host_not_allowed`. Default: false. */
  staysOnHost?: boolean | undefined;
  /** Ends the request before the time limit; fetchPage then rejects with its reason. */
  signal?: AbortSignal | undefined;
  /** See SafeRequest. */
  onChunk?: SafeRequest["onChunk"];
}

interface PageResponse {
  /** The URL that sent the page, after redirects. */
  url: string;
  /** The redirects that were followed, in order: the URL that redirects, and its status. */
  redirects: readonly { url: string; status: number }[];
  headers: IncomingHttpHeaders;
  /** Undefined if the response has none. */
  etag: string | undefined;
  lastModified: string | undefined;
  /** From the first request until the last byte, in ms. */
  durationMs: number;
}

export interface FetchedPage extends PageResponse {
  status: 200;
  html: string;
  /** Whether `html` is only the beginning of the page. */
  isTruncated: boolean;
}

/** A page that is still the one whose `ETag` or `Last-Modified` was sent. */
export interface UnmodifiedPage extends PageResponse {
  status: 304;
}

/**
 * Fetches the beginning of an HTML page. Rejects with PageUnavailableError, or with the reason of the
 * request's signal. `status` is 304 only if the request has an `etag` or a `lastModified`.
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

  return async (url, { etag, lastModified, staysOnHost, signal: callerSignal, onChunk } = {}) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const isConditional = etag !== undefined || lastModified !== undefined;
    const headers = {
      accept: "text/html,application/xhtml+xml",
      "user-agent": userAgent,
      ...(etag !== undefined && { "if-none-match": etag }),
      ...(lastModified !== undefined && { "if-modified-since": lastModified }),
    };
    const startedAt = performance.now();
    try {
      const response = await safeFetch(url, {
        signal: callerSignal ? AbortSignal.any([callerSignal, timeout]) : timeout,
        headers,
        otherStatuses: isConditional ? [304] : [],
        staysOnHost,
        truncatesBody: true,
        onChunk,
      });
      return toPage(response, performance.now() - startedAt);
    } catch (error) {
      callerSignal?.throwIfAborted();
      if (timeout.aborted)
        throw new PageUnavailableError("timeout", "fetching it timed out", { cause: error });
      if (!(error instanceof SafeFetchError)) throw error;
      const { code, publicReason, status } = error;
      throw new PageUnavailableError(code, publicReason, { cause: error, status });
    }
  };
}

/** Throws PageUnavailableError if the response is not an HTML page. */
function toPage(
  { url, status, redirects, headers, body, isTruncated }: SafeResponse,
  durationMs: number,
): FetchedPage | UnmodifiedPage {
  const common = {
    url: url.href,
    redirects: redirects.map((redirect: Redirect) => ({ url: redirect.url.href, status: redirect.status })),
    headers,
    etag: headers.etag,
    lastModified: headers["last-modified"],
    durationMs,
  };
  if (status === 304) return { ...common, status };
  const contentType = headers["content-type"] ?? "";
  const [type = ""] = contentType.toLowerCase().split(";");
  if (!htmlTypes.has(type.trim()))
    throw new PageUnavailableError("not_html", "its Content-Type is not text/html");
  const coding = headers["content-encoding"] ?? "identity";
  if (coding.toLowerCase() !== "identity")
    throw new PageUnavailableError(
      "encoded_body",
      "its server compresses the page although the request does not accept it",
    );
  return { ...common, status: 200, html: decodeHtml(body, contentType), isTruncated };
}
