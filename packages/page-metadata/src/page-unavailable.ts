import type { SafeFetchErrorCode } from "@placard/safe-fetch";

/**
 * Why a page was not fetched: a code of SafeFetchError, or
 *
 * - `timeout`: the page did not arrive within the time limit.
 * - `not_html`: the response has a `Content-Type` other than HTML.
 * - `encoded_body`: the body is compressed, although the request asks for an unencoded one.
 */
export type PageUnavailableCode = SafeFetchErrorCode | "timeout" | "not_html" | "encoded_body";

/**
 * A page that was not fetched. The message is for the client that named the URL: the end of a sentence such as
 * "The page could not be fetched: …". `cause` is for logs.
 */
export class PageUnavailableError extends Error {
  readonly code: PageUnavailableCode;
  /** The status of the response, if it has another status than 200. */
  readonly status: number | undefined;

  constructor(
    code: PageUnavailableCode,
    message: string,
    options: ErrorOptions & { status?: number | undefined } = {},
  ) {
    super(message, options);
    this.name = "PageUnavailableError";
    this.code = code;
    this.status = options.status;
  }
}
