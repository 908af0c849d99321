import type { IncomingMessage } from "node:http";
import type { Response } from "express";
import type { StoredImage } from "../images/stored-images.ts";
import { sendNotModified } from "./not-modified.ts";

interface Options {
  /** Epoch ms. */
  now: number;
  /** Epoch ms at which the link expires, if that is before the image expires. */
  expiresAt?: number | undefined;
  /** Whether the link can have another image before that. Default: false. */
  isReplaceable?: boolean | undefined;
}

/** The header fields of every response with an image, for the API description. */
export const imageHeaders = {
  ETag: "strong validator; send it as `If-None-Match`",
  "Cache-Control": "how long the image may be cached",
  "Access-Control-Allow-Origin": "`*`",
} as const;

/** Sends an image that any site may embed, or 304 if the client already has it. */
export function sendImage(
  req: IncomingMessage,
  res: Response,
  image: StoredImage,
  { now, expiresAt = Infinity, isReplaceable = false }: Options,
): void {
  const secondsLeft = Math.max(0, Math.floor((Math.min(image.meta.expiresAt, expiresAt) - now) / 1000));
  send(req, res, image, `public, max-age=${secondsLeft}${isReplaceable ? "" : ", immutable"}`);
}

/** How long a fallback image may be cached, in seconds: caches soon request the image again. */
const fallbackMaxAge = 60;

/** Sends a fallback image. Its own entity tag keeps `If-None-Match` from confirming it as the image. */
export function sendFallback(req: IncomingMessage, res: Response, image: StoredImage): void {
  res.setHeader("X-Cache", "FALLBACK");
  send(req, res, image, `public, max-age=${fallbackMaxAge}`);
}

function send(req: IncomingMessage, res: Response, { meta, bytes }: StoredImage, cacheControl: string): void {
  res.setHeader("Cache-Control", cacheControl);
  res.setHeader("Access-Control-Allow-Origin", "*");
  res.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  if (sendNotModified(req, res, `"${meta.etag}"`)) return;
  res.setHeader("Content-Type", meta.contentType);
  res.setHeader("Content-Length", meta.size);
  res.end(bytes);
}
