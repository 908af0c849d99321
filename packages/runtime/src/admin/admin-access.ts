import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIPv4 } from "node:net";

/** Why a request was rejected, and what to respond with. */
export interface AdminRejection {
  status: 401 | 421;
  message: string;
  headers: Readonly<Record<string, string | string[]>>;
}

const challenges = ['Bearer realm="Placard admin"', 'Basic realm="Placard admin", charset="UTF-8"'];

/** The tokens of an admin server. */
export interface AdminTokens {
  /** ADMIN_TOKEN: gives access to every path. */
  admin: string | undefined;
  /** METRICS_TOKEN: gives access to `/metrics` only. */
  metrics: string | undefined;
}

/**
 * Creates the access check of the admin server. With ADMIN_TOKEN, requests need the token: as a bearer token
 * (RFC 6750) or, for browsers, as the password of any user (RFC 7617). Without it, requests must come from
 * this machine and name a loopback host. This prevents DNS rebinding: a page whose host name resolves to
 * 127.0.0.1 could otherwise read the responses.
 */
export function createAdminAccessCheck({
  admin,
  metrics,
}: AdminTokens): (req: IncomingMessage, path: string) => AdminRejection | undefined {
  if (admin === undefined) return checkHostName;
  const adminDigests = [digest(admin)];
  const metricsDigests = metrics === undefined ? adminDigests : [...adminDigests, digest(metrics)];
  return (req, path) => {
    const accepted = path === "/metrics" ? metricsDigests : adminDigests;
    const credential = parseCredential(req.headers.authorization ?? "");
    if (credential !== undefined && isAnyOf(digest(credential), accepted)) return undefined;
    const names = accepted.length > 1 ? "ADMIN_TOKEN or METRICS_TOKEN" : "ADMIN_TOKEN";
    return {
      status: 401,
      message: `Send ${names} as a bearer token, or as the password of any user.`,
      headers: { "WWW-Authenticate": challenges },
    };
  };
}

function checkHostName({ headers }: IncomingMessage): AdminRejection | undefined {
  const url = `http://${headers.host}`;
  const name = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, "") : "";
  if (isLoopback(name)) return undefined;
  const message =
    "Without ADMIN_TOKEN the admin server accepts only localhost and loopback addresses as host names. Use one of them, or set ADMIN_TOKEN.";
  return { status: 421, message, headers: {} };
}

function parseCredential(authorization: string): string | undefined {
  const [, scheme = "", value = ""] = /^(Bearer|Basic) +(\S+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== "basic") return value || undefined;
  return /^[^:]*:([^]*)$/.exec(Buffer.from(value, "base64").toString())?.[1];
}

/** A digest always has the same length, as timingSafeEqual requires. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function isAnyOf(value: Buffer, accepted: readonly Buffer[]): boolean {
  return accepted.some((expected) => timingSafeEqual(value, expected));
}

/** The fewest characters of a token that other machines can send. There is no rate limit on attempts. */
const minTokenLength = 32;

/**
 * The errors in the combination of the admin settings. A token on loopback may be short: only processes on
 * this machine can guess it.
 */
export function findAdminSettingErrors(settings: Readonly<Record<string, unknown>>): string[] {
  const { ADMIN_HOST: host, ADMIN_PORT: port, PORT: publicPort } = settings;
  const { ADMIN_TOKEN: token, METRICS_TOKEN: metricsToken } = settings;
  const errors: string[] = [];
  if (typeof host === "string" && !isLoopback(host)) {
    const reason = "because ADMIN_HOST is not a loopback address";
    if (token === undefined) errors.push(`ADMIN_TOKEN is required ${reason}`);
    for (const [name, value] of Object.entries({ ADMIN_TOKEN: token, METRICS_TOKEN: metricsToken })) {
      if (typeof value === "string" && value.length < minTokenLength)
        errors.push(`${name} must have at least ${minTokenLength} characters ${reason}`);
    }
  }
  if (metricsToken !== undefined && token === undefined) errors.push("METRICS_TOKEN requires ADMIN_TOKEN");
  if (metricsToken !== undefined && metricsToken === token)
    errors.push("METRICS_TOKEN must be another token than ADMIN_TOKEN");
  if (port !== undefined && port === publicPort) errors.push("ADMIN_PORT must be another port than PORT");
  return errors;
}

/** Whether a host, from ADMIN_HOST or a URL, is this machine and cannot be reached from another. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
}

/** Whether a text can be sent both as a bearer token and as a password. */
export function isToken(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value);
}
