import type { Request, Response } from "express";
import type { StoredImage } from "../images/stored-images.ts";

/** What an answer with an image depends on besides the image. Times are epoch ms. */
interface Terms {
  now: number;
  /** Past this the answer itself is no good, however long the image is. */
  until?: number | undefined;
}

/** The header fields of every answer with an image, for the API's description. */
export const imageHeaders = {
  ETag: "strong validator; send it as `If-None-Match`",
  "Cache-Control": "how long the image is good for",
  "Access-Control-Allow-Origin": "`*`",
} as const;

/** Sends an image, or 304 to whoever has it already, to crawlers and browsers of any site. */
export function sendImage(
  req: Request,
  res: Response,
  { meta, bytes }: StoredImage,
  { now, until }: Terms,
): void {
  const etag = `"${meta.etag}"`;
  const end = Math.min(meta.expiresAt, until ?? Infinity);
  const secondsLeft = Math.max(0, Math.floor((end - now) / 1000));
  res.setHeader("ETag", etag);
  res.setHeader("Cache-Control", `public, max-age=${secondsLeft}, immutable`);
  res.setHeader("Access-Control-Allow-Origin", "*");
  res.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  if (matches(req.headers["if-none-match"], etag)) {
    res.statusCode = 304;
    res.end();
    return;
  }
  res.setHeader("Content-Type", meta.contentType);
  res.setHeader("Content-Length", meta.size);
  res.end(bytes);
}

/**
 * RFC 9110, clause 13.1.2. By hand, as Express's `req.fresh` also heeds a request's `Cache-Control: no-cache`, which
 * fetch sends with every If-None-Match.
 */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((listed) => ["*", etag, `W/${etag}`].includes(listed.trim()));
}
