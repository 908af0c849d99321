import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { access } from "../http/access.ts";
import { route, type Route } from "../http/route.ts";
import { pagePolicy, sendBytes } from "../http/static-file.ts";

/** The console's build, read into memory. */
export interface ConsoleFiles {
  /** The pages and files. */
  routes: Route[];
  /**
   * Returns the hashed path of a source file such as `styles/docs.css`, relative to the console's page.
   * @throws Error if the build does not have the file
   */
  hashedPath: (source: string) => string;
}

interface ConsoleFile {
  /** The URL path; `/` for index.html. */
  path: string;
  contentType: string;
  bytes: Buffer;
}

/** Files with any other extension are not served. */
const contentTypes: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/** Scripts of the page can send requests with the session: only the console's own may run. */
const contentSecurityPolicy = pagePolicy("data:");

/** The names of these files have a hash of their content, so a name always has the same content. */
const hashedPrefix = "/assets/";
const hashedCacheControl = "public, max-age=31536000, immutable";

/**
 * Reads the build of the console.
 * @param directory the output of `services/console/build.mjs`
 * @throws Error if the console has not been built
 */
export function readConsole(directory: string): ConsoleFiles {
  const manifest = readManifest(join(directory, "manifest.json"));
  const routes = readFiles(directory, "/").map(({ path, contentType, bytes }) => {
    const cacheControl = path.startsWith(hashedPrefix) ? hashedCacheControl : "no-cache";
    const handler = sendBytes({ bytes, contentType, contentSecurityPolicy, cacheControl });
    return route("get", path, access.public, { operation: "page", handler });
  });
  const hashedPath = (source: string) => {
    const path = manifest[source];
    if (path === undefined) throw new Error(`The console's build has no ${source}.`);
    return path;
  };
  return { routes, hashedPath };
}

function readManifest(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  } catch (cause) {
    throw new Error("The console has not been built. Run `npm run build`.", { cause });
  }
}

/** Skips dotfiles and files with unknown extensions. */
function readFiles(directory: string, prefix: string): ConsoleFile[] {
  const entries = readdirSync(directory, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."));
  return entries.flatMap((entry): ConsoleFile[] => {
    const file = join(directory, entry.name);
    if (entry.isDirectory()) return readFiles(file, `${prefix}${entry.name}/`);
    const contentType = contentTypes[extname(entry.name)];
    if (!entry.isFile() || contentType === undefined) return [];
    const path = entry.name === "index.html" ? prefix : `${prefix}${entry.name}`;
    return [{ path, contentType, bytes: readFileSync(file) }];
  });
}
