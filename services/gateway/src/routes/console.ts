import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RequestHandler } from "express";
import type { Routes } from "./routes.ts";

interface Deps {
  /** Where the page's files lie. */
  directory: string;
}

/** All that is served, by its path: nothing else in the directory can be asked for. */
const files = {
  "/": { name: "index.html", contentType: "text/html; charset=utf-8" },
  "/style.css": { name: "style.css", contentType: "text/css; charset=utf-8" },
  "/icon.svg": { name: "icon.svg", contentType: "image/svg+xml" },
  ...scripts("api", "keys", "main", "message", "page", "passkeys"),
};

function scripts(...names: string[]) {
  const contentType = "text/javascript; charset=utf-8";
  return Object.fromEntries(
    names.map((name) => [`/${name}.js`, { name: `${name}.js`, contentType }] as const),
  );
}

// The token lies where scripts of the page can read it, so that none but its own may run, and it may be in no frame.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** The sign-in page, read once. Throws where a file of it is missing. */
export function consoleRoutes({ directory }: Deps): Routes {
  return Object.fromEntries(
    Object.entries(files).map(([path, { name, contentType }]) => [
      path,
      { get: [send(readFileSync(join(directory, name)), contentType)] },
    ]),
  );
}

/** Answers with the same bytes each time. Browsers ask whether they have changed, as names stay when a release changes them. */
function send(bytes: Buffer, contentType: string): RequestHandler {
  const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
  return (req, res) => {
    res.setHeader("ETag", etag);
    res.setHeader("Cache-Control", "no-cache");
    res.setHeader("Content-Security-Policy", contentSecurityPolicy);
    res.setHeader("Referrer-Policy", "no-referrer");
    res.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    res.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    res.setHeader("X-Content-Type-Options", "nosniff");
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
