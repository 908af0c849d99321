// Servers of pictures for tests, kind and hostile.
import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server of a test's own on 127.0.0.1. */
export interface ImageServer {
  /** `http://127.0.0.1:port` */
  url: string;
  port: number;
  /** Paths asked for, in order. */
  asked: string[];
  /** Responses that have not ended. */
  open: Set<ServerResponse>;
  stop: () => Promise<void>;
}

/** Starts a server whose paths answer as told; a Buffer is a file, sent as what it is not. */
export async function startImageServer(
  paths: Readonly<Record<string, RequestListener | Buffer>>,
): Promise<ImageServer> {
  const asked: string[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer((req, res) => {
    const path = (req.url ?? "").replace(/\?.*/, "");
    asked.push(path);
    open.add(res);
    res.on("close", () => open.delete(res));
    const answer = paths[path];
    if (typeof answer === "function") answer(req, res);
    else if (answer) res.writeHead(200, { "content-type": "text/plain" }).end(answer);
    else res.writeHead(404).end("nothing here");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    open,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** Sends a client elsewhere. */
export function redirectTo(location: string, status = 302): RequestListener {
  return (_req, res) => res.writeHead(status, { location }).end();
}

/** Sends a piece now and then, for as long as the client takes it. */
export function drip(piece: Buffer, everyMs: number): RequestListener {
  return (_req, res) => {
    res.writeHead(200);
    const timer = setInterval(() => res.write(piece), everyMs);
    res.on("close", () => clearInterval(timer));
  };
}

/** Sends as fast as the client takes it, without an end. */
export function endless(piece: Buffer): RequestListener {
  return (_req, res) => {
    res.writeHead(200);
    const more = () => {
      while (!res.destroyed && res.write(piece));
    };
    res.on("drain", more);
    more();
  };
}
