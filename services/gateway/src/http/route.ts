import { AppError, type ApiKeyScope, type ErrorCode } from "@placard/contracts";
import type { Express, RequestHandler } from "express";
import type { Operation } from "../docs/operation.ts";

/** The credential of a request: an API key, a session token, either of them, or an optional session token. */
export type Credential = "apiKey" | "session" | "sessionOrApiKey" | "optionalSession";

/** Handlers that run before an endpoint, and their part of its description. */
export interface Middleware {
  readonly handlers: readonly RequestHandler[];
  readonly credential?: Credential;
  /** The scope that an API key needs. */
  readonly scope?: ApiKeyScope;
  /** The error codes that these handlers can respond with. */
  readonly errors?: readonly ErrorCode[];
  /** Response header fields that these handlers set, by name, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The path parameters that routes use. */
export type PathParameters = Readonly<Record<"id" | "file" | "name" | "deliveryId", string>>;

/** The description and the handler of one method of one path. Pages for browsers and endpoints of other protocols are not part of the API description. */
export interface Endpoint<Description extends Operation | "page" = Operation | "page"> {
  readonly operation: Description;
  readonly handler: RequestHandler<PathParameters>;
}

/** The methods of routes. GET routes also handle HEAD. */
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** One row of the route table, from which Express's router and the API description are created. */
export interface Route extends Endpoint {
  readonly method: Method;
  /** In Express's syntax, such as `/api/v1/keys/:id`. */
  readonly path: string;
  readonly middleware: readonly Middleware[];
}

/** Creates a row of the route table. */
export function route(
  method: Method,
  path: string,
  middleware: readonly Middleware[],
  endpoint: Endpoint,
): Route {
  return { method, path, middleware, ...endpoint };
}

/**
 * Registers the routes of a table. Other methods of their paths get AppError `method_not_allowed` with `Allow`. All routes
 * share one flat router, because each nested router takes about 5 µs per request.
 */
export function serveRoutes(app: Express, routes: readonly Route[]): void {
  for (const path of new Set(routes.map((row) => row.path))) {
    const rows = routes.filter((row) => row.path === path);
    const pathRoute = app.route(path);
    for (const { method, middleware, handler } of rows) {
      pathRoute[method](
        ...middleware.flatMap(({ handlers }) => handlers),
        handler as unknown as RequestHandler,
      );
    }
    const allow = rows.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
    pathRoute.all(({ method }) => {
      throw methodNotAllowed(method, allow);
    });
  }
}

function methodNotAllowed(method: string, allow: readonly string[]): AppError {
  const names = allow.filter((name) => name !== "HEAD" || !allow.includes("GET"));
  return new AppError("method_not_allowed", {
    message: `This path does not support ${method}. Use ${names.join(" or ")}.`,
    headers: { Allow: allow.join(", ") },
  });
}
