import { AppError } from "@placard/contracts";
import type { RequestHandler } from "express";
import { createPathSuggestions } from "./path-suggestions.ts";
import type { Route } from "./route.ts";

/**
 * Handles requests whose path has no route: redirects to the page if only slashes or the case differ from its path, otherwise
 * throws AppError `not_found` with the path that was probably meant.
 */
export function handleUnknownPaths(routes: readonly Route[]): RequestHandler {
  const pathsOf = (isPage: boolean) =>
    routes.filter(({ operation }) => (operation === "page") === isPage).map(({ path }) => path);
  const pages = new Map(pathsOf(true).map((path) => [normalize(path), path]));
  const suggest = createPathSuggestions(pathsOf(false));

  return ({ method, path }, res) => {
    const page = pages.get(normalize(path));
    if (page !== undefined && (method === "GET" || method === "HEAD")) {
      res.redirect(308, relativePath(path, page));
      return;
    }
    const suggestion = page ?? suggest(path);
    throw new AppError("not_found", {
      message:
        suggestion === undefined
          ? "Path not found. The API reference at /docs lists all paths."
          : `Path not found. Did you mean ${suggestion}?`,
    });
  };
}

function normalize(path: string): string {
  return path.toLowerCase().split("/").filter(Boolean).join("/");
}

/** A path relative to another one, because a proxy may serve this service under a path of its own. */
function relativePath(from: string, to: string): string {
  const depth = from.split("/").length - 2;
  return depth === 0 ? `.${to}` : `${"../".repeat(depth)}${to.slice(1)}`;
}
