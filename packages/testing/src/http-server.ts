// An HTTP server inside the test's process, with well-behaved and hostile responses.
import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An HTTP server of one test, on 127.0.0.1. */
export interface TestHttpServer {
  /** `http://127.0.0.1:port` */
  url: string;
  port: number;
  /** The paths of all requests, in order, without their queries. */
  requestedPaths: string[];
  /** Responses that have not ended. */
  openResponses: Set<ServerResponse>;
  stop: () => Promise<void>;
}

/**
 * Starts a server that responds to each path as given. A Buffer is sent as `text/plain`, whatever it
 * contains. Other paths get a 404.
 */
export async function startHttpServer(
  responses: Readonly<Record<string, RequestListener | Buffer>>,
): Promise<TestHttpServer> {
  const requestedPaths: string[] = [];
  const openResponses = new Set<ServerResponse>();
  const server = createServer((req, res) => {
    const path = (req.url ?? "").replace(/\?.*/, "");
    requestedPaths.push(path);
    openResponses.add(res);
    res.on("close", () => openResponses.delete(res));
    const response = responses[path];
    if (typeof response === "function") response(req, res);
    else if (response) res.writeHead(200, { "content-type": "text/plain" }).end(response);
    else res.writeHead(404).end("not found");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requestedPaths,
    openResponses,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

export function redirectTo(location: string, status = 302): RequestListener {
  return (_req, res) => res.writeHead(status, { location }).end();
}

/** Sends a chunk every `everyMs` until the client disconnects. */
export function sendSlowly(chunk: Buffer, everyMs: number): RequestListener {
  return (_req, res) => {
    res.writeHead(200);
    const timer = setInterval(() => res.write(chunk), everyMs);
    res.on("close", () => clearInterval(timer));
  };
}

/** Sends chunks as fast as the client reads them, without end. */
export function sendForever(chunk: Buffer): RequestListener {
  return (_req, res) => {
    res.writeHead(200);
    const sendMore = () => {
      while (!res.destroyed && res.write(chunk));
    };
    res.on("drain", sendMore);
    sendMore();
  };
}
