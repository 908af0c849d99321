import { once } from "node:events";
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AppError } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { Express, Request, Response } from "express";
import { failureEnvelope } from "./envelope.ts";
import type { GatewayMetrics, RejectionReason } from "../metrics/gateway-metrics.ts";
import { createConnections, type CloseReason } from "./connections.ts";
import { withExpressPrototypes } from "./express-prototypes.ts";
import { chooseRequestId } from "./request-id.ts";

/** Timeouts, in ms. */
const requestTimeoutMs = 30_000;

/** Longer than proxies keep unused connections: nginx and load balancers of clouds, 60 s. */
const keepAliveTimeoutMs = 65_000;
const closeDelayMs = 1_000;
const idleGraceMs = 500;

const parserMessages: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT:
    "The request took too long to arrive. Send the header within 10 seconds and the whole request within 30 seconds.",
  HPE_HEADER_OVERFLOW: "The URL and the header fields are too large. Send at most 16 KiB of them.",
};

/** How often the unsent bytes are checked, in ms. */
const unsentCheckIntervalMs = 250;

/** The shortest interval between two log lines about closed connections with the same reason, in ms. */
const closeLogIntervalMs = 60_000;

/** A server that can be drained. */
export interface HttpServer {
  server: Server;
  /** Stops accepting connections, waits for requests in flight, and resolves when all are closed. */
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
  metrics: Pick<GatewayMetrics, "countRejection" | "countForcedClose" | "exportConnections">;
  /** Open connections; 0 turns the limit off. */
  maxConnections: number;
  /** Open connections per client address; 0 turns the limit off. */
  maxConnectionsPerAddress: number;
  /** How long a client may take to send the header of a request, in ms. Checked at this interval. */
  headersTimeoutMs?: number;
  /** How long a client may read nothing of a response, in ms. Also the interval of the check. */
  stallTimeoutMs?: number;
  /**
   * Bytes of responses, of all connections together, that clients have not read yet: by default, a quarter of
   * the memory that a gateway's container has.
   */
  maxUnsentBytes?: number;
}

/**
 * Creates an HTTP server that also sends the error envelope for requests that Node rejects: without a Host
 * (RFC 9112, clause 3.2), with an unknown expectation, with bytes that are not HTTP, or CONNECT. It logs and
 * counts them. It limits connections, their unanswered requests and unsent bytes, and how long a client reads
 * nothing.
 */
export function createHttpServer(deps: Deps): HttpServer {
  const { app, logger, metrics, maxConnections, maxConnectionsPerAddress } = deps;
  const { headersTimeoutMs = 10_000, stallTimeoutMs = 10_000, maxUnsentBytes = 128 * 1024 * 1024 } = deps;
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
      keepAliveTimeout: keepAliveTimeoutMs,
      ...withExpressPrototypes(app),
    },
    (req, res) => {
      // Node's parser drops what follows this request, so the client must not wait for a response to it.
      if (req.headers.upgrade !== undefined) res.setHeader("Connection", "close");
      connections.receive(req.socket, res, () => {
        if (req.headers.host === undefined && req.httpVersion === "1.1")
          rejectRequest("host", req, res, "Missing Host header. Send a Host header.");
        else app(req as Request, res as Response, () => rejectRequest("target", req, res)); // invalid target
      });
    },
  );
  // close() calls this, and would cut off responses that are still being sent.
  server.closeIdleConnections = () => {};
  if (maxConnections > 0) server.maxConnections = maxConnections;
  server.timeout = stallTimeoutMs;
  server.on("timeout", (socket: Socket) => connections.handleTimeout(socket));
  const unsentCheck = setInterval(connections.limitUnsentBytes, unsentCheckIntervalMs).unref();
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
    // Browsers open connections before they need them, and would show a response that they find there as the
    // next page.
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
    rejectRaw(socket, parserMessages[error.code ?? ""], requestId);
  });

  return {
    server,
    async drain() {
      connections.startDraining();
      const closed = once(server, "close");
      server.close();
      // A client may be sending a request on a connection that looks idle. Its response will have
      // `Connection: close`.
      const idle = setTimeout(connections.closeIdle, idleGraceMs);
      await closed;
      clearTimeout(idle);
    },
  };
}

function describeRequest({
  method,
  url,
  socket,
}: IncomingMessage): Pick<RejectedRequest, "method" | "path" | "address"> {
  return { method, path: url?.split("?", 1)[0], address: socket.remoteAddress };
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
  // With unread bytes, the kernel would reset the connection before the client has read the response.
  socket.resume();
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
