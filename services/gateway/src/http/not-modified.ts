import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Sets `ETag`, and responds 304 if the request's `If-None-Match` lists it. Call it after all other header
 * fields are set. Unlike Express's `req.fresh`, it ignores `Cache-Control: no-cache` in the request, which
 * fetch sends with every `If-None-Match`. Returns whether the response was sent.
 * @param etag a strong entity tag, quoted
 */
export function sendNotModified(req: IncomingMessage, res: ServerResponse, etag: string): boolean {
  res.setHeader("ETag", etag);
  // The weak comparison of RFC 9110, clause 13.1.2: `W/"a"` matches `"a"`.
  const ifNoneMatch = req.headers["if-none-match"]?.replace(/W\/(?=")/g, "");
  if (!isListed(ifNoneMatch, etag)) return false;
  res.statusCode = 304;
  res.end();
  return true;
}

/** Whether `If-Match` or `If-None-Match` is `*` or lists an entity tag (RFC 9110, clause 13.1). */
export function isListed(field: string | undefined, etag: string): boolean {
  if (field === undefined) return false;
  return field.trim() === "*" || field.split(",").some((listed) => listed.trim() === etag);
}
