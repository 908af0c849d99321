import { once } from "node:events";
import { createServer, IncomingMessage, ServerResponse, STATUS_CODES, type Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AppError } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { Express } from "express";
import { failureEnvelope } from "./envelope.ts";
import type { RefusalReason } from "../metrics/gateway-metrics.ts";
import { chooseRequestId } from "./request-id.ts";

/** How long a client may take, in ms. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const lingerMs = 1_000;
const silenceMs = 500;

/** A server and its orderly end. */
export interface HttpServer {
  server: Server;
  /** Stops taking connections, lets what is under way end, and resolves when all connections have. */
  drain: () => Promise<void>;
}

/** A request that was refused before the app saw it: what is known of it. */
interface Refused {
  reason: RefusalReason;
  requestId: string;
  address: string | undefined;
  method?: string | undefined;
  /** Without the query. */
  path?: string | undefined;
  /** What Node's parser says of bytes that are no HTTP. */
  fault?: string | undefined;
}

interface Deps {
  app: Express;
  logger: Logger;
  countRefusal: (reason: RefusalReason) => void;
}

/**
 * An HTTP server for an app that answers with the envelope also where Node itself would refuse: a missing Host (RFC 9112,
 * clause 3.2), an unknown expectation, bytes that are no HTTP, a CONNECT. Each such refusal is logged and counted.
 */
export function createHttpServer({ app, logger, countRefusal }: Deps): HttpServer {
  /** The responses under way on each connection. Node's own count takes one for done whose bytes are still to be sent. */
  const connections = new Map<Duplex, Set<ServerResponse>>();
  let draining = false;
  // Express takes Node's plain objects too; its type says so only where there is no third argument.
  const handle = app as unknown as (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

  function note(refused: Refused): void {
    countRefusal(refused.reason);
    logger.info({ ...refused, status: 400 }, "request refused");
  }

  function refuseRequest(
    reason: RefusalReason,
    req: IncomingMessage,
    res: ServerResponse,
    message?: string,
  ): void {
    const requestId = chooseRequestId(req.headers["x-request-id"]);
    note({ reason, requestId, ...about(req) });
    refuse(res, message, requestId);
  }

  function begin(socket: Duplex, res: ServerResponse): void {
    const responses = connections.get(socket);
    responses?.add(res);
    res.once("close", () => {
      responses?.delete(res);
      if (draining && responses?.size === 0) hangUp(socket);
    });
    if (draining) res.setHeader("Connection", "close");
  }

  const server = createServer(
    {
      requireHostHeader: false,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      IncomingMessage: bornAs(IncomingMessage, app.request),
      ServerResponse: bornAs(ServerResponse, app.response),
    },
    (req, res) => {
      begin(req.socket, res);
      if (req.headers.host === undefined && req.httpVersion === "1.1")
        refuseRequest("host", req, res, "The Host header is missing.");
      else handle(req, res, () => refuseRequest("target", req, res)); // what Express itself can't make sense of
    },
  );
  server.on("connection", (socket) => {
    connections.set(socket, new Set());
    socket.once("close", () => connections.delete(socket));
  });
  server.on("checkExpectation", (req, res) => {
    begin(req.socket, res);
    refuseRequest("expectation", req, res, "The Expect header asks for what we don't do.");
  });
  server.on("connect", (req: IncomingMessage, socket) => {
    socket.on("error", () => socket.destroy()); // Node takes its own listener away from a tunnel
    const requestId = chooseRequestId(req.headers["x-request-id"]);
    note({ reason: "connect", requestId, ...about(req) });
    refuseRaw(socket, "This is no proxy.", requestId);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const requestId = chooseRequestId(undefined);
    const reason = error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "timeout" : "malformed";
    note({ reason, requestId, address: (socket as Socket).remoteAddress, fault: error.code });
    refuseRaw(socket, undefined, requestId);
  });

  return {
    server,
    async drain() {
      draining = true;
      const closed = once(server, "close");
      NetServer.prototype.close.call(server); // not http's own, which cuts off responses that are still being sent
      for (const res of [...connections.values()].flatMap((responses) => [...responses])) {
        if (!res.headersSent) res.setHeader("Connection", "close");
      }
      // A client may be sending on a connection that looks idle from here: it is told to close in the answer.
      const silent = setTimeout(() => {
        for (const [socket, responses] of connections) if (responses.size === 0) hangUp(socket);
      }, silenceMs);
      await closed;
      clearTimeout(silent);
    },
  };
}

/** Ends a connection once what has been written is sent, whatever the other side does. */
function hangUp(socket: Duplex): void {
  socket.end(() => socket.destroy());
}

/**
 * A constructor whose objects have Express's prototype from birth. Express sets it on every request and response; where
 * it is another one then, V8 gives up its shapes for them, which costs 70 µs a request.
 */
function bornAs<Base extends typeof IncomingMessage | typeof ServerResponse>(
  base: Base,
  prototype: object,
): Base {
  // By `call`, not Reflect.construct, which is as slow; Node's constructors are plain functions.
  function Born(this: object, ...args: unknown[]): void {
    Reflect.apply(base, this, args);
  }
  Born.prototype = prototype;
  return Born as unknown as Base;
}

function about({ method, url, socket }: IncomingMessage): Pick<Refused, "method" | "path" | "address"> {
  return { method, path: url?.replace(/\?[^]*$/, ""), address: socket.remoteAddress };
}

function refuse(res: ServerResponse, message: string | undefined, id: string): void {
  const { status, body, requestId } = badRequest(message, id);
  res.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "X-Request-Id": requestId,
    Connection: "close",
  });
  res.end(body);
}

/** Answers past Node's HTTP; a client that then holds its side open is cut off. */
function refuseRaw(socket: Duplex, message: string | undefined, id: string): void {
  setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.resume(); // unread bytes would make the system reset the connection before the answer is read
  const { status, body, requestId } = badRequest(message, id);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}

function badRequest(message: string | undefined, requestId: string) {
  const error = new AppError("bad_request", message === undefined ? {} : { message });
  return { status: error.status, body: JSON.stringify(failureEnvelope(error, requestId)), requestId };
}
