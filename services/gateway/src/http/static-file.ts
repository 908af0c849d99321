import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Response } from "express";
import { sendNotModified } from "./not-modified.ts";
import { logAtDebugLevel } from "./request-log.ts";

interface StaticFile {
  bytes: Buffer;
  contentType: string;
  contentSecurityPolicy: string;
  /** Default `no-cache`: browsers revalidate the file each time they use it. */
  cacheControl?: string;
  /** Additional header fields. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * The policy of a page that loads only scripts, styles, fonts and data of this service, and images also from
 * other sources. Strings are never parsed as HTML or run as code. No site may frame the page.
 */
export function pagePolicy(...imageSources: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    ["img-src 'self'", ...imageSources].join(" "),
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/** Creates a handler that always sends the same bytes. Its requests are logged at level `debug`. */
export function sendBytes({
  bytes,
  contentType,
  contentSecurityPolicy,
  cacheControl = "no-cache",
  headers = {},
}: StaticFile): (req: IncomingMessage, res: Response) => void {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  const fields = {
    "Cache-Control": cacheControl,
    "Content-Security-Policy": contentSecurityPolicy,
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  };
  return (req, res) => {
    logAtDebugLevel(res);
    for (const [name, value] of Object.entries(fields)) res.setHeader(name, value);
    if (sendNotModified(req, res, etag)) return;
    res.setHeader("Content-Type", contentType);
    res.setHeader("Content-Length", bytes.length);
    res.end(bytes);
  };
}
