import type { RequestHandler } from "express";

/** One year, in seconds. */
const maxAgeSeconds = 31_536_000;

/**
 * Middleware that makes browsers use https for this host only (RFC 6797); none if PUBLIC_URL is an http URL. It does not
 * include subdomains, which may be other services.
 */
export function strictTransportSecurity(publicUrl: string): RequestHandler[] {
  if (!publicUrl.startsWith("https:")) return [];
  return [
    (_req, res, next) => {
      res.setHeader("Strict-Transport-Security", `max-age=${maxAgeSeconds}`);
      next();
    },
  ];
}
