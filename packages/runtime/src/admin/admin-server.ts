import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "../listen.ts";
import type { Logger } from "../logger.ts";
import { createAdminGuard } from "./admin-guard.ts";
import { sendAdminError } from "./admin-answers.ts";

/** Answers one request; what it throws is answered with 500 and logged. */
export type AdminHandler = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;

interface Options {
  /** ADMIN_PORT; where several are given, the first that is free. */
  ports: readonly number[];
  host: string;
  token: string | undefined;
  /** By path; one that ends in `/*` also takes all below it. */
  handlers: Readonly<Record<string, AdminHandler>>;
  /** Paths that need no token: what a probe asks for, which can't keep a secret. */
  publicPaths?: readonly string[];
  logger: Logger;
}

/** What operators use, apart from the public listener. */
export interface AdminServer {
  port: number;
  close: () => void;
}

const headers: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** Starts the admin listener: it shows and changes nothing, so it takes GET and HEAD alone. Throws StartError. */
export async function startAdminServer(options: Options): Promise<AdminServer> {
  const { ports, host, token, handlers, publicPaths = [], logger } = options;
  const guard = createAdminGuard(token);

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    const path = (req.url ?? "").replace(/\?.*$/, "");
    const refusal = publicPaths.includes(path) ? undefined : guard(req);
    if (refusal) {
      for (const [name, value] of Object.entries(refusal.headers)) res.setHeader(name, value);
      return sendAdminError(res, refusal.status, refusal.message);
    }
    if (req.method !== "GET" && req.method !== "HEAD") {
      res.setHeader("Allow", "GET, HEAD");
      return sendAdminError(res, 405, "The admin listener changes nothing.");
    }
    const handler = handlers[path] ?? handlers[`/${path.split("/")[1]}/*`];
    if (!handler) return sendAdminError(res, 404, `There are: ${Object.keys(handlers).join(", ")}.`);
    await handler(req, res);
  }

  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) => {
      logger.error({ err: error, path: req.url }, "admin request failed");
      if (res.headersSent) res.destroy();
      else sendAdminError(res, 500, "Failed. The log says why.");
    });
  });

  for (const [i, port] of ports.entries()) {
    try {
      await listen(server, { port, host, portSetting: "ADMIN_PORT", hostSetting: "ADMIN_HOST" });
      logger.info({ host, port }, "admin listener is there");
      return {
        port,
        close() {
          server.close();
          server.closeAllConnections();
        },
      };
    } catch (error) {
      if (i === ports.length - 1) throw error;
    }
  }
  throw new RangeError("no ports");
}
