import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import type { Guard } from "../http/guard.ts";
import { jsonBody } from "../http/json-body.ts";
import { route, type Route } from "../http/route.ts";
import type { Platform } from "../platform.ts";
import { maxDocumentBytes } from "../templates/document-input.ts";
import { mcpEndpoint } from "./mcp-endpoint.ts";

interface Deps {
  /** The whole route table. Read at the first request. */
  routes: () => readonly Route[];
  guard: Guard;
}

export function createMcp({ settings, logger, metrics }: Platform, { routes, guard }: Deps): Feature {
  const endpoint = mcpEndpoint({ logger, metrics, routes, guard, publicUrl: settings.PUBLIC_URL });
  return { routes: [route("post", "/mcp", access.key(), endpoint, jsonBody(maxDocumentBytes))] };
}
