import type { RequestHandler } from "express";

/** One year, in seconds. */
const maxAgeSeconds = 31_536_000;

/**
 * Middleware that makes browsers use https for this host only (RFC 6797). It does not include subdomains, which
 * may be other services.
 */
export const strictTransportSecurity: RequestHandler = (_req, res, next) => {
  res.setHeader("Strict-Transport-Security", `max-age=${maxAgeSeconds}`);
  next();
};
