import { AppError } from "@placard/contracts";
import type { RequestHandler } from "express";
import type { Route } from "./route.ts";

/**
 * Handles requests whose path has no route. Redirects to a page if only slashes or case differ. Otherwise
 * throws AppError `not_found` with the path that was probably meant, or `bad_request` if the path is not
 * percent-encoded UTF-8.
 */
export function handleUnknownPaths(routes: readonly Route[]): RequestHandler {
  const pathsOf = (isPage: boolean) =>
    routes.filter(({ operation }) => (operation === "page") === isPage).map(({ path }) => path);
  const pages = new Map(pathsOf(true).map((path) => [normalize(path), path]));
  const paths = pathsOf(false).map(segmentsOf);

  return (req, res) => {
    const { method, path } = req;
    if (!isDecodable(path)) throw new AppError("bad_request");
    const page = pages.get(normalize(path));
    if (page !== undefined && (method === "GET" || method === "HEAD")) {
      res.redirect(308, relativePath(path, page));
      return;
    }
    const suggestion = page ?? findSamePath(path, paths) ?? findSamePath(`/api/v1${path}`, paths);
    throw new AppError("not_found", {
      message:
        suggestion === undefined
          ? "Path not found. The API reference at /docs/reference lists all paths."
          : `Path not found. Did you mean ${suggestion}?`,
    });
  };
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}

function normalize(path: string): string {
  return segmentsOf(path.toLowerCase()).join("/");
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter(Boolean);
}

/** The path of a route, in Express's syntax, that differs in slashes and case only. Keeps the parameters. */
function findSamePath(path: string, routes: readonly (readonly string[])[]): string | undefined {
  const segments = segmentsOf(path);
  const found = routes.find(
    (route) =>
      route.length === segments.length &&
      route.every((expected, i) => expected.startsWith(":") || isSame(expected, segments[i]!)),
  );
  return found && `/${found.map((part, i) => (part.startsWith(":") ? segments[i] : part)).join("/")}`;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** A path relative to another one, because a proxy may serve this service under another path. */
function relativePath(from: string, to: string): string {
  const depth = from.split("/").length - 2;
  return depth === 0 ? `.${to}` : `${"../".repeat(depth)}${to.slice(1)}`;
}
