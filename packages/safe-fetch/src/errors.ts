/**
 * Why a request failed:
 *
 * - `invalid_url`: a URL, also of a redirect, is malformed, not http or https, or contains credentials.
 * - `host_not_allowed`: the host is not allowed, or differs from the first one with `staysOnHost`.
 * - `port_not_allowed`: the port of a URL, also of a redirect, is not allowed.
 * - `host_not_found`: the host name has no address.
 * - `local_url`: the URL, not that of a redirect, has a host that is local by its name.
 * - `address_not_allowed`: the host has an address that is not public.
 * - `too_many_redirects`: the server redirects more often than the limit.
 * - `unexpected_status`: the final response is neither 200 nor another status that the request accepts.
 * - `body_too_large`: the body is larger than the limit, or arrives in too many chunks.
 * - `connection_failed`: connecting failed, or the connection broke off. `cause` is the error of Node.js.
 */
export type SafeFetchErrorCode =
  | "invalid_url"
  | "host_not_allowed"
  | "port_not_allowed"
  | "host_not_found"
  | "local_url"
  | "address_not_allowed"
  | "too_many_redirects"
  | "unexpected_status"
  | "body_too_large"
  | "connection_failed";

/**
 * A request that was rejected or that failed. The message is for logs. Of a URL, it contains only the host
 * and its address. Do not show it to the client that named the URL, because it describes the server's
 * network.
 */
export class SafeFetchError extends Error {
  readonly code: SafeFetchErrorCode;
  /** Only with `unexpected_status`. */
  readonly status: number | undefined;
  /** The limit that was exceeded: redirects with `too_many_redirects`, bytes with `body_too_large`. */
  readonly limit: number | undefined;

  constructor(
    code: SafeFetchErrorCode,
    message: string,
    options: ErrorOptions & { status?: number; limit?: number } = {},
  ) {
    super(message, options);
    this.name = "SafeFetchError";
    this.code = code;
    this.status = options.status;
    this.limit = options.limit;
  }
}

/** Wraps an error of Node.js. An AggregateError, for several addresses, has no message. */
export function connectionFailed(cause: unknown): SafeFetchError {
  return new SafeFetchError("connection_failed", `connection failed: ${messageOf(cause)}`, { cause });
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
