import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { route, type Route } from "../http/route.ts";
import { sendBytes } from "../http/static-file.ts";

/** Where the console's files are. */
export interface ConsoleDirectories {
  /** The console's own files: `services/console/public`. */
  directory: string;
  /** The build of `@placard/client`, which the console loads from `/client/`. */
  clientDirectory: string;
}

/** A file of the console, read into memory. */
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
  ".webp": "image/webp",
};

// Scripts of the page can read the session token, so only the console's own scripts may run, and no site may frame it.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  // Strings are never parsed as HTML or run as code, and no Trusted Types policy can be created that would permit it.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** The routes of the console, and of the API reference's style sheets. Throws if a directory or an entry file is missing. */
export function consoleRoutes(directories: ConsoleDirectories): Route[] {
  return readConsoleFiles(directories).map(({ path, contentType, bytes }) => {
    const handler = sendBytes({ bytes, contentType, contentSecurityPolicy });
    return route("get", path, [], { operation: "page", handler });
  });
}

/**
 * Reads all files of the console, and inserts `modulepreload` links for its modules into index.html. Skips dotfiles, files
 * with unknown extensions, and the client's tests and type-only modules.
 * @throws Error if a directory, index.html, main.js or the client's index.js is missing
 */
export function readConsoleFiles({ directory, clientDirectory }: ConsoleDirectories): ConsoleFile[] {
  const files = [
    ...readFiles(directory, "/"),
    ...readFiles(clientDirectory, "/client/").filter(({ path, bytes }) => isClientModule(path, bytes)),
  ];
  const paths = files.map(({ path }) => path);
  for (const path of ["/", "/main.js", "/client/index.js"]) {
    if (!paths.includes(path))
      throw new Error(`The console's file ${path} is missing. Run \`npm run build\`.`);
  }
  const modules = paths.filter((path) => path.endsWith(".js") && path !== "/main.js");
  return files.map((file) =>
    file.path === "/" ? { ...file, bytes: insertPreloads(file.bytes, modules) } : file,
  );
}

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

/** Whether a file of the client's build is needed at run time. A module that has only types compiles to `export {};`. */
function isClientModule(path: string, bytes: Buffer): boolean {
  const isTest = /\.test\.js$|\/testing\//.test(path);
  const hasOnlyTypes = /^(?:\/\/.*\n)*export \{\};/.test(bytes.toString());
  return path.endsWith(".js") && !isTest && !hasOnlyTypes;
}

/** The links are relative, so that they also work behind a reverse proxy with a path prefix. */
function insertPreloads(html: Buffer, modules: readonly string[]): Buffer {
  const marker = /<!-- modulepreload\b.*?-->/s;
  if (!marker.test(html.toString())) throw new Error("index.html has no `modulepreload` comment.");
  const links = modules.map((path) => `<link rel="modulepreload" href="${path.slice(1)}" />`);
  return Buffer.from(html.toString().replace(marker, links.join("\n    ")));
}
