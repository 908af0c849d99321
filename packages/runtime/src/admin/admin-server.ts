import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "../listen.ts";
import type { Logger } from "../logger.ts";
import { createAdminAccessCheck, type AdminTokens } from "./admin-access.ts";
import { sendAdminError, type AdminHandler } from "./admin-handlers.ts";

interface Options {
  /** ADMIN_PORT. If there are several, the first available port is used. */
  ports: readonly number[];
  host: string;
  tokens: AdminTokens;
  /** By path. A path that ends in `/*` also matches all paths below it. */
  handlers: Readonly<Record<string, AdminHandler>>;
  /** Paths that need no token, for probes. */
  publicPaths?: readonly string[];
  logger: Logger;
}

/** The HTTP server for operators, on a separate port. */
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

/** Starts the admin server. It is read-only, so it accepts only GET and HEAD. Throws StartError. */
export async function startAdminServer(options: Options): Promise<AdminServer> {
  const { ports, host, tokens, handlers, publicPaths = [], logger } = options;
  const checkAccess = createAdminAccessCheck(tokens);

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    const path = (req.url ?? "").split("?", 1)[0]!;
    const rejection = publicPaths.includes(path) ? undefined : checkAccess(req, path);
    if (rejection) {
      for (const [name, value] of Object.entries(rejection.headers)) res.setHeader(name, value);
      return sendAdminError(res, rejection.status, rejection.message);
    }
    if (req.method !== "GET" && req.method !== "HEAD") {
      res.setHeader("Allow", "GET, HEAD");
      return sendAdminError(res, 405, "The admin server is read-only. Send GET or HEAD.");
    }
    const handler = handlers[path] ?? handlers[`/${path.split("/")[1]}/*`];
    if (!handler)
      return sendAdminError(res, 404, `Path not found. Use one of: ${Object.keys(handlers).join(", ")}.`);
    await handler(req, res);
  }

  const server = createServer((req, res) => {
    handle(req, res).catch((error: unknown) => {
      logger.error({ err: error, path: req.url }, "admin request failed");
      if (res.headersSent) res.destroy();
      else sendAdminError(res, 500, "The request failed. The log contains the cause.");
    });
  });

  for (const [i, port] of ports.entries()) {
    try {
      await listen(server, { port, host, portSetting: "ADMIN_PORT", hostSetting: "ADMIN_HOST" });
      logger.info({ host, port }, "admin server listening");
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
  throw new RangeError("no ports given");
}
