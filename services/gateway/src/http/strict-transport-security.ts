import type { RequestHandler } from "express";

/** One year, in seconds. */
const maxAgeSeconds = 31_536_000;

/**
 * Middleware that makes browsers use https for this host only (RFC 6797), unless PUBLIC_URL is an http URL.
 * It does not include subdomains, which may be other services.
 */
export function strictTransportSecurity(publicUrl: string): RequestHandler {
  const isSecure = publicUrl.startsWith("https:");
  return (_req, res, next) => {
    if (isSecure) res.setHeader("Strict-Transport-Security", `max-age=${maxAgeSeconds}`);
    next();
  };
}
