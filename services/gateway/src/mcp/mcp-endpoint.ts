import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
} from "@modelcontextprotocol/sdk/types.js";
import { AppError, imageFormats, type ImageFormat } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { Request } from "express";
import { requestIdOf } from "../http/request-id.ts";
import type { Endpoint, Route } from "../http/route.ts";
import { listTools, type OperationRequest, type OperationTool } from "./tools.ts";

interface Deps {
  logger: Logger;
  /** The routes of the API; called at requests. */
  routes: () => readonly Route[];
  /** `{base_url}`, without a trailing slash. */
  publicUrl: string;
  /** The URL of this gateway's own listener, without a trailing slash. */
  localUrl: () => string;
}

const instructions = `Placard renders Open Graph images from templates. A template is template.json (fields, sizes, palette) and template.html (a subset of HTML and CSS).
To design a card: call getTemplate of a built-in template such as blog as an example, write your document, call lintTemplate until there are no errors, then previewTemplate with long and short data, look at the image, and correct the document. Preview 1200×630 and a square size. Publish with createTemplate, and later versions with createTemplateVersion.
To make an image of an existing template: listTemplates for its data, then generateImage, which returns the permanent link for og:image.
To see what platforms show of a public page, and what to correct in its tags: checkPage.`;

/**
 * POST /mcp: a server of the Model Context Protocol (2025-11-25, Streamable HTTP) without sessions, whose
 * tools are operations of the API. A call of a tool is a request to this gateway with the same API key, under
 * the same rules.
 */
export function mcpEndpoint({ logger, routes, publicUrl, localUrl }: Deps): Endpoint<"page"> {
  let tools: ReadonlyMap<string, OperationTool> | undefined;
  const readTools = () => (tools ??= new Map(listTools(routes()).map((tool) => [tool.name, tool])));

  return {
    operation: "page",

    async handler(req, res) {
      checkOrigin(req, publicUrl);
      const server = new Server(
        { name: "placard", title: "Placard", version: "1" },
        { capabilities: { tools: {} }, instructions },
      );
      server.setRequestHandler(ListToolsRequestSchema, () => ({
        tools: [...readTools().values()].map(({ toRequest: _, ...tool }) => tool),
      }));
      server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
        const tool = readTools().get(params.name);
        if (!tool) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`);
        const headers = {
          Authorization: req.headers.authorization ?? "",
          "Content-Type": "application/json",
          "X-Request-Id": requestIdOf(res),
        };
        const request = tool.toRequest(params.arguments ?? {});
        return await callOperation(request, localUrl(), headers, signal).catch((error: unknown) => {
          if (!signal.aborted)
            logger.error({ requestId: requestIdOf(res), tool: tool.name, err: error }, "tool call failed");
          throw new McpError(ErrorCode.InternalError, "The call failed. Retry it.");
        });
      });
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      res.once("close", () => void server.close());
      await server.connect(transport);
      const headers = Object.entries(req.headers).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value] as [string, string]] : [],
      );
      const request = new globalThis.Request(`${publicUrl}/mcp`, { method: "POST", headers });
      const answer = await transport.handleRequest(request, { parsedBody: req.body });
      res.status(answer.status);
      for (const [name, value] of answer.headers) res.setHeader(name, value);
      res.setHeader("Cache-Control", "no-store");
      res.end(Buffer.from(await answer.arrayBuffer()));
    },
  };
}

/** Refuses pages of other sites, as the specification requires. Throws AppError `forbidden`. */
function checkOrigin({ headers: { origin } }: Pick<Request, "headers">, publicUrl: string): void {
  if (origin !== undefined && origin !== new URL(publicUrl).origin)
    throw new AppError("forbidden", { message: "Pages of other sites can't use the MCP server." });
}

async function callOperation(
  { method, path, body }: OperationRequest,
  localUrl: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const response = await fetch(localUrl + path, {
    method,
    headers,
    signal,
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, error } = (await response.json()) as { data?: Record<string, unknown>; error?: unknown };
  if (!response.ok) return { isError: true, content: [text(error)] };
  const { image, ...others } = data ?? {};
  if (typeof image !== "string") return { content: [text(data)] };
  const { mediaType } = imageFormats[others["format"] as ImageFormat];
  return { content: [{ type: "image", data: image, mimeType: mediaType }, text(others)] };
}

function text(value: unknown) {
  return { type: "text" as const, text: JSON.stringify(value) };
}
