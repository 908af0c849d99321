import type { SafeFetchError, SafeFetchErrorCode } from "./errors.ts";

/**
 * The reason for hosts that are unknown, not public or don't accept connections. It is the same for all:
 * otherwise, a client could explore the server's network.
 */
const unreachable = "its host is unknown or cannot be reached from the Internet";

const reasons: Readonly<Record<SafeFetchErrorCode, (limit: number) => string>> = {
  invalid_url: () =>
    "its URL, or one that it redirects to, is not an http or https URL without a user name and a password",
  host_not_allowed: () => "this service does not fetch files from its host, or from one that it redirects to",
  port_not_allowed: () => "this service does not fetch files from its port, or from one that it redirects to",
  host_not_found: () => unreachable,
  local_url: () => "its URL has a local address; use a public URL",
  address_not_allowed: () => unreachable,
  connection_failed: () => unreachable,
  too_many_redirects: (limit) => `its server sent more than ${limit} redirects`,
  unexpected_status: () => "its server did not answer with the status 200",
  body_too_large: (limit) => `it is larger than ${limit / (1024 * 1024)} MiB`,
};

/** The codes of Node.js for certificates that it rejects. */
const certificateCodes = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF|SELF_SIGNED|UNABLE_TO_(GET|VERIFY))/;

/**
 * Why a request failed, for the client that named the URL: the end of a sentence such as "The image could not
 * be fetched: …". Statuses and certificates come from public servers only.
 */
export function publicReasonOf({ code, status, limit = 0, cause }: SafeFetchError): string {
  if (status !== undefined) return `its server answered ${status}`;
  const causeCode = (cause as { code?: unknown } | undefined)?.code;
  if (typeof causeCode === "string" && certificateCodes.test(causeCode))
    return "the TLS certificate of its server is not valid";
  return reasons[code](limit);
}
