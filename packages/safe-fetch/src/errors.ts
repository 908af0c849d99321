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
 * - `timeout`: the response was not complete within the time limit.
 * - `not_html`: the response to the request for a page has a `Content-Type` other than HTML.
 * - `encoded_body`: the page is compressed, although the request asks for an unencoded one.
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
  | "connection_failed"
  | "timeout"
  | "not_html"
  | "encoded_body";

/**
 * The reason for hosts that are unknown, not public or don't accept connections. It is the same for all:
 * otherwise, a client could explore the server's network.
 */
const unreachable = "its host is unknown or cannot be reached from the Internet";

const reasons: Readonly<Record<SafeFetchErrorCode, (limit: string | number) => string>> = {
  invalid_url: () =>
    "its URL, or one that it redirects to, is not an http or https URL without a user name and a password",
  host_not_allowed: () => "this service does not fetch files from its host, or from one that it redirects to",
  port_not_allowed: (ports) => `its URL, or one that it redirects to, has a port that is not among ${ports}`,
  host_not_found: () => unreachable,
  local_url: () => "its URL has a local address; use a public URL",
  address_not_allowed: () => unreachable,
  connection_failed: () => unreachable,
  too_many_redirects: (limit) => `its server sent more than ${limit} redirects`,
  unexpected_status: () => "its server did not answer with the status 200",
  timeout: () => "fetching it timed out",
  not_html: () => "its Content-Type is not text/html",
  encoded_body: () => "its server compresses the page although the request does not accept it",
  body_too_large: (limit) => `it is larger than ${Number(limit) / (1024 * 1024)} MiB`,
};

/** The codes of Node.js for certificates that it rejects. */
const certificateCodes = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF|SELF_SIGNED|UNABLE_TO_(GET|VERIFY))/;

interface Options extends ErrorOptions {
  status?: number;
  /** What is allowed: redirects, bytes or ports, as the code says. */
  limit?: string | number;
}

/**
 * A request that was rejected or that failed. The message is for logs. Of a URL, it contains only the host
 * and its address. Do not show it to the client that named the URL, because it describes the server's
 * network.
 */
export class SafeFetchError extends Error {
  readonly code: SafeFetchErrorCode;
  /** Only with `unexpected_status`. */
  readonly status: number | undefined;
  /**
   * Why the request failed, for the client that named the URL: the end of a sentence such as "The image could
   * not be fetched: …". Statuses and certificates come from public servers only.
   */
  readonly publicReason: string;

  constructor(code: SafeFetchErrorCode, message: string, options: Options = {}) {
    super(message, options);
    this.name = "SafeFetchError";
    this.code = code;
    this.status = options.status;
    this.publicReason = publicReasonOf(code, options);
  }
}

function publicReasonOf(code: SafeFetchErrorCode, { status, limit = 0, cause }: Options): string {
  if (status !== undefined) return `its server answered ${status}`;
  const causeCode = (cause as { code?: unknown } | undefined)?.code;
  if (typeof causeCode === "string" && certificateCodes.test(causeCode))
    return "the TLS certificate of its server is not valid";
  return reasons[code](limit);
}

/** Wraps an error of Node.js. An AggregateError, for several addresses, has no message. */
export function connectionFailed(cause: unknown): SafeFetchError {
  return new SafeFetchError("connection_failed", `connection failed: ${messageOf(cause)}`, { cause });
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
