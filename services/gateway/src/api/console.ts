import { readFileSync } from "node:fs";
import { join } from "node:path";
import { page } from "../docs/operation.ts";
import { consoleFiles } from "./console-files.ts";
import { sendBytes } from "../http/static-file.ts";
import type { Routes } from "../http/route.ts";

interface Deps {
  /** Where the page's own files lie. */
  directory: string;
  /** Where the build of @placard/client lies, which the page calls the API with. */
  clientDirectory: string;
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

/** The console, and the style of the API reference, read once. Throws where a file is missing. */
export function consoleRoutes({ directory, clientDirectory }: Deps): Routes {
  return Object.fromEntries(
    Object.entries(consoleFiles).map(([path, { from, name, contentType }]) => {
      const bytes = readFileSync(join(from === "client" ? clientDirectory : directory, name));
      return [
        path,
        { get: { about: page, handlers: [sendBytes({ bytes, contentType, contentSecurityPolicy })] } },
      ];
    }),
  );
}
