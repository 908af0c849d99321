import { AppError, requestBodies, type ErrorCode } from "@placard/contracts";
import { ByteBudget } from "@placard/runtime";
import { Router, type Request, type RequestHandler, type Response } from "express";
import type { Operation } from "../docs/operation.ts";
import { hasChecks, type Access } from "./access.ts";
import type { Guard } from "./guard.ts";
import { jsonBody } from "./json-body.ts";
import { accountIdOf } from "./caller.ts";
import { addressOf } from "./client-address.ts";

/** Reads the body of a request into `req.body`. */
export interface BodyReader {
  readonly maxBytes: number;
  readonly handlers: readonly RequestHandler[];
  /** The error codes that it can respond with. */
  readonly errors: readonly ErrorCode[];
}

/** The path parameters that routes use. */
export type PathParameters = Readonly<Record<"id" | "file" | "name" | "deliveryId", string>>;

/**
 * The description and the handler of one method of one path. Pages for browsers and endpoints of other
 * protocols are not part of the API description.
 */
export interface Endpoint<Description extends Operation | "page" = Operation | "page"> {
  readonly operation: Description;
  readonly handler: RequestHandler<PathParameters>;
  /** Performs the operation and returns its data, without sending it. Throws AppErrors. */
  readonly call?: (input: OperationInput) => object | Promise<object>;
}

/** What an operation gets, before it is validated. */
export interface OperationInput<Body = Readonly<Record<string, unknown>>, Query = Request["query"]> {
  readonly params: PathParameters;
  readonly query: Query;
  readonly body: Body;
  /** The request that it is part of, and its response: for header fields, the caller and the log line. */
  readonly req: Request;
  readonly res: Response;
}

/** The methods of routes. GET routes also handle HEAD. */
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** One row of the route table, from which Express's routers and the API description are created. */
export interface Route extends Endpoint {
  readonly method: Method;
  /** In Express's syntax, such as `/api/v1/keys/:id`. */
  readonly path: string;
  readonly access: Access;
  readonly body: BodyReader | undefined;
}

/** Creates a row of the route table. By default, an operation with a body reads JSON of at most 64 KiB. */
export function route(
  method: Method,
  path: string,
  access: Access,
  endpoint: Endpoint,
  body = hasJsonBody(endpoint) ? jsonBody() : undefined,
): Route {
  return { method, path, access, body, ...endpoint };
}

function hasJsonBody({ operation }: Endpoint): boolean {
  return operation !== "page" && operation.body !== undefined;
}

/**
 * Serves the routes of a table. Other methods of their paths get AppError `method_not_allowed` with `Allow`.
 * Each area has a router, so that a request is compared with few patterns.
 */
export function serveRoutes(routes: readonly Route[], guard: Guard): RequestHandler {
  const budget = new ByteBudget(requestBodies);
  const areas = new Map<string, Router>();
  for (const path of new Set(routes.map((row) => row.path))) {
    const area = areas.get(areaOf(path)) ?? Router({ caseSensitive: true, strict: true });
    areas.set(areaOf(path), area);
    const rows = routes.filter((row) => row.path === path);
    const pathRoute = area.route(path);
    for (const { method, access, body, handler } of rows)
      pathRoute[method](
        ...(hasChecks(access) ? [guard.before(access)] : []),
        ...(body ? [holdBody(budget, body.maxBytes), ...body.handlers] : []),
        ...(access.countCost ? [chargeBody(guard, access)] : []),
        handler as unknown as RequestHandler,
      );
    const allow = rows.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
    pathRoute.all(({ method }: Request, _res: Response) => {
      throw methodNotAllowed(method, allow);
    });
  }
  return (req, res, next) => {
    const area = areas.get(areaOf(req.path));
    if (area) area(req, res, next);
    else next();
  };
}

function chargeBody(guard: Guard, access: Access): RequestHandler {
  return async (req, res, next) => {
    await guard.chargeBody(access, req.body, res);
    next();
  };
}

/** The first segment of a path, or the first one after the prefix of the API. */
function areaOf(path: string): string {
  return /^(?:\/api\/v1)?\/[^/]*/.exec(path)?.[0] ?? path;
}

function methodNotAllowed(method: string, allow: readonly string[]): AppError {
  const names = allow.filter((name) => name !== "HEAD" || !allow.includes("GET"));
  return new AppError("method_not_allowed", {
    message: `This path does not support ${method}. It supports ${names.join(" and ")}.`,
    headers: { Allow: allow.join(", ") },
  });
}

/**
 * Counts the bytes of a body, from before they are received until the response, for the account, or for the
 * client's address if the request has none. Throws AppError `overloaded`.
 */
export function holdBody(budget: Pick<ByteBudget, "hold" | "drop">, maxBytes: number): RequestHandler {
  return (req, res, next) => {
    const owner = accountIdOf(res) ?? addressOf(req);
    const { "content-length": length, "content-encoding": coding } = req.headers;
    const bytes = Math.min(coding === undefined ? Number(length ?? maxBytes) : maxBytes, maxBytes);
    budget.hold(owner, bytes);
    const drop = () => budget.drop(owner, bytes);
    if (res.closed) drop();
    else res.once("close", drop);
    next();
  };
}
