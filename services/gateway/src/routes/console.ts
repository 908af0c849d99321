import { readFileSync } from "node:fs";
import { join } from "node:path";
import { page } from "../openapi/operation.ts";
import { sendBytes } from "./fixed-bytes.ts";
import type { Routes } from "./routes.ts";

interface Deps {
  /** Where the page's files lie. */
  directory: string;
}

/** All that is served, by its path: nothing else in the directory can be asked for. */
const files = {
  "/": { name: "index.html", contentType: "text/html; charset=utf-8" },
  "/docs.css": { name: "docs.css", contentType: "text/css; charset=utf-8" },
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

/** The sign-in page, and the style of the API reference, read once. Throws where a file is missing. */
export function consoleRoutes({ directory }: Deps): Routes {
  return Object.fromEntries(
    Object.entries(files).map(([path, { name, contentType }]) => {
      const bytes = readFileSync(join(directory, name));
      return [
        path,
        { get: { about: page, handlers: [sendBytes({ bytes, contentType, contentSecurityPolicy })] } },
      ];
    }),
  );
}
