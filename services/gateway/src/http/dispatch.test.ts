import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { AppError } from "@placard/contracts";
import { createLogger, createRegistry } from "@placard/runtime";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import { createGatewayMetrics } from "../metrics/gateway-metrics.ts";
import { createDispatcher } from "./dispatch.ts";
import { route, serveRoutes, type Method } from "./route.ts";
import { createHttpServer } from "./server.ts";

/** Routes whose responses say which handlers ran. */
const routes = (
  [
    ["get", "/"],
    ["get", "/og/:file"],
    ["get", "/og/sign/:file"],
    ["post", "/things"],
    ["get", "/things"],
    ["post", "/things/preview"],
    ["get", "/things/:id"],
    ["delete", "/things/:id"],
    ["post", "/things/:id/versions"],
    ["get", "/fails"],
    ["get", "/rejects"],
    ["get", "/passes-on"],
  ] satisfies [Method, string][]
).map(([method, path]) => {
  const trace: RequestHandler = (_req, res, next) => {
    res.locals["trace"] = [...(res.locals["trace"] ?? []), "middleware"];
    if (path === "/passes-on") next(new AppError("forbidden"));
    else next();
  };
  return route(method, path, [{ handlers: [trace, trace] }], {
    operation: "page",
    handler(req, res) {
      if (path === "/fails") throw new AppError("not_found");
      if (path === "/rejects") return Promise.reject(new AppError("gone"));
      const { params, query, ip } = req;
      const { path: pattern } = req.route as { path: string };
      res.end(JSON.stringify({ method, path: req.path, pattern, params, query, ip, ...res.locals }));
      return undefined;
    },
  });
});

const targets = [
  ...[
    "/",
    "/?a=1",
    "//",
    "",
    "*",
    "/og/a.png",
    "/og/a.png?x=1&y=2",
    "/og/a.png/",
    "/og/",
    "/og/a%2eb",
    "/og/a%2fb",
  ],
  ...[
    "/og/%",
    "/og/sign/a.png",
    "/og/sign",
    "/OG/a.png",
    "/og//a.png",
    "/og/:",
    "/og/:file",
    "/og/..",
    "/og/a~b",
  ],
  ...[
    "/things",
    "/things?",
    "/things/",
    "/things/1",
    "/things/preview",
    "/things/preview?x",
    "/things/1/versions",
  ],
  ...[
    "/things/toString",
    "/constructor",
    "/__proto__",
    "/fails",
    "/rejects",
    "/passes-on",
    "/unknown",
    "/og/a b.png",
  ],
  ...[
    "http://localhost/og/a.png",
    "http://localhost",
    "/og/a.png#x",
    "/og/é.png",
    "/things/1;x",
    "/og/a.png;/x",
  ],
];
const methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"];

describe("the dispatcher", () => {
  const handleError: ErrorRequestHandler = (error: AppError, _req, res, _next) => {
    res.statusCode = error.status;
    res.end(error.code);
  };
  const mark: RequestHandler = (_req, res, next) => {
    res.locals["trace"] = ["first"];
    next();
  };

  const start = async (isDispatched: boolean) => {
    let routed = 0;
    const app = express().disable("x-powered-by").disable("etag").set("query parser", "simple");
    app.enable("case sensitive routing").enable("strict routing");
    app.use((_req, _res, next) => {
      routed++;
      next();
    }, mark);
    serveRoutes(app, routes);
    app.use((_req, res) => void res.status(404).end("no route"));
    app.use(handleError);
    const { server, drain } = createHttpServer({
      app,
      ...(isDispatched && { handle: createDispatcher({ app, first: [mark], routes, handleError }) }),
      logger: createLogger("gateway"),
      metrics: createGatewayMetrics(createRegistry()),
      maxConnections: 0,
      maxConnectionsPerAddress: 0,
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const send = async (method: string, target: string): Promise<string> => {
      const socket = connect(port, "127.0.0.1");
      socket.end(`${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, "latin1");
      let text = "";
      for await (const chunk of socket) text += String(chunk);
      return text.replace(/^(Date|X-Request-Id): .*$|"requestId":"[^"]*"/gm, "");
    };
    return { send, drain, countRouted: () => routed };
  };

  it("responds to every target and method as Express's router does", async () => {
    const [expected, actual] = [await start(false), await start(true)];
    for (const method of methods) {
      for (const target of targets) {
        const request = `${method} ${target}`;
        assert.equal(await actual.send(method, target), await expected.send(method, target), request);
      }
    }
    await Promise.all([expected.drain(), actual.drain()]);
  });

  it("does not use Express's router for the routes of the table", async () => {
    const { send, drain, countRouted } = await start(true);
    for (const [method, target] of [
      ["GET", "/og/a.png?x=1"],
      ["HEAD", "/og/a.png"],
      ["POST", "/things"],
      ["DELETE", "/things/1"],
      ["GET", "/rejects"],
    ] as const)
      assert.match(await send(method, target), /^HTTP\/1\.1 (200|410)/);
    assert.equal(countRouted(), 0);
    assert.match(await send("PUT", "/things"), /^HTTP\/1\.1 405/);
    assert.equal(countRouted(), 1);
    await drain();
  });
});
