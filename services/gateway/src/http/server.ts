import { once } from "node:events";
import { createServer, IncomingMessage, ServerResponse, STATUS_CODES, type Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AppError } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { Express, Request, Response } from "express";
import { failureEnvelope } from "./envelope.ts";
import type { GatewayMetrics, RejectionReason } from "../metrics/gateway-metrics.ts";
import { createConnections, type CloseReason } from "./connections.ts";
import type { Dispatch } from "./dispatch.ts";
import { chooseRequestId } from "./request-id.ts";

/** The default of `headersTimeoutMs`. */
const defaultHeadersTimeoutMs = 10_000;

/** Timeouts, in ms. */
const requestTimeoutMs = 30_000;
const closeDelayMs = 1_000;
const idleGraceMs = 500;

/** The default of `stallTimeoutMs`. */
const defaultStallTimeoutMs = 10_000;

/** The default of `maxUnsentBytes`: a quarter of the memory that a gateway's container has. */
const defaultMaxUnsentBytes = 128 * 1024 * 1024;

const timeoutMessage =
  "The request took too long to arrive. Send the header within 10 seconds and the whole request within 30 seconds.";

/** How often the unsent bytes are checked, in ms. */
const unsentCheckIntervalMs = 250;

/** The shortest interval between two log lines about closed connections with the same reason, in ms. */
const closeLogIntervalMs = 60_000;

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
  /** Handles the requests, which have the prototypes of the app. By default the app itself. */
  handle?: Dispatch;
  logger: Logger;
  metrics: Pick<GatewayMetrics, "countRejection" | "countForcedClose" | "exportConnections">;
  /** Open connections; 0 turns the limit off. */
  maxConnections: number;
  /** Open connections per client address; 0 turns the limit off. */
  maxConnectionsPerAddress: number;
  /** How long a client may take to send the header of a request, in ms. Checked at this interval. */
  headersTimeoutMs?: number;
  /** How long a client may read nothing of a response, in ms. Checked at this interval, so it may take twice as long. */
  stallTimeoutMs?: number;
  /** Bytes of responses, of all connections together, that clients have not read yet. */
  maxUnsentBytes?: number;
}

/**
 * Creates an HTTP server that also sends the error envelope for requests that Node would reject itself: a missing Host
 * (RFC 9112, clause 3.2), an unknown expectation, bytes that are not HTTP, or CONNECT. Each of them is logged and counted.
 * Connections are limited in number, in unanswered requests, in unsent bytes, and in the time for which their client reads
 * nothing.
 */
export function createHttpServer(deps: Deps): HttpServer {
  const { app, handle = app, logger, metrics, maxConnections, maxConnectionsPerAddress } = deps;
  const {
    headersTimeoutMs = defaultHeadersTimeoutMs,
    stallTimeoutMs = defaultStallTimeoutMs,
    maxUnsentBytes = defaultMaxUnsentBytes,
  } = deps;
  const closesLoggedAt = new Map<CloseReason, number>();
  const connections = createConnections({
    maxPerAddress: maxConnectionsPerAddress,
    maxUnsentBytes,
    onForcedClose: recordForcedClose,
  });
  metrics.exportConnections(connections.count);

  function recordRejection(rejected: RejectedRequest): void {
    metrics.countRejection(rejected.reason);
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

  function recordForcedClose(reason: CloseReason, address: string | undefined): void {
    metrics.countForcedClose(reason);
    const now = performance.now();
    if (now - (closesLoggedAt.get(reason) ?? -Infinity) < closeLogIntervalMs) return;
    closesLoggedAt.set(reason, now);
    logger.warn({ reason, address }, "connection closed");
  }

  const server = createServer(
    {
      requireHostHeader: false,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      IncomingMessage: withPrototype(IncomingMessage, app.request, stopParserIfClosed),
      ServerResponse: withPrototype(ServerResponse, app.response),
    },
    (req, res) => {
      const [expressReq, expressRes] = [req as Request, res as Response]; // they have these prototypes
      connections.receive(req.socket, res, () => {
        if (req.headers.host === undefined && req.httpVersion === "1.1")
          rejectRequest("host", req, res, "Missing Host header. Send a Host header.");
        else handle(expressReq, expressRes, () => rejectRequest("target", req, res)); // Express could not parse the target
      });
    },
  );
  if (maxConnections > 0) server.maxConnections = maxConnections;
  server.timeout = stallTimeoutMs;
  server.on("timeout", (socket: Socket) => connections.handleTimeout(socket));
  const unsentCheck = setInterval(connections.limitUnsentBytes, unsentCheckIntervalMs);
  server.once("close", () => clearInterval(unsentCheck));
  server.on("drop", (dropped) => recordForcedClose("limit", dropped?.remoteAddress));
  server.on("connection", (socket) => connections.add(socket));
  server.on("checkExpectation", (req, res) => {
    connections.receive(req.socket, res, () =>
      rejectRequest("expectation", req, res, "Unsupported Expect header. Remove it."),
    );
  });
  server.on("connect", (req: IncomingMessage, socket) => {
    socket.on("error", () => socket.destroy()); // Node removes its own listener from a tunnel
    const requestId = chooseRequestId(req.headers["x-request-id"]);
    recordRejection({ reason: "connect", requestId, ...describeRequest(req) });
    rejectRaw(socket, "CONNECT is not supported: this server is not a proxy.", requestId);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const isTimeout = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
    // Browsers open connections before they need them, and would show a response that they find there as the next page.
    const isUnused = isTimeout && (socket as Socket).bytesRead === 0;
    if (isUnused || error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const requestId = chooseRequestId(undefined);
    const reason = isTimeout ? "timeout" : "malformed";
    recordRejection({
      reason,
      requestId,
      address: (socket as Socket).remoteAddress,
      parserError: error.code,
    });
    rejectRaw(socket, isTimeout ? timeoutMessage : undefined, requestId);
  });

  return {
    server,
    async drain() {
      connections.startDraining();
      const closed = once(server, "close");
      NetServer.prototype.close.call(server); // http's own close would cut off responses that are still being sent
      // A client may be sending a request on a connection that looks idle. Its response will have `Connection: close`.
      const idle = setTimeout(connections.closeIdle, idleGraceMs);
      await closed;
      clearTimeout(idle);
    },
  };
}

/**
 * Creates a constructor of objects that have Express's prototype from the start. Express sets that prototype on every
 * request and response, and a change of prototype would make V8 discard their hidden classes: 70 µs per request.
 */
function withPrototype<Base extends typeof IncomingMessage | typeof ServerResponse>(
  base: Base,
  prototype: object,
  initialize?: (created: InstanceType<Base>) => void,
): Base {
  // Reflect.construct would be as slow. Node's constructors are plain functions.
  function Constructor(this: InstanceType<Base>, ...args: unknown[]): void {
    Reflect.apply(base, this, args);
    initialize?.(this);
  }
  Constructor.prototype = prototype;
  // V8 then reserves space for the properties that Node's constructors set. Without it, responses become slow dictionaries.
  Object.setPrototypeOf(Constructor, base);
  return Constructor as unknown as Base;
}

/**
 * Stops the parser at a request of a connection that has been closed. Node would create objects of 2 KB for each of the
 * 1,500 requests that fit into one read, and keep them until it has processed all other connections. It reads no requests
 * after one that upgrades the connection.
 */
function stopParserIfClosed(req: IncomingMessage): void {
  if (req.socket.destroyed) Object.defineProperty(req, "upgrade", { get: () => true, set() {} });
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
