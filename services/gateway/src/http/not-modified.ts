import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Sets `ETag`, and responds 304 if the request's `If-None-Match` lists it. Call it after all other header
 * fields are set. Unlike Express's `req.fresh`, it ignores `Cache-Control: no-cache` in the request, which
 * fetch sends with every `If-None-Match`. Returns whether the response was sent.
 * @param etag a strong entity tag, quoted
 */
export function sendNotModified(req: IncomingMessage, res: ServerResponse, etag: string): boolean {
  res.setHeader("ETag", etag);
  if (!isListed(req.headers["if-none-match"], etag)) return false;
  res.statusCode = 304;
  res.end();
  return true;
}

/** The weak comparison that RFC 9110, clause 13.1.2 requires: `W/"a"` matches `"a"`. */
function isListed(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((listed) => listed.trim().replace(/^W\//, "") === etag);
}
