import type { Request, Response } from "express";
import { sendNotModified } from "../http/not-modified.ts";
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
  const end = Math.min(meta.expiresAt, until ?? Infinity);
  const secondsLeft = Math.max(0, Math.floor((end - now) / 1000));
  res.setHeader("Cache-Control", `public, max-age=${secondsLeft}, immutable`);
  res.setHeader("Access-Control-Allow-Origin", "*");
  res.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  if (sendNotModified(req, res, `"${meta.etag}"`)) return;
  res.setHeader("Content-Type", meta.contentType);
  res.setHeader("Content-Length", meta.size);
  res.end(bytes);
}
