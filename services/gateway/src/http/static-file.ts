import { createHash } from "node:crypto";
import type { RequestHandler } from "express";
import type { PathParameters } from "./route.ts";

interface Answer {
  bytes: Buffer;
  contentType: string;
  contentSecurityPolicy: string;
  /** Header fields besides. */
  headers?: Readonly<Record<string, string>>;
}

/** Answers with the same bytes each time. Browsers ask whether they have changed, as names stay when a release changes them. */
export function sendBytes({
  bytes,
  contentType,
  contentSecurityPolicy,
  headers = {},
}: Answer): RequestHandler<PathParameters> {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  const fields = {
    ETag: etag,
    "Cache-Control": "no-cache",
    "Content-Security-Policy": contentSecurityPolicy,
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  };
  return (req, res) => {
    for (const [name, value] of Object.entries(fields)) res.setHeader(name, value);
    if (req.fresh) {
      res.statusCode = 304;
      res.end();
      return;
    }
    res.setHeader("Content-Type", contentType);
    res.setHeader("Content-Length", bytes.length);
    res.end(bytes);
  };
}
