import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { jsonBody } from "../http/json-body.ts";
import { route, type Route } from "../http/route.ts";
import type { Platform } from "../platform.ts";
import { maxDocumentBytes } from "../templates/document-input.ts";
import { mcpEndpoint } from "./mcp-endpoint.ts";

interface Deps {
  /** The whole route table. Read at the first request. */
  routes: () => readonly Route[];
  /** The URL of this gateway's own listener, without a trailing slash. */
  localUrl: () => string;
}

/** The MCP server. */
export function createMcp({ settings, logger }: Platform, { routes, localUrl }: Deps): Feature {
  const endpoint = mcpEndpoint({ logger, routes, publicUrl: settings.PUBLIC_URL, localUrl });
  return { routes: [route("post", "/mcp", access.key(), endpoint, jsonBody(maxDocumentBytes))] };
}
