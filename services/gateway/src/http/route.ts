import { AppError, type ErrorCode } from "@placard/contracts";
import type { Express, RequestHandler } from "express";
import type { Operation } from "../docs/operation.ts";

/** What a request has to present: an API key, a session token, or a session token where one is optional. */
export type Credential = "apiKey" | "session" | "optionalSession";

/** Handlers that run before an endpoint, and what they add to its description. */
export interface Middleware {
  readonly handlers: readonly RequestHandler[];
  readonly credential?: Credential;
  /** The error codes that these handlers can answer with. */
  readonly errors?: readonly ErrorCode[];
  /** Response header fields that these handlers set, by name, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The path parameters that routes use. */
export type PathParameters = Readonly<Record<"id" | "file", string>>;

/** What one method of one path does: its description and its handler. Pages for browsers are not part of the API. */
export interface Endpoint {
  readonly operation: Operation | "page";
  readonly handler: RequestHandler<PathParameters>;
}

/** The methods that a route can have. GET serves HEAD as well. */
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** One row of the route table. Express and the API description are both made from these rows. */
export interface Route extends Endpoint {
  readonly method: Method;
  /** In Express's syntax: `/api/v1/keys/:id`. */
  readonly path: string;
  readonly middleware: readonly Middleware[];
}

/** A row of the route table. */
export function route(
  method: Method,
  path: string,
  middleware: readonly Middleware[],
  endpoint: Endpoint,
): Route {
  return { method, path, middleware, ...endpoint };
}

/**
 * Serves a route table. A method that a path does not have is answered with AppError `method_not_allowed` and `Allow`.
 * All routes share one flat router, because each nested router costs every request about 5 µs.
 */
export function serveRoutes(app: Express, routes: readonly Route[]): void {
  for (const path of new Set(routes.map((row) => row.path))) {
    const rows = routes.filter((row) => row.path === path);
    const served = app.route(path);
    for (const { method, middleware, handler } of rows) {
      served[method](...middleware.flatMap(({ handlers }) => handlers), handler as unknown as RequestHandler);
    }
    const allow = rows.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
    served.all(() => {
      throw new AppError("method_not_allowed", { headers: { Allow: allow.join(", ") } });
    });
  }
}
