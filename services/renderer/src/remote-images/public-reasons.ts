import { isLocalUrl, type SafeFetchError, type SafeFetchErrorCode } from "@placard/safe-fetch";

/**
 * The reason for hosts that are unknown, that have an address which is not public, or that could not be connected to. It is the same
 * for all of them: otherwise, a client could find out which hosts and addresses the network of the renderer has.
 */
const unreachable = "its host is unknown or cannot be reached from the Internet";

/** The reason for a host that is local by its name, in place of `unreachable`. The name is in the request. */
const localAddress = "its URL has a local address; use a public URL";

const reasons: Readonly<Record<SafeFetchErrorCode, string>> = {
  invalid_url:
    "its URL, or one that it redirects to, is not an http or https URL without a user name and a password",
  host_not_allowed: "this service does not fetch images from its host, or from one that it redirects to",
  port_not_allowed: "this service does not fetch images from its port, or from one that it redirects to",
  host_not_found: unreachable,
  address_not_allowed: unreachable,
  connection_failed: unreachable,
  too_many_redirects: "its server sent more than 3 redirects",
  unexpected_status: "its server did not answer with the status 200",
  body_too_large: "it is larger than 10 MiB",
};

/** The codes of Node.js for certificates that it rejects. */
const certificateCodes = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF|SELF_SIGNED|UNABLE_TO_(GET|VERIFY))/;

/**
 * Why a fetch failed, for the client that named the URL. Statuses and certificates are those of public servers: nothing is sent to
 * other ones. `url` is the URL that the client sent, unless local addresses are permitted.
 */
export function publicReasonOf({ code, status, cause }: SafeFetchError, url?: string): string {
  if (status !== undefined) return `its server answered ${status}`;
  const causeCode = (cause as { code?: unknown } | undefined)?.code;
  if (typeof causeCode === "string" && certificateCodes.test(causeCode))
    return "the TLS certificate of its server is not valid";
  return reasons[code] === unreachable && url !== undefined && isLocalUrl(url) ? localAddress : reasons[code];
}

/** The reason for a file that is no image of a supported format. */
export function formatReasonOf(file: Buffer): string {
  return /^\s*<(!doctype html|html|head|body)\b/i.test(file.toString("latin1", 0, 200))
    ? "its URL leads to a web page, not to an image file"
    : "it is not PNG, JPEG, WebP, AVIF or GIF";
}

/** The reason for a file that a decoder has rejected with a message. */
export function decodingReasonOf(message: string): string {
  return message.includes("pixel") ? "it has more than 40 megapixels" : "its file is damaged or incomplete";
}

/** The reason for a fetch that took too long. */
export const timeoutReason = "fetching it timed out";

/** The reason while other remote images occupy the memory for them. */
export const busyReason = "too many images are being fetched at the moment";
