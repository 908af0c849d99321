import { lazy } from "@placard/contracts/lazy";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import type { Guard } from "../http/guard.ts";
import { jsonBody } from "../http/json-body.ts";
import { route, type Endpoint, type Route } from "../http/route.ts";
import type { Platform } from "../platform.ts";
import { maxDocumentBytes } from "../templates/document-input.ts";

interface Deps {
  /** The whole route table. Read at the first request. */
  routes: () => readonly Route[];
  guard: Guard;
}

/** Creates the MCP server. Its SDK is loaded with the first request. */
export function createMcp({ settings, logger, metrics }: Platform, { routes, guard }: Deps): Feature {
  const loadHandler = lazy(async () => {
    const { mcpHandler } = await import("./mcp-endpoint.ts");
    return mcpHandler({ logger, metrics, routes, guard, publicUrl: settings.PUBLIC_URL });
  });
  const endpoint: Endpoint<"page"> = {
    operation: "page",
    async handler(req, res) {
      const handle = await loadHandler();
      await handle(req, res);
    },
  };
  return { routes: [route("post", "/mcp", access.key(), endpoint, jsonBody(maxDocumentBytes))] };
}
