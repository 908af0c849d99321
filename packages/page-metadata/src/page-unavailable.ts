import { publicReasonOf, SafeFetchError, type SafeFetchErrorCode } from "@placard/safe-fetch";

/**
 * Why a page was not fetched: a code of SafeFetchError, or
 *
 * - `timeout`: the page did not arrive within the time limit.
 * - `not_html`: the response has a `Content-Type` other than HTML.
 * - `encoded_body`: the body is compressed, although the request asks for an unencoded one.
 */
export type PageUnavailableCode = SafeFetchErrorCode | "timeout" | "not_html" | "encoded_body";

/** A page that was not fetched. The message is for logs: see SafeFetchError. */
export class PageUnavailableError extends Error {
  readonly code: PageUnavailableCode;
  /**
   * For the client that named the URL: the end of a sentence such as "The page could not be fetched: …". It
   * does not describe the server's network.
   */
  readonly publicReason: string;
  /** The status of the response, if it has another status than 200. */
  readonly status: number | undefined;

  constructor(code: PageUnavailableCode, publicReason: string, options: ErrorOptions & { status?: number }) {
    super(options.cause instanceof Error ? options.cause.message : publicReason, options);
    this.name = "PageUnavailableError";
    this.code = code;
    this.publicReason = publicReason;
    this.status = options.status;
  }
}

/** Wraps a SafeFetchError. `url` is the URL that the client sent, unless local addresses are permitted. */
export function pageUnavailable(error: SafeFetchError, url: string | undefined): PageUnavailableError {
  return new PageUnavailableError(error.code, publicReasonOf(error, url), {
    cause: error,
    ...(error.status !== undefined && { status: error.status }),
  });
}
