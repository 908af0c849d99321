import { once } from "node:events";
import { createServer, IncomingMessage, ServerResponse, STATUS_CODES, type Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AppError } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { Express } from "express";
import { failureEnvelope } from "./envelope.ts";
import type { RejectionReason } from "../metrics/gateway-metrics.ts";
import { chooseRequestId } from "./request-id.ts";

/** Timeouts, in ms. */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const closeDelayMs = 1_000;
const idleGraceMs = 500;

/** A server that can be drained. */
export interface HttpServer {
  server: Server;
  /** Stops accepting connections, waits for requests in flight, and resolves when every connection is closed. */
  drain: () => Promise<void>;
}

/** A request that was rejected before it reached the app. */
interface RejectedRequest {
  reason: RejectionReason;
  requestId: string;
  address: string | undefined;
  method?: string | undefined;
  /** Without the query. */
  path?: string | undefined;
  /** The error code of Node's parser for bytes that are not HTTP. */
  parserError?: string | undefined;
}

interface Deps {
  app: Express;
  logger: Logger;
  countRejection: (reason: RejectionReason) => void;
}

/**
 * Creates an HTTP server that also sends the error envelope for requests that Node would reject itself: a missing Host
 * (RFC 9112, clause 3.2), an unknown expectation, bytes that are not HTTP, or CONNECT. Each of them is logged and counted.
 */
export function createHttpServer({ app, logger, countRejection }: Deps): HttpServer {
  /** The unfinished responses of each connection. Node itself doesn't count responses whose bytes are still being sent. */
  const connections = new Map<Duplex, Set<ServerResponse>>();
  let isDraining = false;
  // Express accepts Node's plain objects as well; its type allows that only without a third argument.
  const handle = app as unknown as (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

  function recordRejection(rejected: RejectedRequest): void {
    countRejection(rejected.reason);
    logger.info({ ...rejected, status: 400 }, "request rejected");
  }

  function rejectRequest(
    reason: RejectionReason,
    req: IncomingMessage,
    res: ServerResponse,
    message?: string,
  ): void {
    const requestId = chooseRequestId(req.headers["x-request-id"]);
    recordRejection({ reason, requestId, ...describeRequest(req) });
    reject(res, message, requestId);
  }

  function trackResponse(socket: Duplex, res: ServerResponse): void {
    const responses = connections.get(socket);
    responses?.add(res);
    res.once("close", () => {
      responses?.delete(res);
      if (isDraining && responses?.size === 0) closeConnection(socket);
    });
    if (isDraining) res.setHeader("Connection", "close");
  }

  const server = createServer(
    {
      requireHostHeader: false,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      IncomingMessage: withPrototype(IncomingMessage, app.request),
      ServerResponse: withPrototype(ServerResponse, app.response),
    },
    (req, res) => {
      trackResponse(req.socket, res);
      if (req.headers.host === undefined && req.httpVersion === "1.1")
        rejectRequest("host", req, res, "Missing Host header. Send a Host header.");
      else handle(req, res, () => rejectRequest("target", req, res)); // Express could not parse the target
    },
  );
  server.on("connection", (socket) => {
    connections.set(socket, new Set());
    socket.once("close", () => connections.delete(socket));
  });
  server.on("checkExpectation", (req, res) => {
    trackResponse(req.socket, res);
    rejectRequest("expectation", req, res, "Unsupported Expect header. Remove it.");
  });
  server.on("connect", (req: IncomingMessage, socket) => {
    socket.on("error", () => socket.destroy()); // Node removes its own listener from a tunnel
    const requestId = chooseRequestId(req.headers["x-request-id"]);
    recordRejection({ reason: "connect", requestId, ...describeRequest(req) });
    rejectRaw(socket, "CONNECT is not supported: this server is not a proxy.", requestId);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const requestId = chooseRequestId(undefined);
    const reason = error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? "timeout" : "malformed";
    recordRejection({
      reason,
      requestId,
      address: (socket as Socket).remoteAddress,
      parserError: error.code,
    });
    rejectRaw(socket, undefined, requestId);
  });

  return {
    server,
    async drain() {
      isDraining = true;
      const closed = once(server, "close");
      NetServer.prototype.close.call(server); // http's own close would cut off responses that are still being sent
      for (const res of [...connections.values()].flatMap((responses) => [...responses])) {
        if (!res.headersSent) res.setHeader("Connection", "close");
      }
      // A client may be sending a request on a connection that looks idle. Its response will have `Connection: close`.
      const idle = setTimeout(() => {
        for (const [socket, responses] of connections) if (responses.size === 0) closeConnection(socket);
      }, idleGraceMs);
      await closed;
      clearTimeout(idle);
    },
  };
}

/** Closes a connection when all written bytes have been sent. */
function closeConnection(socket: Duplex): void {
  socket.end(() => socket.destroy());
}

/**
 * Creates a constructor of objects that have Express's prototype from the start. Express sets that prototype on every
 * request and response, and a change of prototype would make V8 discard their hidden classes: 70 µs per request.
 */
function withPrototype<Base extends typeof IncomingMessage | typeof ServerResponse>(
  base: Base,
  prototype: object,
): Base {
  // Reflect.construct would be as slow. Node's constructors are plain functions.
  function Constructor(this: object, ...args: unknown[]): void {
    Reflect.apply(base, this, args);
  }
  Constructor.prototype = prototype;
  return Constructor as unknown as Base;
}

function describeRequest({
  method,
  url,
  socket,
}: IncomingMessage): Pick<RejectedRequest, "method" | "path" | "address"> {
  return { method, path: url?.replace(/\?[^]*$/, ""), address: socket.remoteAddress };
}

function reject(res: ServerResponse, message: string | undefined, id: string): void {
  const { status, body, requestId } = badRequest(message, id);
  res.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "X-Request-Id": requestId,
    Connection: "close",
  });
  res.end(body);
}

/** Responds on a raw socket, and disconnects clients that keep their side open. */
function rejectRaw(socket: Duplex, message: string | undefined, id: string): void {
  setTimeout(() => socket.destroy(), closeDelayMs).unref();
  socket.resume(); // with unread bytes, the kernel would reset the connection before the client has read the response
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
